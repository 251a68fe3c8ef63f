import { isPlainName } from "@semantic-xpath/values";
import { DOCUMENT, type NodeId } from "../ids.js";
import type { SegmentedTree } from "./segmentedTree.js";
import { summaryOf } from "./segmentSummary.js";

/** `nodePath`, without the tree being laid out. Of segments between siblings only the summary is looked at. */
export function segmentedPath(tree: SegmentedTree, node: NodeId): string {
  let path = "";
  for (let at = node; at > DOCUMENT; at = tree.parentOf(at)) path = `/${segmentedStep(tree, at)}${path}`;
  return path;
}

/** The last step of a node's path. */
export function segmentedStep(tree: SegmentedTree, node: NodeId): string {
  const [type, level, parent] = [tree.typeOf(node), tree.levelOf(node), tree.parentOf(node)];
  if (!isPlainName(type)) return `*[${countAt(tree, parent + 1, node, level, null) + 1}]`;
  if (parent === DOCUMENT) return type;
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
    const localType = type === null ? -1 : segment.typeNames.indexOf(type);
    if (type !== null && localType < 0) continue;
    const { level: levels, type: types } = segment;
    for (let i = first; i < last; i++) if (levels[i] === level && (localType < 0 || types[i] === localType)) count++;
  }
  return count;
}
