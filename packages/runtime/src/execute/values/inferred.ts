import type { ComparisonOperator } from "@semantic-xpath/parser";
import { parsedType, textOfType, type ValueExpression } from "@semantic-xpath/planner";
import { NONE, type Tree } from "@semantic-xpath/tree";
import {
  type ColumnFacts,
  type Item,
  readInferred,
  readsAsNumber,
  readValue,
  type ValueType,
} from "@semantic-xpath/values";
import { nameOfColumn, noteCaveat, noteIdentifiers, noteOther, noteOtherText, noteUnreadable } from "../caveats.js";
import { OWN_TEXT } from "../frame.js";
import type { Run } from "../run.js";
import { type Column, fromOf, type NumberColumn, toOf, valueAt } from "./column.js";
import { areOtherKinds } from "./comparing.js";
import { readingsOf } from "./readings.js";

/** Types and readings inferred from the data, for values without a declared type. */
export interface Inferred {
  /** The type that all their columns share; null: text, or the reading pair by pair of language.md §1. */
  readonly type: ValueType | null;
  /** The type that all their columns share, also where values of it compare pair by pair; null: text. */
  readonly kind: ValueType | null;
  readonly columns: readonly NamedFacts[];
}

export interface NamedFacts {
  /** `POI/@cost`, `Est/text()`. */
  readonly name: string;
  readonly facts: ColumnFacts;
}

const NOTHING: Inferred = { type: null, kind: null, columns: [] };

/** The inferred type of one attribute, or of the own text, of nodes. */
export function inferredOf(run: ColumnRun, ids: Int32Array, attribute: number): Inferred {
  if (ids.length === 0 || attribute < 0) return NOTHING;
  const types = typesOf(run.tree, ids);
  return joined(run, types, (type) => [attribute, type]);
}

/** The inferred type of a bare field: of the attribute, and of the texts of the children of that type. */
export function inferredOfField(run: ColumnRun, ids: Int32Array, name: string, attribute: number): Inferred {
  const { tree } = run;
  const child = tree.typeId(name);
  const attributeFacts = inferredOf(run, ids, attribute);
  if (child < 0 || child >= tree.postings.length) return attributeFacts;
  const below = inferredOf(run, tree.postings[child]!.subarray(0, 1), OWN_TEXT);
  const named = [...attributeFacts.columns, ...below.columns].filter(({ facts }) => facts.count > 0);
  return inferredFrom(named);
}

/** The inferred type of entries of one or several attributes. */
export function inferredOfEntries(run: ColumnRun, ids: Int32Array, attributes: Int32Array): Inferred {
  const { tree } = run;
  const [first] = attributes;
  if (first === undefined) return NOTHING;
  if (attributes.every((one) => one === first)) return inferredOf(run, ids, first);
  const pairs = new Map<string, readonly [number, number]>();
  for (let i = 0; i < ids.length; i++) {
    const type = tree.type[ids[i]!]!;
    if (attributes[i] !== NONE) pairs.set(`${attributes[i]} ${type}`, [attributes[i]!, type]);
  }
  return joined(run, [...pairs.values()], (pair) => pair);
}

function joined<T>(
  { tree, columns: facts }: ColumnRun,
  keys: readonly T[],
  of: (key: T) => readonly [attribute: number, type: number],
): Inferred {
  const columns: NamedFacts[] = [];
  for (const key of keys) {
    const [attribute, type] = of(key);
    if (type === 0) continue;
    const name = tree.typeNames[type]!;
    const column = attribute === OWN_TEXT ? facts.text(name) : facts.attribute(name, tree.attributeNames[attribute]!);
    if (column.count === 0) continue;
    const part = attribute === OWN_TEXT ? "text()" : `@${tree.attributeNames[attribute]!}`;
    columns.push({ name: `${name}/${part}`, facts: column });
  }
  return inferredFrom(columns);
}

function typesOf(tree: Tree, ids: Int32Array): readonly number[] {
  const first = tree.type[ids[0]!]!;
  if (ids === tree.postings[first]) return [first];
  const isSeen = new Uint8Array(tree.typeNames.length);
  const types: number[] = [];
  for (let i = 0; i < ids.length; i++) {
    const type = tree.type[ids[i]!]!;
    if (isSeen[type] === 1) continue;
    isSeen[type] = 1;
    types.push(type);
  }
  return types;
}

function inferredFrom(columns: readonly NamedFacts[]): Inferred {
  if (columns.length === 0) return NOTHING;
  const kind = commonType(columns);
  return { type: columns.every(({ facts }) => isPairwise(facts)) ? null : kind, kind, columns };
}

/** Money in several currencies and quantities in several units of one dimension share a type; other kinds do only if they are equal. */
function commonType(columns: readonly NamedFacts[]): ValueType | null {
  let common: ValueType | null = null;
  for (const { facts } of columns) {
    const type = facts.type === null ? null : canonical(facts.type);
    if (type === null) return null;
    if (common === null || common === type) common = type;
    else if (common.kind === "money" && type.kind === "money") common = parsedType("money");
    else if (common.kind !== "quantity" || type.kind !== "quantity") return null;
  }
  return common;
}

/** Numbers and ISO dates without odd or blank values compare pair by pair as they do by type. */
const isPairwise = ({ type, odd, blank, isIso }: ColumnFacts): boolean =>
  type === null || (odd === 0 && blank === 0 && (type.kind === "number" || (type.kind === "date" && isIso)));

/** One object for each type. */
const canonical = (type: ValueType): ValueType => parsedType(textOfType(type));

/** The parts of a run that reading a column needs. */
export type ColumnRun = Pick<Run, "tree" | "columns" | "caveats">;

/**
 * A column without what has no value of its type: odd values where it is inferred, and blank texts. Texts without a type keep theirs unless an
 * operation takes numbers or the like. Notes the caveats of what it is read from.
 */
export function readable(run: ColumnRun, column: Column, count: number, takesTexts = true): Column {
  if (column.kind === "numbers") return column;
  const { type, inferred } = column;
  if (inferred != null) noteCaveats(run, inferred);
  const isTyped = type !== null && type.kind !== "string";
  if (!isTyped && takesTexts) return column;
  const hasOdd = isTyped && inferred?.columns.some(({ facts }) => facts.odd > 0) === true;
  if (!hasOdd && column.kind === "interned" && !readingsOf(run.tree).hasBlanks) return column;
  const rows = column.offsets === null ? 1 : count;
  const places: number[] = [];
  const offsets = new Int32Array(rows + 1);
  for (let i = 0; i < rows; i++) {
    for (let k = fromOf(column, i); k < toOf(column, i); k++)
      if (hasOdd ? isReadable(run.tree, column, k) : !isBlankAt(run.tree, column, k)) places.push(k);
    offsets[i + 1] = places.length;
  }
  if (places.length === toOf(column, rows - 1)) return column;
  const origin = (k: number): string | null => column.origin(places[k]!);
  const parts = { type, inferred: inferred ?? null, origin, offsets: column.offsets === null ? null : offsets };
  return column.kind === "interned"
    ? { ...parts, kind: "interned", values: Int32Array.from(places, (k) => column.values[k]!) }
    : { ...parts, kind: "items", values: places.map((k) => column.values[k]!) };
}

function isBlankAt(tree: Tree, column: Exclude<Column, NumberColumn>, k: number): boolean {
  if (column.kind === "interned") return readingsOf(tree).isBlank(column.values[k]!);
  const item = column.values[k]!;
  return typeof item === "string" && item.trim() === "";
}

/** False if the k-th value is blank in a column of a type, or odd in one whose type is inferred. */
export function isReadable(tree: Tree, column: Column, k: number): boolean {
  if (column.kind === "numbers" || column.type === null || column.type.kind === "string") return true;
  if (isBlankAt(tree, column, k)) return false;
  if (column.inferred == null) return true;
  const item = valueAt(tree, column, k);
  return typeof item !== "string" || readInferred(column.type, item) !== null;
}

/** A column with its inferred type, also where values of it compare pair by pair. */
export const withKind = (column: Column): Column =>
  column.kind === "numbers" || column.type !== null || column.inferred == null || column.inferred.kind === null
    ? column
    : { ...column, type: column.inferred.kind };

/** Notes the columns with odd values, but for texts that are only asked to equal another text. */
export function noteCaveats(run: ColumnRun, { columns }: Inferred, equal: unknown = null): void {
  for (const { name, facts } of columns) {
    const { odd, nearly } = facts;
    const isPlainText = nearly !== null && typeof equal === "string" && readLoosely(nearly, equal) === null;
    if (odd > 0 && !isPlainText) noteCaveat(run.caveats, name, facts);
  }
}

/**
 * True beside a text that does not read as the inferred type: then all compare as texts. An order is noted, and equality where no value of the column
 * is odd.
 */
export function noteOtherTexts(
  run: ColumnRun,
  inferred: Inferred,
  operator: ComparisonOperator,
  other: unknown,
): boolean {
  const { columns, kind } = inferred;
  if (typeof other !== "string" || kind === null || readLoosely(kind, other) !== null) return false;
  const isEquality = operator === "=" || operator === "!=";
  for (const { name, facts } of columns)
    if (!isEquality || facts.odd === 0) noteOtherText(run.caveats, name, facts, other);
  return true;
}

/** Notes the attributes of nodes that do not read as their declared type. */
export function noteUnread(run: ColumnRun, value: ValueExpression, ids: Int32Array): void {
  if (value.kind !== "AttributeValue" || value.type === null || ids.length === 0) return;
  const type = parsedType(value.type);
  if (type.kind === "string") return;
  for (const one of typesOf(run.tree, ids)) {
    const name = run.tree.typeNames[one]!;
    if (one > 0) noteUnreadable(run.caveats, `${name}/@${value.name}`, run.columns.declaredAs(type, name, value.name));
  }
}

/** Notes columns of Booleans with odd values. */
export const noteOddTruths = (run: ColumnRun, inferred: Inferred): void =>
  noteCaveats(run, {
    ...inferred,
    columns: inferred.columns.filter(({ facts }) => (facts.type ?? facts.nearly)?.kind === "boolean"),
  });

/** Notes columns of dates, times and the like beside a number, with which no value of them compares. */
export function noteOtherKind({ caveats }: ColumnRun, { columns, kind }: Inferred, other: unknown): void {
  if (typeof other !== "number") return;
  for (const { name, facts } of columns) noteIdentifiers(caveats, name, facts, other);
  if (kind === null || kind.kind === "string" || !areOtherKinds(kind, other)) return;
  for (const { name, facts } of columns) noteOther(caveats, name, facts, `the number ${other}`);
}

/** Notes two columns whose kinds do not compare. */
export function noteOtherKinds({ caveats }: ColumnRun, left: Column, right: Column): void {
  const [one, other] = [left, right].map((column) => (column.kind === "numbers" ? null : column.inferred));
  for (const { name, facts } of one?.columns ?? [])
    for (const { facts: beside, name: otherName } of other?.columns ?? [])
      noteOther(caveats, name, facts, nameOfColumn(otherName, beside));
}

/** In any currency or unit: another one is a mistake and not a text. */
function readLoosely(type: ValueType, text: string): Item | null {
  const open = type.kind === "money" || type.kind === "quantity" ? readValue(OPEN[type.kind], text) : null;
  // A bare number is of the currency that it stands beside.
  return open ?? readValue(type, text) ?? (type.kind === "money" && readsAsNumber(text) ? Number(text) : null);
}

const OPEN = { money: { kind: "money", currency: null }, quantity: { kind: "quantity", unit: null } } as const;
