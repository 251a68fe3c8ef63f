import type { Span } from "@semantic-xpath/parser";
import type { Tree } from "@semantic-xpath/tree";
import { type Item, readNumber } from "@semantic-xpath/values";
import {
  badValueAt,
  type Column,
  fromOf,
  type NumberColumn,
  quoted,
  severalValues,
  textOf,
  toOf,
  valueAt,
} from "./column.js";
import { readingsOf } from "./readings.js";

/** True if the values of a column count as numbers: numbers, and texts without another declared type. */
export function countsAsNumbers(column: Column): boolean {
  if (column.kind === "numbers") return true;
  if (column.type !== null && column.type.kind !== "number") return false;
  return (
    column.kind === "interned" || column.values.every((item) => typeof item === "number" || typeof item === "string")
  );
}

/** The number that the k-th value of a column is or reads as; NaN where it does not. */
export function numberAt(tree: Tree, column: Column, k: number): number {
  if (column.kind === "numbers") return column.values[k]!;
  if (column.kind === "interned") return readingsOf(tree).number(column.values[k]!);
  const item = column.values[k]!;
  return typeof item === "number" ? item : typeof item === "string" ? readNumber(item) : Number.NaN;
}

/**
 * At most one number for each entry that also has a value `beside` it: without that, nothing is computed. Ends the run where there are several
 * values, or one that is not a number.
 */
export function toNumbers(tree: Tree, column: Column, count: number, span: Span, beside: Column): NumberColumn {
  if (column.kind === "numbers") return column;
  const values = new Float64Array(count);
  const isPresent = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const from = fromOf(column, i);
    const to = toOf(column, i);
    if (to === from) continue;
    if (to - from > 1) throw severalValues(span, column, i);
    if (fromOf(beside, i) === toOf(beside, i)) continue;
    values[i] = checkedNumber(tree, column, from, span);
    isPresent[i] = 1;
  }
  return { kind: "numbers", values, isPresent };
}

/** A number that a computation gave may be NaN; a text that reads as none ends the run. */
export function checkedNumber(tree: Tree, column: Column, k: number, span: Span): number {
  const number = numberAt(tree, column, k);
  if (!Number.isNaN(number)) return number;
  const item = valueAt(tree, column, k);
  if (typeof item === "number") return number;
  throw badValueAt(span, column, k, "a number", foundWord(item));
}

export const foundWord = (item: Item): string => (typeof item === "string" ? quoted(item) : textOf(item));
