import { DOCUMENT, NONE, type Tree } from "@semantic-xpath/tree";
import { IdBuffer, weightIn } from "../frame.js";
import { type AxisAlgorithm, mergeHighest, type NodeSet } from "./algorithm.js";
import { siblingPlaces } from "./places.js";
import type { ResolvedAxis } from "./resolvedAxis.js";
import { scratchOf } from "./scratch.js";

/** The node of which a node is a child; the document node, which has no siblings, counts as its own. */
const familyOf = ({ parent }: Tree, node: number): number => Math.max(parent[node]!, DOCUMENT);

export const followingSibling: AxisAlgorithm = {
  from: ({ end }, context) => end[context]!,
  to: (tree, context) => tree.end[familyOf(tree, context)]!,
  endInPosting: null,
  leads: "after",
  walk: (tree, mask, context, out, most) => {
    const { type, end } = tree;
    const last = end[familyOf(tree, context)]!;
    for (let node = end[context]!; node < last && out.length < most; node = end[node]!)
      if (mask[type[node]!]) out.push(node);
  },
  union: (tree, axis, contexts) => unionSiblings(tree, axis, contexts, true),
  unionOfPlaces: (tree, axis, contexts) => siblingPlaces(tree, axis, contexts, true),
  appendPlaces: null,
  reaches: ({ parent }, set) => {
    const last = new Int32Array(set.length);
    for (let node = 1; node < set.length; node++) if (set[node] === 1) last[parent[node]!] = node;
    return (context) => context !== DOCUMENT && last[parent[context]!]! > context;
  },
};

export const precedingSibling: AxisAlgorithm = {
  from: (tree, context) => familyOf(tree, context) + 1,
  to: (_, context) => context,
  endInPosting: null,
  leads: "before",
  walk: (tree, mask, context, out, most) => {
    let node = previousSibling(tree, context);
    for (; node >= 0 && out.length < most; node = previousSibling(tree, node))
      if (mask[tree.type[node]!]) out.push(node);
  },
  union: (tree, axis, contexts) => unionSiblings(tree, axis, contexts, false),
  unionOfPlaces: (tree, axis, contexts) => siblingPlaces(tree, axis, contexts, false),
  appendPlaces: null,
  reaches: ({ parent }, set) => {
    const first = new Int32Array(set.length).fill(set.length);
    for (let node = set.length - 1; node > 0; node--) if (set[node] === 1) first[parent[node]!] = node;
    return (context) => context !== DOCUMENT && first[parent[context]!]! < context;
  },
};

/** The sibling before a node, NONE if it is the first: the node just before it in preorder ends that sibling's subtree. */
export function previousSibling({ parent }: Tree, node: number): number {
  const above = parent[node]!;
  let before = node - 1;
  if (before <= above || above < 0) return NONE;
  while (parent[before] !== above) before = parent[before]!;
  return before;
}

/** One pass over the children of each parent that has a context among them. */
function unionSiblings(tree: Tree, axis: ResolvedAxis, contexts: NodeSet, isFollowing: boolean): NodeSet {
  const { column, value } = scratchOf(tree).mark();
  const byNode = scratchOf(tree).weights();
  const { ids, weights } = contexts;
  const parents = new IdBuffer();
  const visited = new Set<number>();
  for (let i = 0; i < ids.length; i++) {
    const context = ids[i]!;
    column[context] = value;
    byNode[context] = weightIn(weights, i);
    const above = tree.parent[context]!;
    if (above >= 0 && !visited.has(above)) {
      visited.add(above);
      parents.push(above);
    }
  }
  const nodes = new IdBuffer();
  const highest: number[] = [];
  for (const above of parents.take()) {
    const children: number[] = [];
    for (let child = above + 1; child < tree.end[above]!; child = tree.end[child]!) children.push(child);
    let best = -1;
    for (let i = 0; i < children.length; i++) {
      const child = children[isFollowing ? i : children.length - 1 - i]!;
      if (best >= 0 && axis.mask[tree.type[child]!]) {
        nodes.push(child);
        highest.push(best);
      }
      if (column[child] === value && byNode[child]! > best) best = byNode[child]!;
    }
  }
  const merged = mergeHighest(nodes.take(), Float64Array.from(highest));
  return { ids: merged.ids, weights: weights === null ? null : merged.weights };
}
