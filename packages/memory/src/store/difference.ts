import { diffSegments, type EditedNode, type NodeId, type SegmentedTree } from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";

/** Fate of the nodes of a version in another one, by key. Unnamed nodes are in both, with the same parent and in the same order. */
export interface Difference {
  /** Tops of the subtrees that are gone, in document order; nodes in them that are still there are `moved`. */
  readonly deleted: readonly NodeKey[];
  /** Tops of the subtrees that are new, in document order; nodes in them that were there before are `moved`. */
  readonly inserted: readonly NodeKey[];
  /** Nodes with another parent, or another place among the siblings that stay; as few as possible. */
  readonly moved: readonly NodeKey[];
  /** Nodes of both with another type, text or attribute. */
  readonly edited: readonly NodeKey[];
  /** Nodes of both whose text stands at other places among their children. */
  readonly replaced: readonly NodeKey[];
}

export const NOTHING: Difference = { deleted: [], inserted: [], moved: [], edited: [], replaced: [] };

/** Difference between two versions. Reads the segments that they do not share. */
export function difference(before: SegmentedTree, after: SegmentedTree): Difference {
  if (before === after) return NOTHING;
  const { deleted, inserted, moved, edited } = diffSegments(before, after);
  const isEdited = edited.filter(
    ({ type, text, attributes }) => type !== null || text !== null || attributes.length > 0,
  );
  return {
    deleted: deleted.map(keyOf),
    inserted: inserted.map(keyOf),
    moved: moved.map(keyOf),
    edited: isEdited.map(keyOf),
    replaced: mixedIn(after, [...inserted.map(({ node }) => node), ...moved.map((each) => each.after)], edited),
  };
}

/** Nodes whose text moved among the children: edited nodes with such a text, and parents of moved nodes. */
function mixedIn(tree: SegmentedTree, put: readonly NodeId[], edited: readonly EditedNode[]): NodeKey[] {
  const nodes = new Set<NodeId>();
  for (const node of put) if (node > 1) nodes.add(tree.parentOf(node));
  for (const { after, text, hasOtherPlace } of edited) {
    if (hasOtherPlace && after > 1) nodes.add(tree.parentOf(after));
    if (hasOtherPlace || text !== null) nodes.add(after);
  }
  return [...nodes].filter((node) => tree.isMixed(node)).map((node) => tree.keyOf(node));
}

const keyOf = ({ key }: { readonly key: NodeKey }): NodeKey => key;
