import type { Tree } from "@semantic-xpath/tree";
import { equalKey, readDate, readNumber } from "@semantic-xpath/values";
import { type Column, textOf, valueAt } from "./column.js";
import { type Comparing, readAs } from "./comparing.js";

/** Values are equal if a key that one is stored under is a key that the other is looked up by. */
export type EqualKey = string | number;

/** True if equality is equality of keys; values that compare pair by pair have none. */
export const hasEqualKeys = ({ kind }: Comparing): boolean => kind !== "pairs";

/** True if inference finds that all values of a column are texts: none of them reads as anything else beside another. */
export const isTextColumn = (column: Column): boolean =>
  column.kind !== "numbers" &&
  column.inferred != null &&
  column.inferred.columns.length > 0 &&
  column.inferred.columns.every(({ facts }) => facts.type === null);

/** The key that equal values of one column have: by the type of the column, of texts without one as numbers, instants or texts. */
export function equalKeyAt(tree: Tree, column: Column, k: number): EqualKey {
  const item = valueAt(tree, column, k);
  if (typeof item !== "string") return typeof item === "object" ? equalKey(item) : `${typeof item} ${textOf(item)}`;
  const type = column.kind === "numbers" ? null : column.type;
  if (type?.kind === "string" || isTextColumn(column)) return `s${item}`;
  const read = readAs(type, item);
  return typeof read === "object" ? equalKey(read) : storeKeys(tree, { kind: "auto" }, column, k)[0]!;
}

/** The keys that a value is found by. */
export function storeKeys(tree: Tree, comparing: Comparing, column: Column, k: number): readonly EqualKey[] {
  if (comparing.kind !== "auto") return plainKeys(tree, comparing, column, k);
  const text = textOf(valueAt(tree, column, k));
  const number = readNumber(text);
  const date = readDate(text);
  const ofDate = Number.isNaN(date) ? [] : [`d${date + 0}`];
  if (!Number.isNaN(number)) return [`n${number + 0}`, ...ofDate];
  return ofDate.length === 0 ? [`s${text}`] : [...ofDate, `o${date + 0}`];
}

/** The keys for the look-up of a value: a year is a number beside numbers and an instant beside other dates. */
export function lookupKeys(tree: Tree, comparing: Comparing, column: Column, k: number): readonly EqualKey[] {
  if (comparing.kind !== "auto") return plainKeys(tree, comparing, column, k);
  const text = textOf(valueAt(tree, column, k));
  const number = readNumber(text);
  const date = readDate(text);
  if (!Number.isNaN(number)) return Number.isNaN(date) ? [`n${number + 0}`] : [`n${number + 0}`, `o${date + 0}`];
  return [Number.isNaN(date) ? `s${text}` : `d${date + 0}`];
}

function plainKeys(tree: Tree, comparing: Comparing, column: Column, k: number): readonly EqualKey[] {
  if (comparing.kind !== "numbers") return [textOf(valueAt(tree, column, k))];
  const number = comparing.number(column, k);
  return Number.isNaN(number) ? [] : [number + 0];
}
