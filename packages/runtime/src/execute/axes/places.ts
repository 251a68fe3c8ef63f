import { placeInterval } from "@semantic-xpath/planner";
import { lowerBound, type Tree } from "@semantic-xpath/tree";
import { indices, weightIn } from "../frame.js";
import { type AxisAlgorithm, type NodeSet, nothing } from "./algorithm.js";
import type { ResolvedAxis } from "./resolvedAxis.js";
import { scratchOf } from "./scratch.js";

/** An interval of a list that one context keeps by its position, such as that of `following-sibling::*[-1]` or `//*[2:]`. */
interface Stretch {
  readonly start: number;
  readonly stop: number;
  readonly weight: number;
}

/** Candidates are an interval of all nodes that pass the test, in document order. */
export function rangePlaces(
  tree: Tree,
  axis: ResolvedAxis,
  contexts: NodeSet,
  { from, to }: Pick<AxisAlgorithm, "from" | "to">,
): NodeSet {
  const base = passing(tree, axis);
  const stretches: Stretch[] = [];
  for (let i = 0; i < contexts.ids.length; i++) {
    const context = contexts.ids[i]!;
    const low = lowerBound(base, from(tree, context));
    const high = lowerBound(base, to(tree, context), low);
    const { start, stop } = placeInterval(axis.take!, high - low);
    stretches.push({ start: low + start, stop: low + stop, weight: weightIn(contexts.weights, i) });
  }
  return painted(base, stretches, contexts);
}

function passing(tree: Tree, { types, mask }: ResolvedAxis): Int32Array {
  if (types?.length === 1) return tree.postings[types[0]!]!;
  return indices(tree.type.length).filter((node) => mask[tree.type[node]!]);
}

/** Candidates are an interval of the parent's children that pass the test; of preceding siblings, read backwards. */
export function siblingPlaces(tree: Tree, axis: ResolvedAxis, contexts: NodeSet, isFollowing: boolean): NodeSet {
  const { column, value } = scratchOf(tree).mark();
  const at = new Map<number, number>();
  const parents = new Set<number>();
  for (let i = 0; i < contexts.ids.length; i++) {
    const context = contexts.ids[i]!;
    column[context] = value;
    at.set(context, i);
    if (tree.parent[context]! >= 0) parents.add(tree.parent[context]!);
  }
  const base: number[] = [];
  const stretches: Stretch[] = [];
  for (const parent of parents) {
    const first = base.length;
    const waiting: { readonly from: number; readonly weight: number }[] = [];
    for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
      const passes = axis.mask[tree.type[child]!] === 1;
      if (column[child] === value) {
        const weight = weightIn(contexts.weights, at.get(child)!);
        if (isFollowing) waiting.push({ from: base.length + (passes ? 1 : 0), weight });
        else {
          // Read backwards: the first place is the last entry.
          const { start, stop } = placeInterval(axis.take!, base.length - first);
          stretches.push({ start: base.length - stop, stop: base.length - start, weight });
        }
      }
      if (passes) base.push(child);
    }
    for (const { from, weight } of waiting) {
      const { start, stop } = placeInterval(axis.take!, base.length - from);
      stretches.push({ start: from + start, stop: from + stop, weight });
    }
  }
  return painted(Int32Array.from(base), stretches, contexts);
}

/** The union of intervals, each entry with the highest weight: the heaviest is painted first and nothing is painted twice. */
function painted(base: Int32Array, kept: Stretch[], contexts: NodeSet): NodeSet {
  if (kept.every(({ start, stop }) => start === stop)) return nothing(contexts);
  kept.sort((a, b) => b.weight - a.weight);
  const weights = new Float64Array(base.length).fill(-1);
  const next = indices(base.length + 1);
  let count = 0;
  for (const { start, stop, weight } of kept) {
    for (let i = unpainted(next, start); i < stop; i = unpainted(next, i)) {
      weights[i] = weight;
      next[i] = i + 1;
      count++;
    }
  }
  const order = new Int32Array(count);
  for (let i = 0, k = 0; i < base.length; i++) if (weights[i]! >= 0) order[k++] = i;
  order.sort((a, b) => base[a]! - base[b]!);
  return {
    ids: order.map((i) => base[i]!),
    weights: contexts.weights === null ? null : Float64Array.from(order, (i) => weights[i]!),
  };
}

/** The first entry from `i` on that is not painted; shortens the way for those who come after. */
function unpainted(next: Int32Array, i: number): number {
  let end = i;
  while (next[end] !== end) end = next[end]!;
  for (let at = i; next[at] !== end && at !== end; ) {
    const following = next[at]!;
    next[at] = end;
    at = following;
  }
  return end;
}
