import type { Span } from "@semantic-xpath/parser";
import type { FunctionValue } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import { aggregateItems, equalKey, type Item, isValueError, printValueType, readValue } from "@semantic-xpath/values";
import { indices } from "../frame.js";
import {
  article,
  badValue,
  COMPUTED,
  type Column,
  constant,
  fromOf,
  type ItemColumn,
  isConstant,
  type NumberColumn,
  originAt,
  quoted,
  settled,
  textOf,
  toOf,
  valueAt,
} from "./column.js";
import { readAs } from "./comparing.js";
import { type EqualKey, storeKeys } from "./keys.js";
import { checkedNumber, countsAsNumbers } from "./numeric.js";
import { comparator, sortKeysOf } from "./sortKeys.js";

/** What sums up the values of each entry: at most one value, or those that are distinct. Empty: a sum is 0, the others have no value. */
export function aggregateValues(tree: Tree, call: FunctionValue, column: Column, count: number): Column {
  const perEntry = perEntryOf(call);
  if (isConstant(column)) return constant(perEntry(tree, column, fromOf(column, 0), toOf(column, 0)));
  const values: Item[] = [];
  const offsets = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) {
    for (const item of perEntry(tree, column, fromOf(column, i), toOf(column, i))) values.push(item);
    offsets[i + 1] = values.length;
  }
  return { kind: "items", values, offsets, type: null, origin: COMPUTED };
}

type PerEntry = (tree: Tree, column: Column, from: number, to: number) => readonly Item[];

function perEntryOf(call: FunctionValue): PerEntry {
  switch (call.function) {
    case "sum":
      return (tree, column, from, to) => [from === to ? zeroOf(column) : totalOf(tree, column, from, to, call)];
    case "avg":
      return (tree, column, from, to) => (from === to ? [] : [totalOf(tree, column, from, to, call)]);
    case "min":
    case "max":
      return (tree, column, from, to) => (from === to ? [] : [extremeOf(tree, column, from, to, call)]);
    default:
      return distinctOf;
  }
}

/** The sum of nothing: 0, of a type with a unit in that unit. */
function zeroOf(column: Column): Item {
  const type = column.kind === "numbers" ? null : column.type;
  const sum = type === null ? null : readValue(type, type.kind === "duration" ? "0 s" : "0");
  return typeof sum === "object" && sum !== null && !isValueError(aggregateItems("sum", [sum, sum])) ? sum : 0;
}

/** From left to right: additions of doubles do not commute. */
function totalOf(tree: Tree, column: Column, from: number, to: number, call: FunctionValue): Item {
  const { span } = call.arguments[0]!;
  const fn = call.function === "sum" ? "sum" : "avg";
  if (countsAsNumbers(column)) {
    let sum = 0;
    for (let k = from; k < to; k++) sum += checkedNumber(tree, column, k, span);
    return fn === "sum" ? sum : sum / (to - from);
  }
  const items: Item[] = [];
  for (let k = from; k < to; k++) items.push(quantityAt(tree, column as ItemColumn, k, span));
  return settled(aggregateItems(fn, items), span, originAt(column, from), null)!;
}

/** A value as one of its declared type. */
function quantityAt(tree: Tree, column: ItemColumn, k: number, span: Span): Item {
  const item = readAs(column.type, valueAt(tree, column, k));
  if (typeof item !== "string") return item;
  throw unreadable(column, k, item, span);
}

/** Ends the run at a text that does not read as its declared type. */
function checkRead(tree: Tree, column: Column, k: number, span: Span): void {
  const item = valueAt(tree, column, k);
  if (typeof item !== "string" || column.kind === "numbers" || column.type === null) return;
  if (readValue(column.type, item) === null) throw unreadable(column, k, item, span);
}

const unreadable = (column: Exclude<Column, NumberColumn>, k: number, text: string, span: Span): Error =>
  badValue(
    span,
    originAt(column, k),
    article(column.type === null ? "number" : printValueType(column.type)),
    quoted(text),
  );

/** The first of the least or greatest: a number where all are numbers, else as it is or was written. */
function extremeOf(tree: Tree, column: Column, from: number, to: number, call: FunctionValue): Item {
  const at = indices(to - from).map((i) => from + i);
  const type = column.kind === "numbers" ? null : column.type;
  if (type !== null && type.kind !== "string") for (const k of at) checkRead(tree, column, k, call.arguments[0]!.span);
  const keys = sortKeysOf(tree, column, at, call.arguments[0]!.span);
  const compare = comparator(keys, call.function === "max");
  let best = 0;
  for (let i = 1; i < at.length; i++) if (compare(i, best) < 0) best = i;
  const item = valueAt(tree, column, from + best);
  if (typeof item !== "string") return item;
  if (type !== null) return readAs(type, item);
  return keys.kind === "numbers" && keys.keys[best] === Number(item) ? Number(item) : item;
}

/** Equal ones once: numbers by value if both read as numbers, then instants, else texts. */
function distinctOf(tree: Tree, column: Column, from: number, to: number): Item[] {
  const seen = new Set<EqualKey>();
  const found: Item[] = [];
  for (let k = from; k < to; k++) {
    const item = valueAt(tree, column, k);
    const key = distinctKey(tree, column, k, item);
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(item);
  }
  return found;
}

function distinctKey(tree: Tree, column: Column, k: number, item: Item): EqualKey {
  const read = typeof item === "string" ? readAs(column.kind === "numbers" ? null : column.type, item) : item;
  if (typeof read === "object") return equalKey(read);
  return typeof item === "string" ? storeKeys(tree, { kind: "auto" }, column, k)[0]! : `${typeof item} ${textOf(item)}`;
}
