import { DOCUMENT, type NodeId } from "../ids.js";
import { canBeNamed } from "../path.js";
import type { SegmentedTree } from "./segmentedTree.js";

/** `nodePath`, without the tree being laid out. Looks at the siblings of the node and of those above it. */
export function segmentedPath(tree: SegmentedTree, node: NodeId): string {
  let path = "";
  for (let at = node; at > DOCUMENT; at = tree.parentOf(at)) path = `/${segmentedStep(tree, at)}${path}`;
  return path;
}

/** The last step of a node's path. */
export function segmentedStep(tree: SegmentedTree, node: NodeId): string {
  const { type } = tree.rowAt(node);
  const isNamed = canBeNamed(type);
  const { place, count } = placeAmong(tree, node, (sibling) => !isNamed || tree.rowAt(sibling).type === type);
  if (!isNamed) return `*[${place}]`;
  return count === 1 ? type : `${type}[${place}]`;
}

/** The place of a node among some of its siblings, from 1, and whether there are others: `count` is no more than that. */
function placeAmong(
  tree: SegmentedTree,
  node: NodeId,
  counts: (sibling: NodeId) => boolean,
): { place: number; count: number } {
  const parent = tree.parentOf(node);
  const end = parent === DOCUMENT ? tree.size + 1 : tree.endOf(parent);
  let place = 0;
  let count = 0;
  for (let sibling = parent + 1; sibling < end; sibling = tree.endOf(sibling)) {
    if (!counts(sibling)) continue;
    count++;
    if (sibling <= node) place++;
    else break;
  }
  return { place, count };
}
