import { DOCUMENT, type Tree } from "@semantic-xpath/tree";
import { IdBuffer, indices } from "../frame.js";
import type { AxisAlgorithm, NodeSet } from "./algorithm.js";
import type { ResolvedAxis } from "./resolvedAxis.js";
import { scratchOf } from "./scratch.js";

/** The nearest node of a chain, NONE if there is none. */
type Nearest = (tree: Tree, context: number) => number;

const above: Nearest = ({ parent }, context) => parent[context]!;
const itself: Nearest = (_, context) => context;

/** Upwards from the nearest node to the document node. */
const chainAxis = (nearest: Nearest): AxisAlgorithm => ({
  from: () => DOCUMENT,
  to: (tree, context) => nearest(tree, context) + 1,
  endInPosting: null,
  leads: "up",
  walk: (tree, mask, context, out, most) => {
    const { type, parent } = tree;
    for (let node = nearest(tree, context); node >= 0 && out.length < most; node = parent[node]!)
      if (mask[type[node]!]) out.push(node);
  },
  union: (tree, axis, contexts) => unionChains(tree, axis, contexts, { nearest, isSingle: false }),
  unionOfPlaces: null,
  appendPlaces: null,
  reaches: (tree, set) => {
    const met = set.slice();
    for (let node = 1; node < met.length; node++) met[node] = met[node]! | met[tree.parent[node]!]!;
    return (context) => met[nearest(tree, context)] === 1;
  },
});

export const ancestor = chainAxis(above);
export const ancestorOrSelf = chainAxis(itself);

/** A chain of one. */
export const parent: AxisAlgorithm = {
  from: (tree, context) => Math.max(above(tree, context), DOCUMENT),
  to: (tree, context) => above(tree, context) + 1,
  endInPosting: null,
  leads: "up",
  walk: (tree, mask, context, out) => {
    const node = above(tree, context);
    if (node >= 0 && mask[tree.type[node]!]) out.push(node);
  },
  union: (tree, axis, contexts) => unionChains(tree, axis, contexts, { nearest: above, isSingle: true }),
  unionOfPlaces: null,
  appendPlaces: null,
  reaches: (tree, set) => (context) => set[above(tree, context)] === 1,
};

/** Climbs from the heaviest context first and stops where a chain was climbed already: each node is visited once. */
function unionChains(
  tree: Tree,
  { mask }: ResolvedAxis,
  { ids, weights }: NodeSet,
  { nearest, isSingle }: { readonly nearest: Nearest; readonly isSingle: boolean },
): NodeSet {
  const { column, value } = scratchOf(tree).mark();
  const byNode = weights === null ? null : scratchOf(tree).weights();
  const order = weights === null ? ids : byWeightDescending(ids, weights);
  const weightAt = weights === null ? null : new Map<number, number>();
  if (weightAt !== null) for (let i = 0; i < ids.length; i++) weightAt.set(ids[i]!, weights![i]!);
  const out = new IdBuffer();
  for (const context of order) {
    const weight = weightAt?.get(context) ?? 1;
    let node = nearest(tree, context);
    while (node >= 0 && column[node] !== value) {
      column[node] = value;
      if (byNode !== null) byNode[node] = weight;
      if (mask[tree.type[node]!]) out.push(node);
      if (isSingle) break;
      node = tree.parent[node]!;
    }
  }
  const nodes = out.take().sort();
  return { ids: nodes, weights: byNode === null ? null : Float64Array.from(nodes, (node) => byNode[node]!) };
}

function byWeightDescending(ids: Int32Array, weights: Float64Array): Int32Array {
  const order = indices(ids.length).sort((a, b) => weights[b]! - weights[a]!);
  return order.map((at) => ids[at]!);
}
