import { DOCUMENT, lowerBound, type Tree } from "@semantic-xpath/tree";
import { pushCandidates, rangeInIndex } from "./candidates.js";
import { EMPTY_IDS, IdBuffer, indices, isAscending } from "./frame.js";
import { unionOfPlaces } from "./placedUnion.js";
import type { ResolvedAxis } from "./resolvedAxis.js";
import { scratchOf } from "./scratch.js";

/** Distinct nodes in document order with the highest weight of the contexts that reach them. */
export interface NodeSet {
  readonly ids: Int32Array;
  /** null: every weight is 1. */
  readonly weights: Float64Array | null;
}

/**
 * `⋃ axis(c) ∩ test` over contexts in document order, each node with the highest weight of a context that reaches it. Linear in
 * contexts, walked nodes and results: nested contexts, long sibling lists and deep chains are each passed once.
 */
export function unionAxis(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet {
  if (contexts.ids.length === 0) return contexts;
  if (axis.take !== null) return unionOfPlaces(tree, axis, contexts) ?? collect(tree, axis, contexts);
  switch (axis.axis) {
    case "self":
      return collect(tree, axis, contexts);
    case "child":
      return unionChildren(tree, axis, contexts);
    case "descendant":
    case "descendant-or-self":
      return unionDescendants(tree, axis, contexts);
    case "parent":
    case "ancestor":
    case "ancestor-or-self":
      return unionAncestors(tree, axis, contexts);
    case "following-sibling":
    case "preceding-sibling":
      return unionSiblings(tree, axis, contexts);
    case "following":
      return unionFollowing(tree, axis, contexts);
    case "preceding":
      return unionPreceding(tree, axis, contexts);
  }
}

/** No nodes, with weights where the contexts have them. */
const nothing = ({ weights }: NodeSet): NodeSet => ({
  ids: EMPTY_IDS,
  weights: weights === null ? null : new Float64Array(0),
});

/** Candidates context by context, then merged: for positions, and where contexts give few candidates each. */
function collect(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet {
  const range = contexts.ids.length === 1 ? rangeInIndex(tree, axis, contexts.ids[0]!) : null;
  if (range !== null) return viewOf(range, contexts);
  const out = new IdBuffer(Math.max(16, contexts.ids.length));
  if (contexts.weights === null) {
    for (const context of contexts.ids) pushCandidates(tree, axis, context, out);
    return { ids: sortedDistinct(out.take()), weights: null };
  }
  const ends = new Int32Array(contexts.ids.length);
  for (let i = 0; i < ends.length; i++) {
    pushCandidates(tree, axis, contexts.ids[i]!, out);
    ends[i] = out.length;
  }
  const ids = out.take();
  const weights = new Float64Array(ids.length);
  for (let i = 0, from = 0; i < ends.length; from = ends[i++]!) weights.fill(contexts.weights[i]!, from, ends[i]!);
  return mergeHighest(ids, weights);
}

/** The candidates of the only context, without copying them. */
function viewOf({ posting, from, to }: NonNullable<ReturnType<typeof rangeInIndex>>, { weights }: NodeSet): NodeSet {
  const ids = to - from === posting.length ? posting : posting.subarray(from, to);
  return { ids, weights: weights === null ? null : new Float64Array(ids.length).fill(weights[0]!) };
}

export function sortedDistinct(ids: Int32Array): Int32Array {
  if (isAscending(ids)) return ids;
  const sorted = ids.slice().sort();
  let length = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[length++] = sorted[i]!;
  return sorted.subarray(0, length);
}

/** Entries in any order to distinct nodes in document order, each with its highest weight. */
export function mergeHighest(ids: Int32Array, weights: Float64Array): NodeSet {
  if (isAscending(ids)) return { ids, weights };
  const order = indices(ids.length);
  order.sort((a, b) => ids[a]! - ids[b]!);
  const mergedIds = new Int32Array(ids.length);
  const mergedWeights = new Float64Array(ids.length);
  let length = 0;
  for (const at of order) {
    if (length > 0 && mergedIds[length - 1] === ids[at]) {
      if (weights[at]! > mergedWeights[length - 1]!) mergedWeights[length - 1] = weights[at]!;
    } else {
      mergedIds[length] = ids[at]!;
      mergedWeights[length++] = weights[at]!;
    }
  }
  return { ids: mergedIds.subarray(0, length), weights: mergedWeights.subarray(0, length) };
}

/** Each node has one parent, so children of distinct contexts are distinct. */
function unionChildren(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet {
  const { ids, weights } = contexts;
  const single = axis.indexed && axis.types !== null && axis.types.length === 1 ? axis.types[0]! : -1;
  if (axis.types !== null && axis.types.length === 0) return nothing(contexts);
  if (single >= 0 && coversAllParents(tree, single, ids)) {
    const posting = tree.postings[single]!;
    return { ids: posting, weights: weights === null ? null : weightsByRank(tree, posting, weights) };
  }
  if (single < 0 || ids.length < 8) return collect(tree, axis, contexts);
  const posting = tree.postings[single]!;
  const low = lowerBound(posting, ids[0]! + 1);
  const high = lowerBound(posting, tree.end[ids[ids.length - 1]!]!, low);
  const last = ids.some((id) => tree.end[id]! > tree.end[ids[ids.length - 1]!]!) ? posting.length : high;
  if (last - low > ids.length * 32) return collect(tree, axis, contexts);
  return childrenByParentCheck(tree, posting, low, last, contexts);
}

/** Whether the contexts are all nodes of the only type under which a type occurs: then every node of it is a result. */
function coversAllParents(tree: Tree, type: number, ids: Int32Array): boolean {
  const parentType = tree.shapes[type]!.soleParentType;
  if (parentType < 0) return false;
  const parents = tree.postings[parentType]!;
  return (
    ids === parents || (ids.length === parents.length && tree.type[ids[0]!] === parentType && sameIds(ids, parents))
  );
}

function sameIds(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function weightsByRank(tree: Tree, posting: Int32Array, weights: Float64Array): Float64Array {
  const { parent, rank } = tree;
  const result = new Float64Array(posting.length);
  for (let i = 0; i < posting.length; i++) result[i] = weights[rank[parent[posting[i]!]!]!]!;
  return result;
}

/** Marks the contexts and reads the posting list once: one comparison per node of the type. */
function childrenByParentCheck(tree: Tree, posting: Int32Array, low: number, high: number, contexts: NodeSet): NodeSet {
  const { column, value } = scratchOf(tree).mark();
  const { ids, weights } = contexts;
  const { parent } = tree;
  for (let i = 0; i < ids.length; i++) column[ids[i]!] = value;
  const found = new Int32Array(high - low);
  let length = 0;
  for (let i = low; i < high; i++) {
    const node = posting[i]!;
    found[length] = node;
    if (column[parent[node]!] === value) length++;
  }
  const result = found.subarray(0, length);
  if (weights === null) return { ids: result, weights: null };
  const byNode = scratchOf(tree).weights();
  for (let i = 0; i < ids.length; i++) byNode[ids[i]!] = weights[i]!;
  const resultWeights = new Float64Array(length);
  for (let i = 0; i < length; i++) resultWeights[i] = byNode[parent[result[i]!]!]!;
  return { ids: result, weights: resultWeights };
}

/** Outermost contexts cover the subtrees of nested ones; with weights, a stack of open contexts knows the highest. */
function unionDescendants(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet {
  const { ids } = contexts;
  const self = axis.axis === "descendant-or-self";
  const { types } = axis;
  if (types !== null && types.length === 0) return nothing(contexts);
  const single = axis.indexed && types !== null && types.length === 1 ? tree.postings[types[0]!]! : null;
  let found: Int32Array;
  if (single !== null && ids.length === 1) {
    const context = ids[0]!;
    const low = context === DOCUMENT ? 0 : lowerBound(single, self ? context : context + 1);
    const high = context === DOCUMENT ? single.length : lowerBound(single, tree.end[context]!, low);
    found = low === 0 && high === single.length ? single : single.subarray(low, high);
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
      } else if (axis.indexed && types !== null) pushTypes(tree, types, axis.mask, from, covered, out);
      else for (let node = from; node < covered; node++) if (axis.mask[tree.type[node]!]) out.push(node);
    }
    found = out.take();
  }
  return { ids: found, weights: contexts.weights === null ? null : highestOpenWeight(tree, contexts, found, self) };
}

/** Several posting lists: merged by a sort where they are short, else by one scan of the range. */
function pushTypes(
  tree: Tree,
  types: readonly number[],
  mask: Uint8Array,
  from: number,
  to: number,
  out: IdBuffer,
): void {
  let total = 0;
  for (const type of types) {
    const posting = tree.postings[type]!;
    total += lowerBound(posting, to) - lowerBound(posting, from);
  }
  if (total * 8 > to - from) {
    for (let node = from; node < to; node++) if (mask[tree.type[node]!]) out.push(node);
    return;
  }
  const start = out.length;
  for (const type of types) {
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

/** Climbs from the heaviest context first and stops where a chain was climbed already: each node is visited once. */
function unionAncestors(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet {
  const { ids, weights } = contexts;
  const { column, value } = scratchOf(tree).mark();
  const byNode = weights === null ? null : scratchOf(tree).weights();
  const order = weights === null ? ids : byWeightDescending(ids, weights);
  const weightAt = weights === null ? null : new Map<number, number>();
  if (weightAt !== null) for (let i = 0; i < ids.length; i++) weightAt.set(ids[i]!, weights![i]!);
  const out = new IdBuffer();
  for (const context of order) {
    const weight = weightAt?.get(context) ?? 1;
    let node = axis.axis === "ancestor-or-self" ? context : tree.parent[context]!;
    while (node >= 0 && column[node] !== value) {
      column[node] = value;
      if (byNode !== null) byNode[node] = weight;
      if (axis.mask[tree.type[node]!]) out.push(node);
      if (axis.axis === "parent") break;
      node = tree.parent[node]!;
    }
  }
  const found = out.take().sort();
  return { ids: found, weights: byNode === null ? null : Float64Array.from(found, (node) => byNode[node]!) };
}

function byWeightDescending(ids: Int32Array, weights: Float64Array): Int32Array {
  const order = indices(ids.length).sort((a, b) => weights[b]! - weights[a]!);
  return order.map((at) => ids[at]!);
}

/** One pass over the children of each parent that has a context among them. */
function unionSiblings(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet {
  const { column, value } = scratchOf(tree).mark();
  const byNode = scratchOf(tree).weights();
  const { ids, weights } = contexts;
  const parents = new IdBuffer();
  const seen = new Set<number>();
  for (let i = 0; i < ids.length; i++) {
    const context = ids[i]!;
    column[context] = value;
    byNode[context] = weights === null ? 1 : weights[i]!;
    const above = tree.parent[context]!;
    if (above >= 0 && !seen.has(above)) {
      seen.add(above);
      parents.push(above);
    }
  }
  const found = new IdBuffer();
  const highest: number[] = [];
  const following = axis.axis === "following-sibling";
  for (const above of parents.take()) {
    const children: number[] = [];
    for (let child = above + 1; child < tree.end[above]!; child = tree.end[child]!) children.push(child);
    let best = -1;
    for (let i = 0; i < children.length; i++) {
      const child = children[following ? i : children.length - 1 - i]!;
      if (best >= 0 && axis.mask[tree.type[child]!]) {
        found.push(child);
        highest.push(best);
      }
      if (column[child] === value && byNode[child]! > best) best = byNode[child]!;
    }
  }
  const merged = mergeHighest(found.take(), Float64Array.from(highest));
  return { ids: merged.ids, weights: weights === null ? null : merged.weights };
}

/** `v` follows `c` where `v ≥ end[c]`: contexts by their end, with the highest weight so far. */
function unionFollowing(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet {
  const order = indices(contexts.ids.length).sort((a, b) => tree.end[contexts.ids[a]!]! - tree.end[contexts.ids[b]!]!);
  const found = new IdBuffer();
  const highest: number[] = [];
  let next = 0;
  let best = -1;
  for (let node = tree.end[contexts.ids[order[0]!]!]!; node < tree.type.length; node++) {
    while (next < order.length && tree.end[contexts.ids[order[next]!]!]! <= node) {
      best = Math.max(best, contexts.weights === null ? 1 : contexts.weights[order[next]!]!);
      next++;
    }
    if (!axis.mask[tree.type[node]!]) continue;
    found.push(node);
    highest.push(best);
  }
  return { ids: found.take(), weights: contexts.weights === null ? null : Float64Array.from(highest) };
}

/** `v` precedes `c` where `end[v] ≤ c`: contexts in document order, with the highest weight from each on. */
function unionPreceding(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet {
  const { ids, weights } = contexts;
  const highestFrom = new Float64Array(ids.length);
  for (let i = ids.length - 1, best = -1; i >= 0; i--) {
    best = Math.max(best, weights === null ? 1 : weights[i]!);
    highestFrom[i] = best;
  }
  const last = ids[ids.length - 1]!;
  const found = new IdBuffer();
  const highest: number[] = [];
  for (let node = DOCUMENT + 1; node < last; node++) {
    if (tree.end[node]! > last || !axis.mask[tree.type[node]!]) continue;
    found.push(node);
    highest.push(highestFrom[lowerBound(ids, tree.end[node]!)]!);
  }
  return { ids: found.take(), weights: weights === null ? null : Float64Array.from(highest) };
}
