import { DOCUMENT, lowerBound, type Tree } from "@semantic-xpath/tree";
import { IdBuffer, indices, weightIn } from "../frame.js";
import { type AxisAlgorithm, type NodeMarks, type NodeSet, nothing } from "./algorithm.js";
import { rangePlaces } from "./places.js";
import type { ResolvedAxis } from "./resolvedAxis.js";

type Bound = AxisAlgorithm["from"];

/** An axis that is a range of document order: all nodes in `[from, to)`. */
const rangeAxis = (
  leads: AxisAlgorithm["leads"],
  from: Bound,
  to: Bound,
  union: AxisAlgorithm["union"],
): AxisAlgorithm => ({
  from,
  to,
  leads,
  endInPosting: (_, __, ___, high) => high,
  walk: (tree, mask, context, out, most) => {
    const { type } = tree;
    const last = to(tree, context);
    for (let node = from(tree, context); node < last && out.length < most; node++)
      if (mask[type[node]!]) out.push(node);
  },
  union,
  unionOfPlaces: (tree, axis, contexts) => rangePlaces(tree, axis, contexts, { from, to }),
  appendPlaces: null,
  reaches: (tree, set) => {
    const upTo = countUpTo(set);
    return (context) => upTo[to(tree, context)]! > upTo[from(tree, context)]!;
  },
});

const itself: Bound = (_, context) => context;
const nodeAfter: Bound = (_, context) => context + 1;
const end: Bound = ({ end }, context) => end[context]!;
const endOfTree: Bound = ({ type }) => type.length;

export const self = rangeAxis("down", itself, nodeAfter, () => null);
export const descendant = rangeAxis("down", nodeAfter, end, (tree, axis, contexts) =>
  unionDescendants(tree, axis, contexts, false),
);
export const descendantOrSelf = rangeAxis("down", itself, end, (tree, axis, contexts) =>
  unionDescendants(tree, axis, contexts, true),
);
export const following = rangeAxis("after", end, endOfTree, unionFollowing);

/** `result[n]`: how many nodes before n are in a set. */
function countUpTo(set: NodeMarks): Int32Array {
  const counts = new Int32Array(set.length + 1);
  for (let node = 0; node < set.length; node++) counts[node + 1] = counts[node]! + set[node]!;
  return counts;
}

/** Outermost contexts cover the subtrees of nested ones; with weights, a stack of open contexts knows the highest. */
function unionDescendants(tree: Tree, axis: ResolvedAxis, contexts: NodeSet, self: boolean): NodeSet {
  const { ids } = contexts;
  const { types } = axis;
  if (types !== null && types.length === 0) return nothing(contexts);
  const single = axis.indexed && types !== null && types.length === 1 ? tree.postings[types[0]!]! : null;
  let nodes: Int32Array;
  if (single !== null && ids.length === 1) {
    const context = ids[0]!;
    const low = context === DOCUMENT ? 0 : lowerBound(single, self ? context : context + 1);
    const high = context === DOCUMENT ? single.length : lowerBound(single, tree.end[context]!, low);
    nodes = low === 0 && high === single.length ? single : single.subarray(low, high);
  } else {
    const out = new IdBuffer();
    let covered = 0;
    for (let i = 0; i < ids.length; i++) {
      const context = ids[i]!;
      if (context < covered) continue;
      const from = self ? context : context + 1;
      covered = tree.end[context]!;
      if (single !== null) {
        const low = lowerBound(single, from);
        out.append(single, low, lowerBound(single, covered, low));
      } else if (axis.indexed && types !== null) pushTypes(tree, axis, from, covered, out);
      else for (let node = from; node < covered; node++) if (axis.mask[tree.type[node]!]) out.push(node);
    }
    nodes = out.take();
  }
  return { ids: nodes, weights: contexts.weights === null ? null : highestOpenWeight(tree, contexts, nodes, self) };
}

/** Several posting lists: merged by a sort where they are short, else by one scan of the range. */
function pushTypes(tree: Tree, { types, mask }: ResolvedAxis, from: number, to: number, out: IdBuffer): void {
  let total = 0;
  for (const type of types!) {
    const posting = tree.postings[type]!;
    total += lowerBound(posting, to) - lowerBound(posting, from);
  }
  if (total * 8 > to - from) {
    for (let node = from; node < to; node++) if (mask[tree.type[node]!]) out.push(node);
    return;
  }
  const start = out.length;
  for (const type of types!) {
    const posting = tree.postings[type]!;
    const low = lowerBound(posting, from);
    out.append(posting, low, lowerBound(posting, to, low));
  }
  out.data.subarray(start, out.length).sort();
}

function highestOpenWeight(tree: Tree, contexts: NodeSet, found: Int32Array, self: boolean): Float64Array {
  const { ids } = contexts;
  const weights = contexts.weights!;
  const openEnd: number[] = [];
  const openHighest: number[] = [];
  const result = new Float64Array(found.length);
  let next = 0;
  for (let i = 0; i < found.length; i++) {
    const node = found[i]!;
    while (next < ids.length && (ids[next]! < node || (self && ids[next] === node))) {
      const context = ids[next]!;
      while (openEnd.length > 0 && openEnd[openEnd.length - 1]! <= context) {
        openEnd.pop();
        openHighest.pop();
      }
      const above = openHighest.length === 0 ? 0 : openHighest[openHighest.length - 1]!;
      openEnd.push(tree.end[context]!);
      openHighest.push(Math.max(above, weights[next]!));
      next++;
    }
    while (openEnd.length > 0 && openEnd[openEnd.length - 1]! <= node) {
      openEnd.pop();
      openHighest.pop();
    }
    result[i] = openHighest[openHighest.length - 1]!;
  }
  return result;
}

/** `v` follows `c` where `v ≥ end[c]`: contexts by their end, with the highest weight so far. */
function unionFollowing(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet {
  const order = indices(contexts.ids.length).sort((a, b) => tree.end[contexts.ids[a]!]! - tree.end[contexts.ids[b]!]!);
  const nodes = new IdBuffer();
  const highest: number[] = [];
  let next = 0;
  let best = -1;
  for (let node = tree.end[contexts.ids[order[0]!]!]!; node < tree.type.length; node++) {
    while (next < order.length && tree.end[contexts.ids[order[next]!]!]! <= node) {
      best = Math.max(best, weightIn(contexts.weights, order[next]!));
      next++;
    }
    if (!axis.mask[tree.type[node]!]) continue;
    nodes.push(node);
    highest.push(best);
  }
  return { ids: nodes.take(), weights: contexts.weights === null ? null : Float64Array.from(highest) };
}
