import type { NodeId } from "../ids.js";
import { isNameableType } from "../path.js";
import type { SegmentedTree } from "./segmentedTree.js";
import { summaryOf } from "./segmentSummary.js";

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

/** A query that finds exactly this node, as `nodePath` of the tree that is laid out. Of segments between siblings only the summary is looked at. */
export function pathOf(tree: SegmentedTree, node: NodeId): string {
  let path = "";
  for (let at = node; at > 0; ) {
    const parent = tree.parentOf(at);
    path = `/${stepOf(tree, at, parent)}${path}`;
    at = parent;
  }
  return path;
}

function stepOf(tree: SegmentedTree, node: NodeId, parent: NodeId): string {
  const type = tree.typeOf(node);
  const level = tree.levelOf(node);
  if (!isNameableType(type)) return `*[${countAt(tree, parent + 1, node, level, null) + 1}]`;
  if (parent === 0) return type;
  const before = countAt(tree, parent + 1, node, level, type);
  const isOnly = before === 0 && countAt(tree, node + 1, tree.endOf(parent), level, type) === 0;
  return isOnly ? type : `${type}[${before + 1}]`;
}

/** Nodes of a type, or of any, that lie at a level among the nodes `[from, to)`. */
function countAt(tree: SegmentedTree, from: NodeId, to: NodeId, level: number, type: string | null): number {
  let count = 0;
  for (const { segment, from: first, to: last } of tree.parts(from, to)) {
    if (last - first === segment.size) {
      for (const each of summaryOf(segment).counts)
        if (each.level === level && (type === null || each.type === type)) count += each.count;
      continue;
    }
    const of = type === null ? -1 : segment.typeNames.indexOf(type);
    if (type !== null && of < 0) continue;
    const { level: levels, type: types } = segment;
    for (let i = first; i < last; i++) if (levels[i] === level && (of < 0 || types[i] === of)) count++;
  }
  return count;
}
