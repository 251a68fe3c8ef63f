import type { NodeId } from "./ids.js";
import type { TreePart } from "./source.js";
import type { Tree } from "./tree.js";

/** True if a node is the top of a part of the tree. */
export function isPart(tree: Tree, node: NodeId): boolean {
  return lastPart(tree, node)?.node === node;
}

/** The last part whose top is a node or comes before it; undefined if there is none. */
export function lastPart({ source: { parts } }: Tree, node: NodeId): TreePart | undefined {
  const after = parts === undefined ? 0 : firstAfter(parts, node);
  // Reading an array at -1 takes as long as all the rest of a short text.
  return after === 0 ? undefined : parts![after - 1];
}

/** The first part whose top comes after a node. */
export function firstAfter(parts: readonly TreePart[], node: NodeId): number {
  let low = 0;
  for (let high = parts.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (parts[middle]!.node <= node) low = middle + 1;
    else high = middle;
  }
  return low;
}
