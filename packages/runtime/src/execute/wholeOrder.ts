import type { OrderOperator } from "@semantic-xpath/planner";
import { NONE, type Tree } from "@semantic-xpath/tree";
import { driveSync } from "./drive.js";
import { type Frame, indices, weightIn } from "./frame.js";
import { firstOf, topOrder } from "./order.js";
import { evaluateKeyColumns, type KeyColumn, orderOf } from "./orderBy.js";
import { reaches } from "./reaches.js";
import type { Run } from "./run.js";
import { type Column, originAt, valueAt } from "./values/column.js";
import { type Compare, comparator, sortKeysOf } from "./values/sortKeys.js";

/** Remaining entries of one tree, in document order or, if only the best are needed, the best first. */
interface Part {
  readonly run: Run;
  readonly frame: Frame;
}

/** Entries of several parts in one order: `part[i]` says of which part entry i is, `entry[i]` which one of it. */
export interface MergedOrder {
  readonly part: Int32Array;
  readonly entry: Int32Array;
}

/**
 * The first `limit` entries of all parts that weigh enough, in the order of the query: by its keys, by weight, else part by part. What ties goes in the
 * order of the parts, then of each.
 */
export function wholeOrder(parts: readonly Part[], limit: number, minScore: number): MergedOrder {
  const { part, entry } = oneAfterAnother(parts);
  const order = orderOfAll(parts, part.length, limit, minScore);
  return { part: order.map((i) => part[i]!), entry: order.map((i) => entry[i]!) };
}

function oneAfterAnother(parts: readonly Part[]): MergedOrder {
  const total = parts.reduce((sum, { frame }) => sum + frame.ids.length, 0);
  const part = new Int32Array(total);
  const entry = new Int32Array(total);
  let at = 0;
  for (const [p, { frame }] of parts.entries())
    for (let i = 0; i < frame.ids.length; i++, at++) {
      part[at] = p;
      entry[at] = i;
    }
  return { part, entry };
}

function orderOfAll(parts: readonly Part[], count: number, limit: number, minScore: number): Int32Array {
  const plan = parts[0]?.run.plan;
  const inPlace = indices(count);
  if (plan === undefined || plan.result.kind === "Value") return inPlace;
  const isWeighted = parts.some(({ frame }) => frame.weights !== null);
  const weights = isWeighted ? inOne(parts) : null;
  const weighing = (order: Int32Array): Int32Array =>
    weights === null || minScore === 0 ? order : order.filter((i) => reaches(weights[i]!, minScore));
  if (plan.order === "keys") {
    const byKeys = comparing(parts, orderOf(plan.result));
    const compare: Compare = (a, b) => byKeys(a, b) || (weights === null ? 0 : weights[b]! - weights[a]!) || a - b;
    if (minScore > 0) return firstIn(weighing(inPlace).sort(compare), limit);
    return firstOf(0, count, Math.min(limit, count), (a, b) => compare(a, b) > 0).sort(compare);
  }
  if (plan.order === "document" || weights === null) return firstIn(weighing(inPlace), limit);
  return minScore > 0 ? firstIn(weighing(topOrder(weights, inPlace, count)), limit) : topOrder(weights, inPlace, limit);
}

const firstIn = (order: Int32Array, limit: number): Int32Array => order.subarray(0, Math.min(limit, order.length));

function inOne(parts: readonly Part[]): Float64Array {
  return Float64Array.from(
    parts.flatMap(({ frame: { ids, weights } }) => Array.from(ids, (_, i) => weightIn(weights, i))),
  );
}

/** Keys of all parts are compared as if they were of one tree: whether they are read as numbers, dates or texts is decided by all of them. */
function comparing(parts: readonly Part[], order: OrderOperator): Compare {
  const columns = parts.map(({ run, frame }) => driveSync(evaluateKeyColumns(run, order, frame.ids)));
  const compares = order.keys.map(({ value, isDescending }, k) => {
    const pieces = parts.map(({ run }, p) => ({ tree: run.tree, ...columns[p]![k]! }));
    const { column, at } = joined(pieces);
    return comparator(sortKeysOf(parts[0]!.run.tree, column, at, value.span), isDescending);
  });
  return (a, b) => {
    for (const compare of compares) {
      const sign = compare(a, b);
      if (sign !== 0) return sign;
    }
    return 0;
  };
}

interface Piece extends KeyColumn {
  readonly tree: Tree;
}

/** The key columns of several trees as one that needs no tree. */
function joined(pieces: readonly Piece[]): KeyColumn {
  if (pieces.length === 1) return pieces[0]!;
  const places: { readonly piece: Piece; readonly k: number }[] = [];
  const at = Int32Array.from(
    pieces.flatMap((piece) => Array.from(piece.at, (k) => (k < 0 ? NONE : places.push({ piece, k }) - 1))),
  );
  const values = places.map(({ piece, k }) => valueAt(piece.tree, piece.column, k));
  if (pieces.every(({ column }) => column.kind === "numbers"))
    return { column: { kind: "numbers", values: Float64Array.from(values as number[]), isPresent: null }, at };
  const origin = (k: number): string | null => originAt(places[k]!.piece.column, places[k]!.k);
  return { column: { kind: "items", values, offsets: null, type: typeIn(pieces), origin }, at };
}

const typeIn = (pieces: readonly Piece[]): Exclude<Column, { kind: "numbers" }>["type"] => {
  for (const { column } of pieces) if (column.kind !== "numbers" && column.type !== null) return column.type;
  return null;
};
