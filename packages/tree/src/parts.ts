import type { NodeId } from "./ids.js";
import type { Tree, TreePart } from "./tree.js";

/** Whether a node is the top of a part of the tree. */
export function isPart(tree: Tree, node: NodeId): boolean {
  const { parts = [] } = tree.source;
  return parts[firstAfter(parts, node) - 1]?.node === node;
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
