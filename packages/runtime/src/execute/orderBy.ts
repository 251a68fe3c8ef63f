import {
  describeValue,
  type OrderKey,
  type OrderOperator,
  type PathPlan,
  type SequencePlan,
  startSequence,
} from "@semantic-xpath/planner";
import { NONE } from "@semantic-xpath/tree";
import { nodesBatch } from "./batch.js";
import type { Task } from "./effects.js";
import { type Frame, indices, type List, pick } from "./frame.js";
import { firstOf } from "./order.js";
import { reaches } from "./reaches.js";
import type { Run } from "./run.js";
import { type Column, entryPath, fromOf, severalValues, toOf } from "./values/column.js";
import { evaluateValue } from "./values/evaluate.js";
import { isReadable, noteCaveats, noteUnread } from "./values/inferred.js";
import { type Compare, comparator, sortKeysOf } from "./values/sortKeys.js";

/** The keys of the nodes of a list, each key a column, and where an entry has none. */
interface KeyColumns {
  /** Below 0 if an entry of `[from, to)` comes before another; what ties goes by weight, then by document order, then by place. */
  comparing(from: number, to: number): Compare;
}

/** True if a key has at most one value, and finding it can't fail. */
export const isAlwaysOne = ({ value: { kind } }: OrderKey): boolean =>
  kind === "AttributeValue" || kind === "OwnText" || kind === "StringValue" || kind === "NameValue";

/** The values of one key, and the place of each entry's among them, -1 where it has none. */
export interface KeyColumn {
  readonly column: Column;
  readonly at: Int32Array;
}

/** Ends the run where a key has several values, or can't be computed. */
export function* evaluateKeyColumns(run: Run, { keys }: OrderOperator, ids: Int32Array): Task<readonly KeyColumn[]> {
  const columns: KeyColumn[] = [];
  for (const { value } of keys) {
    const column = yield* evaluateValue(run, value, nodesBatch(ids));
    if (column.kind !== "numbers" && column.inferred != null) noteCaveats(run, column.inferred);
    noteUnread(run, value, ids);
    const at = new Int32Array(ids.length);
    for (let i = 0; i < at.length; i++) {
      const from = fromOf(column, i);
      const count = toOf(column, i) - from;
      if (count > 1) {
        const owner = run.groups.isGroup(ids[i]!) ? "a group" : entryPath(run.tree, ids[i]!);
        throw severalValues(value.span, column, i, `the key ${describeValue(value)} of ${owner}`);
      }
      at[i] = count === 0 || !isReadable(run.tree, column, from) ? NONE : from;
    }
    columns.push({ column, at });
  }
  return columns;
}

export function* evaluateKeys(
  run: Run,
  order: OrderOperator,
  list: Pick<List, "ids" | "own" | "attributes">,
): Task<KeyColumns> {
  const { ids, own, attributes } = list;
  const { keys } = order;
  const columns = yield* evaluateKeyColumns(run, order, ids);
  const comparing = (from: number, to: number): Compare => {
    const compares = columns.map(({ column, at }, k) =>
      comparator(sortKeysOf(run.tree, column, at.subarray(from, to), keys[k]!.value.span), keys[k]!.isDescending, from),
    );
    // Groups that nothing has been scored on keep their order.
    const weights = own === null ? null : run.groups.totals(ids, own);
    const ties: Compare = (a, b) =>
      (weights === null ? 0 : weights[b]! - weights[a]!) ||
      ids[a]! - ids[b]! ||
      (attributes === null ? 0 : attributes[a]! - attributes[b]!) ||
      a - b;
    if (compares.length === 1) {
      const compare = compares[0]!;
      return (a, b) => compare(a, b) || ties(a, b);
    }
    return (a, b) => {
      for (const compare of compares) {
        const sign = compare(a, b);
        if (sign !== 0) return sign;
      }
      return ties(a, b);
    };
  };
  return { comparing };
}

/**
 * The entries `[from, to)` in the order of their keys, those at the places `[start, stop)` of it, as indices: a bounded heap where these are
 * few and at one end.
 */
function keyOrder(keys: KeyColumns, from: number, to: number, start = 0, stop: number = to - from): Int32Array {
  const compare = keys.comparing(from, to);
  const count = to - from;
  if (stop <= start) return new Int32Array(0);
  if (count - start < stop) {
    const last = firstOf(from, to, count - start, (a, b) => compare(a, b) < 0);
    return last.sort(compare).subarray(0, stop - start);
  }
  return firstOf(from, to, stop, (a, b) => compare(a, b) > 0)
    .sort(compare)
    .subarray(start);
}

/** The order by which the whole of a sequence is sorted whose order is that of keys. */
export function orderOf(sequence: SequencePlan): OrderOperator {
  const brackets =
    sequence.kind === "Group"
      ? sequence.brackets
      : sequence.kind === "Path"
        ? (sequence.steps.at(-1)?.brackets ?? [])
        : [];
  const lastOrder = brackets.findLast(({ kind }) => kind === "Order");
  if (lastOrder?.kind === "Order") return lastOrder;
  const before = sequence.kind === "Group" ? sequence.input : sequence.kind === "Path" ? startOf(sequence) : null;
  if (before === null) throw new Error("a sequence in the order of keys has an order by");
  return orderOf(before);
}

const startOf = (path: PathPlan): SequencePlan | null => (path.steps.length === 0 ? startSequence(path) : null);

/**
 * A whole sequence in the order of keys, the first `limit` entries of it that weigh enough. What weighs less is cut from the order and not from
 * what it is the order of: whether keys are read as numbers, dates or texts is decided by all.
 */
export function* keyFrame(
  run: Run,
  order: OrderOperator,
  frame: Frame,
  limit = Number.POSITIVE_INFINITY,
  minScore = 0,
): Task<Frame> {
  const { ids, attributes } = frame;
  const keys = yield* evaluateKeys(run, order, { ids, own: frame.weights, attributes });
  const weights = run.groups.totals(ids, frame.weights);
  if (minScore === 0 || weights === null)
    return pick(frame, keyOrder(keys, 0, ids.length, 0, Math.min(limit, ids.length)));
  const heavy = indices(ids.length).filter((i) => reaches(weights[i]!, minScore));
  return pick(frame, heavy.sort(keys.comparing(0, ids.length)).subarray(0, Math.min(limit, heavy.length)));
}

/** Every list in the order of its keys; with places, only those of each. */
export function* orderSegments(
  run: Run,
  order: OrderOperator,
  list: List,
  places: (count: number) => { readonly start: number; readonly stop: number } = (count) => ({ start: 0, stop: count }),
): Task<{ readonly at: Int32Array; readonly segments: Int32Array | null }> {
  const keys = yield* evaluateKeys(run, order, list);
  const bounds = list.segments ?? Int32Array.of(0, list.ids.length);
  const at = indices(list.ids.length);
  const segments = new Int32Array(bounds.length);
  let length = 0;
  for (let s = 0; s + 1 < bounds.length; s++) {
    const from = bounds[s]!;
    const to = bounds[s + 1]!;
    const { start, stop } = places(to - from);
    const ordered = keyOrder(keys, from, to, start, stop);
    at.set(ordered, length);
    length += ordered.length;
    segments[s + 1] = length;
    if ((s & 63) === 63 && run.clock.isDue) yield* run.clock.pause();
  }
  return { at: at.subarray(0, length), segments: list.segments === null ? null : segments };
}
