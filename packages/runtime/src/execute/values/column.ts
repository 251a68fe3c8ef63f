import type { Span } from "@semantic-xpath/parser";
import { type FunctionValue, nounOfType, parsedType, type ValueType as TypeText } from "@semantic-xpath/planner";
import { DOCUMENT, NONE, nodePath, runError, type Tree } from "@semantic-xpath/tree";
import {
  type ArgumentError,
  formatItem,
  type Item,
  isValueError,
  type ValueError,
  type ValueType,
} from "@semantic-xpath/values";
import { mixedColumn } from "../caveats.js";
import { OWN_TEXT } from "../frame.js";
import type { Inferred } from "./inferred.js";

/** The values of an expression for the entries of a batch. */
export type Column = NumberColumn | InternedColumn | ItemColumn;

/** At most one number for each entry. */
export interface NumberColumn {
  readonly kind: "numbers";
  readonly values: Float64Array;
  /** null: all are there. */
  readonly isPresent: Uint8Array | null;
}

/** Texts of the data by value id, any number for each entry. */
interface InternedColumn extends Segmented {
  readonly kind: "interned";
  readonly values: Int32Array;
  /** Type of the texts in the schema; null: undeclared. */
  readonly type: ValueType | null;
  /** Type inferred from the data, without a declared one; null or absent otherwise. */
  readonly inferred?: Inferred | null;
  readonly origin: Origin;
}

/** Any values, any number for each entry. */
export interface ItemColumn extends Segmented {
  readonly kind: "items";
  readonly values: readonly Item[];
  /** Type in the schema of the items that are texts. */
  readonly type: ValueType | null;
  readonly inferred?: Inferred | null;
  /** The kind as which a result has values that operators read as texts; null or absent: none. */
  readonly resultKind?: ValueType["kind"] | null;
  readonly origin: Origin;
}

interface Segmented {
  /** Entry i has the values `[offsets[i], offsets[i + 1])`; null: every entry has all of them. */
  readonly offsets: Int32Array | null;
}

/** The path of the source of the k-th value, null for a computed or literal value. */
type Origin = (k: number) => string | null;

export const COMPUTED: Origin = () => null;

/** Declared type of a schema; equal types are one object. */
export const typeOf = (declared: TypeText | null): ValueType | null =>
  declared === null ? null : parsedType(declared);

/** One value for all entries, or none, or several. */
export const constant = (values: readonly Item[], type: ValueType | null = null, origin = COMPUTED): ItemColumn => ({
  kind: "items",
  values,
  offsets: null,
  type,
  origin,
});

export const booleans = (mask: Uint8Array): ItemColumn => onePerEntry(Array.from(mask, (value) => value === 1));

export function onePerEntry(values: readonly Item[], origin = COMPUTED): ItemColumn {
  const offsets = new Int32Array(values.length + 1);
  for (let i = 0; i < offsets.length; i++) offsets[i] = i;
  return { kind: "items", values, offsets, type: null, origin };
}

/** Range of the values of an entry. */
export const fromOf = (column: Column, row: number): number =>
  column.kind === "numbers" ? row : column.offsets === null ? 0 : column.offsets[row]!;

export function toOf(column: Column, row: number): number {
  if (column.kind === "numbers") return column.isPresent === null ? row + 1 : row + column.isPresent[row]!;
  return column.offsets === null ? column.values.length : column.offsets[row + 1]!;
}

export const valueAt = (tree: Tree, column: Column, k: number): Item =>
  column.kind === "interned" ? tree.values.get(column.values[k]!) : column.values[k]!;

export const originAt = (column: Column, k: number): string | null =>
  column.kind === "numbers" ? null : column.origin(k);

/** True if every entry has the same values. */
export const isConstant = (column: Column): boolean => column.kind !== "numbers" && column.offsets === null;

/** A value as its text: numbers as ECMAScript writes them. */
export const textOf = (item: Item): string => (typeof item === "number" ? String(item) : formatItem(item));

/** The place of an entry in words: its path. */
export function entryPath(tree: Tree, node: number, attribute: number = NONE): string {
  const path = node === DOCUMENT ? "" : nodePath(tree, node);
  if (attribute === NONE) return path === "" ? "/" : path;
  return attribute === OWN_TEXT ? `${path}/text()` : `${path}/@${tree.attributeNames[attribute]!}`;
}

/** Error that ends a run: an operation lacks a value of the required type; it names the place of the value. */
export const badValue = (span: Span, origin: string | null, needed: string, found: string): Error =>
  runError("SXP4011", { path: origin, needed, found, why: null }, span);

/** Error that ends a run at the k-th value of a column, with what keeps the column from having a type. */
export function badValueAt(span: Span, column: Column, k: number, needed: string, found: string): Error {
  const columns = (column.kind !== "numbers" && column.inferred?.columns) || [];
  const [why = null] = columns.map(({ name, facts }) => mixedColumn(name, facts)).filter((each) => each !== null);
  return runError("SXP4011", { path: originAt(column, k), needed, found, why }, span);
}

/** An argument that no call can be made with. */
export const argumentError = (call: FunctionValue, { index, needed, text }: ArgumentError): Error =>
  badValue(call.arguments[index]!.span, null, needed, quoted(text));

/** Several values of an entry where one is needed; `of`: what they are of, else the first is named. */
export const severalValues = (span: Span, column: Column, row: number, of: string | null = null): Error => {
  const from = fromOf(column, row);
  return badValue(span, of ?? originAt(column, from), "one value", `${toOf(column, row) - from} values`);
};

/** The result of an operation on two values, or the end of the run. */
export function settled<T>(result: T | ValueError, span: Span, left: string | null, right: string | null): T {
  if (!isValueError(result)) return result;
  const { reason } = result;
  const place = left ?? right;
  const other = left === null || right === null ? "" : ` of ${right}`;
  const [own, beside] = left === null && right !== null ? [result.right, result.left] : [result.left, result.right];
  switch (reason) {
    case "unreadable":
      throw badValue(span, place, `${article(result.right)}`, quoted(result.left));
    case "noUnit":
      throw badValue(span, place, `${article(result.right)}`, `the bare number ${result.left}`);
    case "currencies":
      throw badValue(span, place, "in one currency with what is beside it", `${own} beside ${beside}${other}`);
    case "dimensions":
      throw badValue(span, place, "of one dimension with what is beside it", `${own} beside ${beside}${other}`);
    case "kinds":
      throw badValue(
        span,
        place,
        `of a kind that goes with what is beside it`,
        `${article(own)} beside ${article(beside)}${other}`,
      );
    case "range":
      throw badValue(span, place, "within the range of its kind", `${result.left} and ${result.right}`);
  }
}

export const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** A kind of values, or a type, in words. */
export const article = (kind: string): string => (kind === "interval" ? "an interval" : nounOfType(kind as TypeText));
