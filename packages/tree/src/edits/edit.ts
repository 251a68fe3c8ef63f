import type { NodeId } from "../ids.js";

/** A node as plain data: what `JSON.stringify(node)` writes, and what `readTree` reads. */
export interface NodeData {
  readonly type: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Own text. With `content` it is redundant and ignored. */
  readonly text?: string;
  readonly children?: readonly NodeData[];
  /** Texts and children (as their places in `children`) in document order, where text stands between children. */
  readonly content?: readonly (string | number)[];
}

/**
 * One change of a tree, as plain JSON data; the words are those of `SegmentedTree`. All numbers in a list of edits are those of the tree before
 * the first of them, so that the results of one query can be edited together. The edits are made one after the other.
 *
 * `before` is the child that the content comes before; null or absent: after the last child. A value of null removes an attribute.
 */
export type Edit =
  | {
      readonly kind: "insert";
      readonly content: NodeData;
      readonly parent: NodeId;
      readonly before?: NodeId | null;
    }
  /** With its subtree. What an edit before it deleted may be deleted again. */
  | { readonly kind: "delete"; readonly node: NodeId }
  | { readonly kind: "replace"; readonly node: NodeId; readonly content: NodeData }
  | { readonly kind: "move"; readonly node: NodeId; readonly parent: NodeId; readonly before?: NodeId | null }
  | { readonly kind: "setAttribute"; readonly node: NodeId; readonly name: string; readonly value: string | null }
  /** The whole own text; in mixed content it comes before the children. */
  | { readonly kind: "setText"; readonly node: NodeId; readonly text: string }
  | { readonly kind: "rename"; readonly node: NodeId; readonly type: string };
