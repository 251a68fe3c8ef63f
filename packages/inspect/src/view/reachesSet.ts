import { countUpTo, IdBuffer, pushCandidates, type ResolvedAxis } from "@semantic-xpath/runtime/internal";
import { DOCUMENT, type Tree } from "@semantic-xpath/tree";

/** A set of nodes: 1 where a node is in it. */
export type NodeMarks = Uint8Array;

/**
 * Which contexts reach a node of the set over an axis: constant time per context, linear in the tree once, whatever the axis. Where a
 * position is part of the axis, the lists are made again, as short as they were.
 */
export function reachesSet(tree: Tree, axis: ResolvedAxis, set: NodeMarks): (context: number) => boolean {
  if (axis.take !== null) return takesFromSet(tree, axis, set);
  const { parent, end } = tree;
  const length = set.length;
  switch (axis.axis) {
    case "self":
      return (context) => set[context] === 1;
    case "parent":
      return (context) => context !== DOCUMENT && set[parent[context]!] === 1;
    case "child": {
      const parents = new Uint8Array(length);
      for (let node = 1; node < length; node++) if (set[node] === 1) parents[parent[node]!] = 1;
      return (context) => parents[context] === 1;
    }
    case "descendant":
    case "descendant-or-self": {
      const upTo = countUpTo(length, (node) => set[node] === 1);
      const first = axis.axis === "descendant" ? 1 : 0;
      return (context) => upTo[end[context]!]! > upTo[context + first]!;
    }
    case "following": {
      const upTo = countUpTo(length, (node) => set[node] === 1);
      return (context) => upTo[length]! > upTo[end[context]!]!;
    }
    case "preceding": {
      let earliest = Number.POSITIVE_INFINITY;
      for (let node = 1; node < length; node++) if (set[node] === 1) earliest = Math.min(earliest, end[node]!);
      return (context) => earliest <= context;
    }
    case "ancestor":
    case "ancestor-or-self": {
      const above = new Uint8Array(length);
      for (let node = 1; node < length; node++) above[node] = set[parent[node]!]! | above[parent[node]!]!;
      return (context) => above[context] === 1 || (axis.axis === "ancestor-or-self" && set[context] === 1);
    }
    case "following-sibling": {
      const last = new Int32Array(length);
      for (let node = 1; node < length; node++) if (set[node] === 1) last[parent[node]!] = node;
      return (context) => context !== DOCUMENT && last[parent[context]!]! > context;
    }
    case "preceding-sibling": {
      const first = new Int32Array(length).fill(length);
      for (let node = length - 1; node > 0; node--) if (set[node] === 1) first[parent[node]!] = node;
      return (context) => context !== DOCUMENT && first[parent[context]!]! < context;
    }
  }
}

function takesFromSet(tree: Tree, axis: ResolvedAxis, set: NodeMarks): (context: number) => boolean {
  const out = new IdBuffer(16);
  return (context) => {
    out.length = 0;
    pushCandidates(tree, axis, context, out);
    for (let i = 0; i < out.length; i++) if (set[out.data[i]!] === 1) return true;
    return false;
  };
}
