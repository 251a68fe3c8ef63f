import type { Schema } from "@semantic-xpath/planner";
import { type AppliedEdits, type Edit, NONE, type NodeId, type Tree } from "@semantic-xpath/tree";
import { Declared } from "../foldFields.js";

/** The nodes whose row, children or parent edits changed. */
interface TouchedNodes {
  /** By their numbers before; with the number now, -1 of those that are gone. */
  readonly before: ReadonlyMap<NodeId, NodeId>;
  /** By their numbers now; with the number before, -1 of those that are new. */
  readonly after: ReadonlyMap<NodeId, NodeId>;
  /** Moved nodes, by their numbers before. */
  readonly moved: ReadonlySet<NodeId>;
}

/**
 * Linear in the edits and in the subtrees that they insert, remove and move. What is in a field element touches the node that has the field;
 * where a schema has field elements, a new name touches the whole subtree, since what is a field there may change.
 */
export function touchedNodes(tree: Tree, edits: readonly Edit[], applied: AppliedEdits, schema: Schema): TouchedNodes {
  const fields = hasFields(schema) ? new Declared(tree, schema) : null;
  const before = new Map<NodeId, NodeId>();
  const moved = new Set<NodeId>();
  const touch = (node: NodeId): void => {
    if (node < 1 || before.has(node)) return;
    before.set(node, applied.after(node));
    if (fields !== null)
      for (let at = node; at > 0; at = tree.parent[at]!) if (fields.fieldOf(at)) touch(tree.parent[at]!);
  };
  const touchSubtree = (top: NodeId, into?: Set<NodeId>): void => {
    for (let node = top; node < tree.end[top]!; node++) {
      touch(node);
      into?.add(node);
    }
  };
  for (const edit of edits) {
    if (edit.kind === "insert") touch(edit.parent);
    else if (edit.kind === "setAttribute" || edit.kind === "setText") touch(edit.node);
    else {
      touch(tree.parent[edit.node]!);
      if (edit.kind === "rename" && fields === null) touch(edit.node);
      else touchSubtree(edit.node, edit.kind === "move" ? moved : undefined);
      if (edit.kind === "move") touch(edit.parent);
    }
  }
  const after = new Map<NodeId, NodeId>();
  for (const [node, now] of before) if (now !== NONE) after.set(now, node);
  for (const [first, count] of applied.inserted())
    for (let node = first; node < first + count; node++) after.set(node, NONE);
  return { before, after, moved };
}

const hasFields = ({ types }: Schema): boolean =>
  Object.values(types).some(({ attributes }) => Object.values(attributes).some(({ element }) => element));
