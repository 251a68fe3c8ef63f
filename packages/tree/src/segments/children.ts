import type { NodeId } from "../ids.js";
import type { SegmentedTree } from "./segmentedTree.js";

/** The children of a node in document order. Segments that have none of them are not looked at. */
export function childrenOf(tree: SegmentedTree, node: NodeId): NodeId[] {
  const [end, level] = [tree.endOf(node), tree.levelOf(node) + 1];
  const children: NodeId[] = [];
  for (const { segment, base, from, to } of tree.parts(node + 1, end)) {
    if (segment.summary?.counts.every((count) => count.level !== level)) continue;
    const levels = segment.level;
    for (let i = from; i < to; i++) if (levels[i] === level) children.push(base + i);
  }
  return children;
}
