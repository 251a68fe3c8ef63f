import { placeInterval } from "@semantic-xpath/planner";
import { lowerBound, type Tree } from "@semantic-xpath/tree";
import { EMPTY_IDS, indices } from "./frame.js";
import { neededFromFront, type ResolvedAxis } from "./resolvedAxis.js";
import { scratchOf } from "./scratch.js";
import type { NodeSet } from "./union.js";

/** Up to here walking from each context is cheaper than laying out what all candidates lie in. */
const FEW_CONTEXTS = 16;
const FEW_PLACES = 16;

/** An interval of a list that one context keeps. */
interface Kept {
  readonly start: number;
  readonly stop: number;
  readonly weight: number;
}

/**
 * Positions far from the front, such as `following-sibling::*[-1]` or `//*[2:]` from many contexts: candidate lists of one axis
 * are intervals of a common list, so what a context keeps is an interval as well, and their union is painted in one pass. null
 * where walking from each context costs no more, and for axes whose lists are no intervals.
 */
export function unionOfPlaces(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet | null {
  const { take } = axis;
  if (take === null || contexts.ids.length < FEW_CONTEXTS || neededFromFront(take) <= FEW_PLACES) return null;
  switch (axis.axis) {
    case "following-sibling":
    case "preceding-sibling":
      return siblingPlaces(tree, axis, contexts);
    case "descendant":
    case "descendant-or-self":
    case "following":
      return rangePlaces(tree, axis, contexts);
    default:
      return null;
  }
}

const weightOf = ({ weights }: NodeSet, i: number): number => (weights === null ? 1 : weights[i]!);

/** Candidates are an interval of all nodes that pass the test, in document order. */
function rangePlaces(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet {
  const base = passing(tree, axis);
  const kept: Kept[] = [];
  for (let i = 0; i < contexts.ids.length; i++) {
    const context = contexts.ids[i]!;
    const end = tree.end[context]!;
    const from = axis.axis === "following" ? end : axis.axis === "descendant" ? context + 1 : context;
    const low = lowerBound(base, from);
    const high = axis.axis === "following" ? base.length : lowerBound(base, end, low);
    keep(kept, axis, low, high, false, weightOf(contexts, i));
  }
  return painted(base, kept, contexts);
}

function passing(tree: Tree, { types, mask }: ResolvedAxis): Int32Array {
  if (types?.length === 1) return tree.postings[types[0]!]!;
  return indices(tree.type.length).filter((node) => mask[tree.type[node]!]);
}

/** Candidates are an interval of the parent's children that pass the test; of preceding siblings, read backwards. */
function siblingPlaces(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet {
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
  const kept: Kept[] = [];
  const following = axis.axis === "following-sibling";
  for (const parent of parents) {
    const first = base.length;
    const waiting: { readonly from: number; readonly weight: number }[] = [];
    for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
      const passes = axis.mask[tree.type[child]!] === 1;
      if (column[child] === value) {
        const weight = weightOf(contexts, at.get(child)!);
        if (following) waiting.push({ from: base.length + (passes ? 1 : 0), weight });
        else keep(kept, axis, first, base.length, true, weight);
      }
      if (passes) base.push(child);
    }
    for (const { from, weight } of waiting) keep(kept, axis, from, base.length, false, weight);
  }
  return painted(Int32Array.from(base), kept, contexts);
}

/** Adds what the position keeps of the list `[low, high)`, read backwards or not. */
function keep(kept: Kept[], axis: ResolvedAxis, low: number, high: number, backwards: boolean, weight: number): void {
  const { start, stop } = placeInterval(axis.take!, high - low);
  if (start === stop) return;
  kept.push(
    backwards ? { start: high - stop, stop: high - start, weight } : { start: low + start, stop: low + stop, weight },
  );
}

/** The union of intervals, each entry with the highest weight: the heaviest is painted first and nothing is painted twice. */
function painted(base: Int32Array, kept: Kept[], contexts: NodeSet): NodeSet {
  if (kept.length === 0) return { ids: EMPTY_IDS, weights: contexts.weights === null ? null : new Float64Array(0) };
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
