import { DOCUMENT, getOrMake, lowerBound, type Tree } from "@semantic-xpath/tree";
import { IdBuffer, weightIn } from "../frame.js";
import type { AxisAlgorithm, NodeSet } from "./algorithm.js";
import type { ResolvedAxis } from "./resolvedAxis.js";

export const preceding: AxisAlgorithm = {
  from: () => DOCUMENT + 1,
  to: (_, context) => context,
  endInPosting: null,
  leads: "before",
  walk: (tree, mask, context, out, most) => {
    const { type, end } = tree;
    const before = lastBefore(tree);
    for (let node = before[context]!; node > DOCUMENT && out.length < most; ) {
      if (mask[type[node]!]) out.push(node);
      node--;
      if (end[node]! > context) node = before[node]!;
    }
  },
  union: unionPreceding,
  unionOfPlaces: null,
  appendPlaces: null,
  reaches: ({ end }, set) => {
    let earliest = Number.POSITIVE_INFINITY;
    for (let node = 1; node < set.length; node++) if (set[node] === 1) earliest = Math.min(earliest, end[node]!);
    return (context) => earliest <= context;
  },
};

const lastBeforeOf = new WeakMap<Tree, Int32Array>();

/**
 * For each node the last one before it in document order that is not an ancestor, 0 where there is none. A first child has
 * its parent's, so that deep chains are skipped in one look.
 */
const lastBefore = (tree: Tree): Int32Array =>
  getOrMake(lastBeforeOf, tree, () => {
    const { parent } = tree;
    const before = new Int32Array(parent.length);
    for (let node = 1; node < before.length; node++)
      before[node] = parent[node] === node - 1 ? before[node - 1]! : node - 1;
    return before;
  });

/** `v` precedes `c` where `end[v] ≤ c`: contexts in document order, with the highest weight from each on. */
function unionPreceding(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet {
  const { ids, weights } = contexts;
  const highestFrom = new Float64Array(ids.length);
  for (let i = ids.length - 1, best = -1; i >= 0; i--) {
    best = Math.max(best, weightIn(contexts.weights, i));
    highestFrom[i] = best;
  }
  const last = ids[ids.length - 1]!;
  const nodes = new IdBuffer();
  const highest: number[] = [];
  for (let node = DOCUMENT + 1; node < last; node++) {
    if (tree.end[node]! > last || !axis.mask[tree.type[node]!]) continue;
    nodes.push(node);
    highest.push(highestFrom[lowerBound(ids, tree.end[node]!)]!);
  }
  return { ids: nodes.take(), weights: weights === null ? null : Float64Array.from(highest) };
}
