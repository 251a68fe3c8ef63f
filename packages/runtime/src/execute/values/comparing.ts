import type { ComparisonOperator, Span } from "@semantic-xpath/parser";
import { compareValues, sampleOf, textOfType } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import {
  beside as besideItem,
  compareItems,
  compareStrings,
  hasKeys,
  type Item,
  isValueError,
  keyOf,
  orderKey,
  readBoolean,
  readDate,
  readNumber,
  readValue,
  type ValueType,
  valueError,
} from "@semantic-xpath/values";
import { badValue, type Column, fromOf, originAt, settled, textOf, toOf, valueAt } from "./column.js";
import { numberAt } from "./numeric.js";
import { readingsOf } from "./readings.js";

/**
 * Comparison of the values of two columns. `numbers`: by a number for each, NaN without one, which is unequal to all and unordered;
 * `texts`: by code point; `auto`: texts of unknown type, pair by pair as numbers, as instants or by code point; `pairs`:
 * quantities, pair by pair.
 */
export type Comparing =
  | { readonly kind: "numbers"; number(column: Column, k: number): number; readonly isOrdered: boolean }
  | { readonly kind: "texts" }
  | { readonly kind: "auto" }
  | { readonly kind: "pairs" };

type ColumnKind = "number" | "boolean" | "text" | "quantity";

function kindOfColumn(column: Column): ColumnKind {
  if (column.kind === "numbers") return "number";
  if (column.kind === "interned") return "text";
  if (column.values.some((item) => typeof item === "object")) return "quantity";
  const item = column.values[0];
  return typeof item === "number" ? "number" : typeof item === "boolean" ? "boolean" : "text";
}

/**
 * Ends the run where money of no one currency is beside a bare number, which then has no unit. Names two currencies where the column has them.
 */
export function refuseBareNumber(tree: Tree, column: Column, other: Column, span: Span): void {
  if (column.kind === "numbers" || column.type?.kind !== "money" || column.type.currency !== null) return;
  if (other.kind === "interned" || column.values.length === 0 || other.values.length === 0) return;
  if (other.kind === "items" ? typeof other.values[0] !== "number" : other.isPresent?.includes(1) === false) return;
  const currencies = new Map<string, number>();
  for (let k = 0; k < column.values.length && currencies.size < 2; k++) {
    const item = readAs(column.type, valueAt(tree, column, k));
    if (typeof item === "object" && item.kind === "money" && !currencies.has(item.currency))
      currencies.set(item.currency, k);
  }
  const [[first, k] = [null, 0], [second, m] = [null, 0]] = currencies;
  if (first === null || (second === null && column.inferred == null)) return;
  const values =
    second === null ? `${first} of a column without a currency` : `${first} beside ${second} of ${originAt(column, m)}`;
  throw badValue(span, originAt(column, k), "in one currency to go with a bare number", values);
}

/**
 * Ends the run where values of two columns of the data meet whose kinds do not compare, such as dates and money. Where a schema declares them, the
 * query is refused before it runs. True of dates or times beside numbers, which compare as no value or, both plain, as texts.
 */
export function refuseOtherKind({ left, right, span }: Pick<Sides, "left" | "right" | "span">, count: number): boolean {
  const [one, other] = [kindOfData(left), kindOfData(right)];
  if (one === null || other === null || one === other) return false;
  if (!areOtherKinds(one, sampleOfType(other))) return false;
  const isForgiven =
    [one, other].some(({ kind }) => kind === "number") && [one, other].some(({ kind }) => MOMENTS.has(kind));
  const mistake = valueError("kinds", one.kind, other.kind);
  for (let i = 0; i < count; i++) {
    const [k, m] = [fromOf(left, i), fromOf(right, i)];
    if (k === toOf(left, i) || m === toOf(right, i)) continue;
    if (isForgiven) return true;
    settled(mistake, span, originAt(left, k), originAt(right, m));
  }
  return false;
}

/** True if no value of a type compares with an item, whatever its currency or unit. */
export function areOtherKinds(type: ValueType, item: Item): boolean {
  const compared = compareItems(sampleOfType(type), "=", item);
  return isValueError(compared) && (compared.reason === "kinds" || compared.reason === "noUnit");
}

/** The type of a column of the data; null for texts. */
function kindOfData(column: Column): ValueType | null {
  if (column.kind === "numbers" || column.inferred == null) return null;
  const kind = column.type ?? column.inferred.kind;
  return kind?.kind === "string" ? null : kind;
}

const declared = (column: Column): ValueType | null => (column.kind === "numbers" ? null : column.type);

export function comparingOf(tree: Tree, left: Column, right: Column, span: Span): Comparing {
  const kinds = [kindOfColumn(left), kindOfColumn(right)];
  const types = [declared(left), declared(right)];
  const type = types[0] ?? types[1] ?? null;
  // Identifiers compare as texts with anything.
  if ([left, right].some((column) => isOfData(column) && declared(column)?.kind === "string")) return { kind: "texts" };
  if (type !== null && types.every((one) => one === null || isKeyed(one, type))) {
    const readings = readingsOf(tree);
    const isInferred = [left, right].every((column) => declared(column) === null || isOfData(column));
    const number = (column: Column, k: number): number =>
      column.kind === "interned"
        ? readings.key(column.type ?? type, column.values[k]!)
        : typedKey(tree, type, column, k, span, isInferred);
    return { kind: "numbers", number, isOrdered: true };
  }
  if (kinds.includes("quantity")) return { kind: "pairs" };
  if (kinds.includes("boolean") || type?.kind === "boolean")
    return { kind: "numbers", number: (column, k) => truthNumber(valueAt(tree, column, k)), isOrdered: false };
  const isPlain = types.every((one) => one === null || one.kind === "number" || one.kind === "string");
  if (kinds.includes("number") || types.every((one) => one?.kind === "number"))
    return isPlain
      ? { kind: "numbers", number: (column, k) => numberAt(tree, column, k), isOrdered: true }
      : { kind: "pairs" };
  if (type === null) return { kind: "auto" };
  if (types[0] != null && types[1] != null && types[0] !== types[1]) return { kind: "pairs" };
  if (type.kind === "string") return { kind: "texts" };
  return type.kind === "number"
    ? { kind: "numbers", number: (column, k) => numberAt(tree, column, k), isOrdered: true }
    : { kind: "pairs" };
}

/** True if quantities and moments of a type compare with those of another by one number each; intervals have two. */
function isKeyed(type: ValueType, other: ValueType): boolean {
  if (type.kind === "number" || type.kind === "boolean" || type.kind === "interval" || !hasKeys(type)) return false;
  return (
    type === other ||
    (isKeyed(other, other) && !isValueError(compareItems(sampleOfType(type), "=", sampleOfType(other))))
  );
}

const sampleOfType = (type: ValueType): Item => sampleOf(textOfType(type))!;

/** True for a column whose type is inferred from its data. */
const isOfData = (column: Column): boolean => column.kind !== "numbers" && column.inferred != null;

/** Kinds without a unit: a bare number beside them is not a mistake of the data, and equals nothing. */
const MOMENTS: ReadonlySet<ValueType["kind"]> = new Set(["date", "dateTime", "time"]);

/** The key of a value beside those of a keyed type, NaN where it does not read as one. Ends the run if it is of another unit. */
function typedKey(tree: Tree, type: ValueType, column: Column, k: number, span: Span, isInferred: boolean): number {
  const item = valueAt(tree, column, k);
  if (typeof item === "string") {
    const key = keyOf(declared(column) ?? type, item);
    if (!Number.isNaN(key)) return key;
  }
  const sample = sampleOfType(type);
  const comparison = compareItems(sample, "=", item);
  const isForgiven = isInferred && MOMENTS.has(type.kind);
  if (isValueError(comparison) && comparison.reason !== "unreadable" && !isForgiven)
    settled(comparison, span, originAt(column, k), null);
  const read = typeof item === "number" ? besideItem(item, sample) : item;
  return isValueError(read) ? Number.NaN : orderKey(read);
}

/** A text that does not read as its declared type. */
function isUnread(column: Column, item: Item): boolean {
  const type = declared(column);
  return type !== null && type.kind !== "string" && typeof item === "string";
}

function truthNumber(item: Item): number {
  const truth = typeof item === "boolean" ? item : readBoolean(textOf(item));
  return truth === null ? Number.NaN : Number(truth);
}

/** Two columns of a tree and how their values are compared. */
export interface Sides {
  readonly tree: Tree;
  readonly comparing: Comparing;
  readonly left: Column;
  readonly operator: ComparisonOperator;
  readonly right: Column;
  readonly span: Span;
}

/** Compares the k-th value of the left with the m-th of the right. */
export function holdsFor({ tree, comparing, left, operator, right, span }: Sides, k: number, m: number): boolean {
  switch (comparing.kind) {
    case "numbers": {
      // A computed value may have another unit: it fails beside a value that reads as its type, and is ignored beside others.
      if (left.kind === "items" && right.kind !== "items") {
        const b = comparing.number(right, m);
        return holdsForNumbers(comparing, Number.isNaN(b) ? b : comparing.number(left, k), operator, b);
      }
      const a = comparing.number(left, k);
      return holdsForNumbers(comparing, a, operator, Number.isNaN(a) ? a : comparing.number(right, m));
    }
    case "texts":
      return compareTexts(textOf(valueAt(tree, left, k)), operator, textOf(valueAt(tree, right, m)));
    case "auto":
      return compareUntyped(textOf(valueAt(tree, left, k)), operator, textOf(valueAt(tree, right, m)));
    case "pairs": {
      const a = readAs(declared(left), valueAt(tree, left, k));
      const b = readAs(declared(right), valueAt(tree, right, m));
      if (isUnread(left, a) || isUnread(right, b)) return operator === "!=";
      const holds = compareItems(a, operator, b);
      // As a number that a text does not read as: unequal to all, and in no order.
      if (isValueError(holds) && holds.reason === "unreadable") return operator === "!=";
      return settled(holds, span, originAt(left, k), originAt(right, m));
    }
  }
}

export const holdsForNumbers = (
  { isOrdered }: { readonly isOrdered: boolean },
  left: number,
  operator: ComparisonOperator,
  right: number,
): boolean => (isOrdered || operator === "=" || operator === "!=") && compareValues(left, operator, right);

/** A text of a declared type as a value of it, in the declared unit; as it is where it does not read so. */
export function readAs(type: ValueType | null, item: Item): Item {
  if (type === null || type.kind === "string" || typeof item !== "string") return item;
  const read = readValue(type, item) ?? item;
  if (type.kind !== "quantity" || type.unit === null || typeof read !== "object" || read.kind !== "quantity")
    return read;
  return { ...read, unit: type.unit };
}

export const compareTexts = (left: string, operator: ComparisonOperator, right: string): boolean =>
  operator === "="
    ? left === right
    : operator === "!="
      ? left !== right
      : compareValues(compareStrings(left, right), operator, 0);

/** Two texts of which nothing is known: as numbers if both read as numbers, as instants if both read as ISO dates, else by code point. */
function compareUntyped(left: string, operator: ComparisonOperator, right: string): boolean {
  const a = readNumber(left);
  const b = readNumber(right);
  if (!Number.isNaN(a) && !Number.isNaN(b)) return compareValues(a, operator, b);
  const c = readDate(left);
  const d = Number.isNaN(c) ? c : readDate(right);
  return Number.isNaN(d) ? compareTexts(left, operator, right) : compareValues(c, operator, d);
}
