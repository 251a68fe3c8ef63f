import { DOCUMENT, type Tree } from "@semantic-xpath/tree";
import { pushCandidates } from "../execute/candidates.js";
import { IdBuffer } from "../execute/frame.js";
import type { ResolvedAxis } from "../execute/resolvedAxis.js";

/** Whether an axis has a candidate for a context: in constant time where a whole part of the tree would be walked. */
export function reachesAnything(tree: Tree, axis: ResolvedAxis): (context: number) => boolean {
  const { end, type } = tree;
  const passes = (node: number): boolean => axis.mask[type[node]!] === 1;
  if (axis.take === null) {
    switch (axis.axis) {
      case "descendant":
      case "descendant-or-self":
      case "following": {
        const upTo = countUpTo(type.length, passes);
        if (axis.axis === "following") return (context) => upTo[type.length]! > upTo[end[context]!]!;
        const first = axis.axis === "descendant" ? 1 : 0;
        return (context) => upTo[end[context]!]! > upTo[context + first]!;
      }
      case "preceding": {
        const earliest = earliestEnd(tree, passes);
        return (context) => context !== DOCUMENT && earliest <= context;
      }
    }
  }
  const one = axis.take === null ? { ...axis, take: { single: false, from: 1, to: 1 } } : axis;
  const out = new IdBuffer(16);
  return (context) => {
    out.length = 0;
    pushCandidates(tree, one, context, out);
    return out.length > 0;
  };
}

/** `result[n]`: how many nodes before n pass. */
export function countUpTo(length: number, passes: (node: number) => boolean): Int32Array {
  const counts = new Int32Array(length + 1);
  for (let node = 0; node < length; node++) counts[node + 1] = counts[node]! + (passes(node) ? 1 : 0);
  return counts;
}

/** Where the first subtree of a passing node ends. */
function earliestEnd({ end, type }: Tree, passes: (node: number) => boolean): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (let node = DOCUMENT + 1; node < type.length; node++)
    if (passes(node) && end[node]! < earliest) earliest = end[node]!;
  return earliest;
}
