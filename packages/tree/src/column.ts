import { NONE } from "./ids.js";

/** The values of one attribute on the nodes of one type: by rank where most have it, else as two sorted lists. */
export type Column = DenseColumn | SparseColumn;

/** `values[rank]` is a value id or -1. */
interface DenseColumn {
  readonly kind: "dense";
  readonly values: Int32Array;
}

/** `ranks` ascends; `values[i]` belongs to `ranks[i]`. */
interface SparseColumn {
  readonly kind: "sparse";
  readonly ranks: Int32Array;
  readonly values: Int32Array;
}

/** The value id at a rank, -1 where absent. */
export function columnValue(column: Column, rank: number): number {
  if (column.kind === "dense") return column.values[rank]!;
  const at = lowerBound(column.ranks, rank);
  return column.ranks[at] === rank ? column.values[at]! : NONE;
}

/** The first index in `[from, to)` of an ascending list whose entry is at least `key`. */
export function lowerBound(list: Int32Array, key: number, from = 0, to = list.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lower bound from `from` to the end, in time that grows with the distance from there. */
export function lowerBoundNear(list: Int32Array, key: number, from: number): number {
  let low = from;
  let high = from;
  for (let step = 1; high < list.length && list[high]! < key; step *= 2) {
    low = high + 1;
    high += step;
  }
  return lowerBound(list, key, low, Math.min(high, list.length));
}

/** Below one value in eight nodes a dense column would waste more than it saves. */
const SPARSE_FACTOR = 8;

/** Tests that the number of values on the number of nodes makes a dense column. */
export const isDense = (count: number, nodeCount: number): boolean => count * SPARSE_FACTOR >= nodeCount;

export function makeColumn(ranks: Int32Array, values: Int32Array, size: number): Column {
  if (!isDense(ranks.length, size)) return { kind: "sparse", ranks, values };
  const dense = new Int32Array(size).fill(NONE);
  for (let i = 0; i < ranks.length; i++) dense[ranks[i]!] = values[i]!;
  return { kind: "dense", values: dense };
}
