import type { Span } from "@semantic-xpath/parser";
import type { Tree } from "@semantic-xpath/tree";
import {
  compareItems,
  compareStrings,
  endKeyOf,
  hasKeys,
  type Item,
  keyOf,
  orderKey,
  readDate,
  type ValueType,
} from "@semantic-xpath/values";
import { type Column, originAt, settled, textOf, valueAt } from "./column.js";
import { readAs } from "./comparing.js";
import { numberAt } from "./numeric.js";
import { readingsOf } from "./readings.js";

/** Sort keys of the values of one list: numbers, NaN for a missing one, or texts by code point, null for a missing one. */
export type SortKeys =
  | { readonly kind: "numbers"; readonly keys: Float64Array; readonly ends: Float64Array | null }
  | { readonly kind: "texts"; readonly keys: readonly (string | null)[] };

/**
 * The keys of the values of a column at some places, -1 for an entry without one. A declared type defines the order of its texts. Others sort as
 * numbers if all of them read as numbers, as instants if all read as ISO dates, else by code point. Booleans: false before true.
 */
export function sortKeysOf(tree: Tree, column: Column, at: Int32Array, span: Span): SortKeys {
  if (column.kind === "numbers") return numbers(at, (k) => column.values[k]!);
  const type = column.type;
  if (type !== null && type.kind !== "string") return declaredKeys(tree, column, type, at, span);
  const first = at.find((k) => k >= 0);
  if (column.kind === "items" && first !== undefined && typeof column.values[first] !== "string")
    return itemKeys(at, (k) => column.values[k]!, column, span);
  return type === null ? untypedKeys(tree, column, at) : texts(tree, column, at);
}

const numbers = (at: Int32Array, keyAt: (k: number) => number): SortKeys => {
  const keys = new Float64Array(at.length);
  for (let i = 0; i < keys.length; i++) keys[i] = at[i]! < 0 ? Number.NaN : keyAt(at[i]!);
  return { kind: "numbers", keys, ends: null };
};

const texts = (tree: Tree, column: Column, at: Int32Array): SortKeys => ({
  kind: "texts",
  keys: Array.from(at, (k) => (k < 0 ? null : textOf(valueAt(tree, column, k)))),
});

function untypedKeys(tree: Tree, column: Column, at: Int32Array): SortKeys {
  const plain = allNumbers(tree, column, at);
  if (plain !== null) return { kind: "numbers", keys: plain, ends: null };
  const dates = new Float64Array(at.length).fill(Number.NaN);
  for (let i = 0; i < dates.length; i++) {
    const k = at[i]!;
    if (k < 0) continue;
    dates[i] =
      column.kind === "interned"
        ? readingsOf(tree).date(column.values[k]!)
        : readDate(String(valueAt(tree, column, k)));
    if (Number.isNaN(dates[i])) return texts(tree, column, at);
  }
  return { kind: "numbers", keys: dates, ends: null };
}

/** null if a text does not read as a number. */
function allNumbers(tree: Tree, column: Column, at: Int32Array): Float64Array | null {
  const keys = new Float64Array(at.length);
  const readings = readingsOf(tree);
  for (let i = 0; i < keys.length; i++) {
    const k = at[i]!;
    const number =
      k < 0 ? Number.NaN : column.kind === "interned" ? readings.number(column.values[k]!) : numberAt(tree, column, k);
    if (Number.isNaN(number) && k >= 0) return null;
    keys[i] = number;
  }
  return keys;
}

function declaredKeys(tree: Tree, column: Column, type: ValueType, at: Int32Array, span: Span): SortKeys {
  const textAt = (k: number): string => textOf(valueAt(tree, column, k));
  if (!hasKeys(type)) return itemKeys(at, (k) => readAs(type, valueAt(tree, column, k)), column, span);
  const keys = numbers(at, (k) =>
    column.kind === "interned" ? readingsOf(tree).key(type, column.values[k]!) : keyOf(type, textAt(k)),
  );
  if (type.kind !== "interval" || keys.kind !== "numbers") return keys;
  const ends = numbers(at, (k) => endKeyOf(type, textAt(k)));
  return ends.kind === "numbers" ? { ...keys, ends: ends.keys } : keys;
}

/** Quantities of one kind. What does not go together ends the run; a text that reads as none sorts with the absent. */
function itemKeys(at: Int32Array, itemAt: (k: number) => Item, column: Column, span: Span): SortKeys {
  let first: { readonly k: number; readonly item: Item } | null = null;
  return numbers(at, (k) => {
    const item = itemAt(k);
    if (typeof item === "object") {
      first ??= { k, item };
      settled(compareItems(first.item, "=", item), span, originAt(column, first.k), originAt(column, k));
    }
    return orderKey(item);
  });
}

/** Below 0 if entry a comes before b, above 0 if after it, 0 if keys do not tell. Those without a key come last, either way. */
export type Compare = (a: number, b: number) => number;

export function comparator(sortKeys: SortKeys, isDescending: boolean, offset = 0): Compare {
  if (sortKeys.kind === "texts") {
    const { keys } = sortKeys;
    const sign = isDescending ? -1 : 1;
    return (a, b) => {
      const x = keys[a - offset]!;
      const y = keys[b - offset]!;
      if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
      return sign * compareStrings(x, y);
    };
  }
  const byStart = numberComparator(sortKeys.keys, isDescending, offset);
  if (sortKeys.ends === null) return byStart;
  const byEnd = numberComparator(sortKeys.ends, isDescending, offset);
  return (a, b) => byStart(a, b) || byEnd(a, b);
}

const numberComparator =
  (keys: Float64Array, isDescending: boolean, offset: number): Compare =>
  (a, b) => {
    const x = keys[a - offset]!;
    const y = keys[b - offset]!;
    if (x < y) return isDescending ? 1 : -1;
    if (x > y) return isDescending ? -1 : 1;
    if (x === y) return 0;
    return (Number.isNaN(x) ? 1 : 0) - (Number.isNaN(y) ? 1 : 0);
  };
