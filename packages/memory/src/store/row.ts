import type { NodeId, SegmentedTree } from "@semantic-xpath/tree";

/** What a node itself says. */
export interface Row {
  readonly type: string;
  /** Empty where there is none. */
  readonly text: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export const rowAt = (tree: SegmentedTree, node: NodeId): Row => ({
  type: tree.typeOf(node),
  text: tree.ownTextOf(node),
  attributes: new Map(Object.entries(tree.attributesOf(node))),
});
