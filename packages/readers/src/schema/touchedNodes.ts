import { type AppliedEdits, type Edit, NONE, type NodeId, type Tree } from "@semantic-xpath/tree";

/** The nodes whose row, children or parent edits changed. */
export interface TouchedNodes {
  /** By their numbers before; with the number now, -1 of those that are gone. */
  readonly before: ReadonlyMap<NodeId, NodeId>;
  /** By their numbers now; with the number before, -1 of those that are new. */
  readonly after: ReadonlyMap<NodeId, NodeId>;
  /** Those that have another place, by their numbers before. */
  readonly moved: ReadonlySet<NodeId>;
}

/** Linear in the edits and in the subtrees that they insert, remove and move. */
export function touchedNodes(tree: Tree, edits: readonly Edit[], applied: AppliedEdits): TouchedNodes {
  const before = new Map<NodeId, NodeId>();
  const moved = new Set<NodeId>();
  const touch = (node: NodeId): void => {
    if (node >= 1 && !before.has(node)) before.set(node, applied.after(node));
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
      if (edit.kind === "rename") touch(edit.node);
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
