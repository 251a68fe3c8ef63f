import { placeInterval } from "@semantic-xpath/planner";
import { lowerBound, lowerBoundNear, NONE, type Tree } from "@semantic-xpath/tree";
import type { IdBuffer } from "../frame.js";
import { type AxisAlgorithm, type NodeSet, nothing } from "./algorithm.js";
import type { ResolvedAxis } from "./resolvedAxis.js";
import { scratchOf } from "./scratch.js";

/** Maximum number of nodes that are read one by one. */
const FEW = 16;

export const child: AxisAlgorithm = {
  from: (_, context) => context + 1,
  to: ({ end }, context) => end[context]!,
  /** If the nodes of a type in a subtree all lie at one depth, all are children of its root or none is. */
  endInPosting: ({ parent, postings, shapes }, type, low, high, context) => {
    if (low === high) return high;
    const posting = postings[type]!;
    const isFirst = parent[posting[low]!] === context;
    const { minDepth, maxDepth } = shapes[type]!;
    if (minDepth === maxDepth) return isFirst ? high : low;
    if (high - low > FEW) return NONE;
    for (let i = low; i < high; i++) if (parent[posting[i]!] !== context) return NONE;
    return high;
  },
  leads: "down",
  walk: (tree, mask, context, out, most) => {
    const { type, end } = tree;
    const last = end[context]!;
    for (let node = context + 1; node < last && out.length < most; node = end[node]!)
      if (mask[type[node]!]) out.push(node);
  },
  union: unionChildren,
  unionOfPlaces: null,
  appendPlaces: appendPlacesOfType,
  reaches: ({ parent }, set) => {
    const parents = new Uint8Array(set.length);
    for (let node = 1; node < set.length; node++) if (set[node] === 1) parents[parent[node]!] = 1;
    return (context) => parents[context] === 1;
  },
};

/** If all nodes of the type lie at one depth, those below a context are its children, or none is. */
function appendPlacesOfType(tree: Tree, { types, take }: ResolvedAxis, contexts: Int32Array, out: IdBuffer): boolean {
  const type = types![0]!;
  const { minDepth, maxDepth } = tree.shapes[type]!;
  if (minDepth !== maxDepth) return false;
  const { parent, end } = tree;
  const posting = tree.postings[type]!;
  const place = take!.single ? take!.from! : 0;
  let low = 0;
  for (let i = 0; i < contexts.length; i++) {
    const context = contexts[i]!;
    low =
      low > 0 && posting[low - 1]! > context
        ? lowerBound(posting, context + 1)
        : lowerBoundNear(posting, context + 1, low);
    if (low === posting.length) continue;
    const after = end[context]!;
    if (posting[low]! >= after || parent[posting[low]!] !== context) continue;
    if (place > 0) {
      const node = low + place <= posting.length ? posting[low + place - 1]! : after;
      if (node < after) out.push(node);
    } else {
      const high = lowerBoundNear(posting, after, low);
      const { start, stop } = placeInterval(take!, high - low);
      out.append(posting, low + start, low + stop);
      low = high;
    }
  }
  return true;
}

/** Each node has one parent, so children of distinct contexts are distinct. */
function unionChildren(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet | null {
  const { ids, weights } = contexts;
  const single = axis.indexed && axis.types !== null && axis.types.length === 1 ? axis.types[0]! : -1;
  if (axis.types !== null && axis.types.length === 0) return nothing(contexts);
  if (single >= 0 && coversAllParents(tree, single, ids)) {
    const posting = tree.postings[single]!;
    return { ids: posting, weights: weights === null ? null : weightsByRank(tree, posting, weights) };
  }
  if (single < 0 || ids.length < 8) return null;
  const posting = tree.postings[single]!;
  const low = lowerBound(posting, ids[0]! + 1);
  const high = lowerBound(posting, tree.end[ids[ids.length - 1]!]!, low);
  const last = ids.some((id) => tree.end[id]! > tree.end[ids[ids.length - 1]!]!) ? posting.length : high;
  if (last - low > ids.length * 32) return null;
  return childrenByParentCheck(tree, posting, low, last, contexts);
}

/** Tests that the union of the children is all nodes of a type, in constant time: the contexts are the list of all nodes with such children. */
export const isAllOfType = (tree: Tree, { axis, indexed, types, take }: ResolvedAxis, ids: Int32Array): boolean =>
  axis === "child" && indexed && take === null && types?.length === 1 && ids === allParents(tree, types[0]!);

/** Tests that the contexts are all nodes of the only type under which a type occurs: then every node of that type is a result. */
function coversAllParents(tree: Tree, type: number, ids: Int32Array): boolean {
  const parents = allParents(tree, type);
  if (parents === null || ids.length !== parents.length) return false;
  return ids === parents || (tree.type[ids[0]!] === tree.type[parents[0]!] && sameIds(ids, parents));
}

/** All nodes of the only type under which a type occurs; null if there is no such type. */
function allParents({ shapes, postings }: Tree, type: number): Int32Array | null {
  const { soleParentType } = shapes[type]!;
  return soleParentType < 0 ? null : postings[soleParentType]!;
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
  const children = new Int32Array(high - low);
  let length = 0;
  for (let i = low; i < high; i++) {
    const node = posting[i]!;
    children[length] = node;
    if (column[parent[node]!] === value) length++;
  }
  const result = children.subarray(0, length);
  if (weights === null) return { ids: result, weights: null };
  const byNode = scratchOf(tree).weights();
  for (let i = 0; i < ids.length; i++) byNode[ids[i]!] = weights[i]!;
  const resultWeights = new Float64Array(length);
  for (let i = 0; i < length; i++) resultWeights[i] = byNode[parent[result[i]!]!]!;
  return { ids: result, weights: resultWeights };
}
