import type { Span } from "@semantic-xpath/parser";
import type { FunctionValue } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import {
  aggregateItems,
  callRow,
  type Item,
  isValueError,
  type JoinRow,
  type PickList,
  printValueType,
  readValue,
  type SumRow,
} from "@semantic-xpath/values";
import { indices } from "../frame.js";
import {
  argumentError,
  article,
  badValue,
  badValueAt,
  COMPUTED,
  type Column,
  constant,
  fromOf,
  type ItemColumn,
  isConstant,
  type NumberColumn,
  onePerEntry,
  originAt,
  quoted,
  settled,
  toOf,
  valueAt,
} from "./column.js";
import { readAs } from "./comparing.js";
import { type ColumnRun, readable } from "./inferred.js";
import { type EqualKey, equalKeyAt } from "./keys.js";
import { checkedNumber, countsAsNumbers } from "./numeric.js";
import { type Compare, comparator, type SortKeys, sortKeysOf } from "./sortKeys.js";
import { kindOfColumn } from "./written.js";

/** Sums up the values of each entry by the row of the function: to one value, or to some of them. */
export function aggregateValues(
  run: ColumnRun,
  call: FunctionValue,
  written: Column,
  count: number,
  options: readonly string[] = [],
): Column {
  const { tree } = run;
  const column =
    call.function === "distinct-values"
      ? written
      : readable(run, written, count, callRow(call.function).kind !== "sum");
  const perEntry = perEntryOf(call, options);
  const resultKind = callRow(call.function).gives === "values" ? kindOfColumn(column) : null;
  if (isConstant(column))
    return { ...constant(perEntry(tree, column, fromOf(column, 0), toOf(column, 0))), resultKind };
  const values: Item[] = [];
  const offsets = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) {
    for (const item of perEntry(tree, column, fromOf(column, i), toOf(column, i))) values.push(item);
    offsets[i + 1] = values.length;
  }
  return { kind: "items", values, offsets, type: null, resultKind, origin: COMPUTED };
}

/** One value from the texts of each entry. */
export function joinValues(
  row: JoinRow,
  textsOf: (i: number) => readonly string[],
  optionsOf: (i: number) => readonly string[],
  count: number,
): Column {
  return onePerEntry(Array.from({ length: count }, (_, i) => row.apply(textsOf(i), ...optionsOf(i))));
}

type PerEntry = (tree: Tree, column: Column, from: number, to: number) => readonly Item[];

function perEntryOf(call: FunctionValue, options: readonly string[]): PerEntry {
  const row = callRow(call.function);
  if (row.kind === "sum") {
    const ofNothing = (column: Column): readonly Item[] => (row.ofNothing === "zero" ? [zeroOf(column)] : []);
    return (tree, column, from, to) =>
      from === to ? ofNothing(column) : [totalOf(tree, column, from, to, call, row.apply)];
  }
  if (row.kind !== "pick") throw new Error(`${call.function} is not of a list`);
  const isAsWritten = row.gives === "values";
  return (tree, column, from, to) => {
    if (from === to) return [];
    const list = new ItemList(tree, column, from, to, call.arguments[0]!.span);
    const picked = row.apply(list, ...options);
    if ("kind" in picked) throw argumentError(call, picked);
    return picked.map((i) => (isAsWritten ? valueAt(tree, column, from + i) : list.itemAt(i)));
  };
}

/** The sum of nothing: 0, of a type with a unit in that unit. */
function zeroOf(column: Column): Item {
  const type = column.kind === "numbers" ? null : column.type;
  const sum = type === null ? null : readValue(type, type.kind === "duration" ? "0 s" : "0");
  return typeof sum === "object" && sum !== null && !isValueError(aggregateItems("sum", [sum, sum])) ? sum : 0;
}

/** From left to right: additions of doubles do not commute. */
function totalOf(
  tree: Tree,
  column: Column,
  from: number,
  to: number,
  call: FunctionValue,
  apply: SumRow["apply"],
): Item {
  const { span } = call.arguments[0]!;
  if (countsAsNumbers(column)) {
    const numbers = new Float64Array(to - from);
    for (let k = from; k < to; k++) numbers[k - from] = checkedNumber(tree, column, k, span);
    return settled(apply(numbers), span, originAt(column, from), null);
  }
  const items: Item[] = [];
  for (let k = from; k < to; k++) items.push(quantityAt(tree, column as ItemColumn, k, span));
  const total = apply(items);
  const other = isValueError(total) ? items.findIndex((item) => isIn(item, total.right)) : -1;
  return settled(total, span, originAt(column, from), other < 0 ? null : originAt(column, from + other));
}

const isIn = (item: Item, unit: string): boolean =>
  typeof item === "object" &&
  ((item.kind === "money" && item.currency === unit) || (item.kind === "quantity" && item.unit === unit));

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

function unreadable(column: Exclude<Column, NumberColumn>, k: number, text: string, span: Span): Error {
  const { type } = column;
  if (type?.kind === "string" && column.inferred == null)
    return badValue(span, originAt(column, k), "in a column of numbers", `${quoted(text)} in one of texts`);
  return badValueAt(
    span,
    column,
    k,
    article(type === null || type.kind === "string" ? "number" : printValueType(type)),
    quoted(text),
  );
}

/** The values of one entry; sorted or keyed where a function asks for it. */
class ItemList implements PickList {
  readonly count: number;
  private keys: SortKeys | null = null;
  private compareBy: readonly [Compare, Compare] | null = null;

  constructor(
    private readonly tree: Tree,
    private readonly column: Column,
    private readonly from: number,
    to: number,
    private readonly span: Span,
  ) {
    this.count = to - from;
  }

  private get sortKeys(): SortKeys {
    if (this.keys !== null) return this.keys;
    const { tree, column, span } = this;
    const at = indices(this.count).map((i) => this.from + i);
    const type = column.kind === "numbers" ? null : column.type;
    if (type !== null && type.kind !== "string") for (const k of at) checkRead(tree, column, k, span);
    this.keys = sortKeysOf(tree, column, at, span);
    return this.keys;
  }

  compare(a: number, b: number, isDescending: boolean): number {
    this.compareBy ??= [comparator(this.sortKeys, false), comparator(this.sortKeys, true)];
    return this.compareBy[isDescending ? 1 : 0](a, b);
  }

  key(index: number, fold: ((text: string) => string) | null): EqualKey {
    return distinctKey(this.tree, this.column, this.from + index, fold);
  }

  /** A number where all are numbers, a value of the type where that is known, else as it is or was written. */
  itemAt(index: number): Item {
    const { column } = this;
    const item = valueAt(this.tree, column, this.from + index);
    if (typeof item !== "string") return item;
    const type = column.kind === "numbers" ? null : (column.type ?? column.inferred?.kind ?? null);
    // The only value of a list must be readable, too.
    const { kind, keys } = this.sortKeys;
    if (type !== null) return readAs(type, item);
    return kind === "numbers" && keys[index] === Number(item) ? Number(item) : item;
  }
}

/** Numbers by value if both read as numbers, then instants, else texts. */
function distinctKey(tree: Tree, column: Column, k: number, fold: ((text: string) => string) | null): EqualKey {
  const item = valueAt(tree, column, k);
  return fold !== null && typeof item === "string" ? `s${fold(item)}` : equalKeyAt(tree, column, k);
}
