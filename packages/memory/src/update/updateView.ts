import { type Schema, schemaBelow } from "@semantic-xpath/planner";
import type { Edit, NodeId, SegmentedTree } from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";
import type { Change } from "../store/change.js";
import { changesOf } from "../store/changes.js";
import type { Version } from "../store/version.js";

/**
 * Visible part of a version for an update: all of it, or the subtree of a node, without its surroundings. Paths, changes, near-duplicates and
 * problems of the update refer to this tree.
 */
export interface UpdateView {
  readonly segments: SegmentedTree;
  /** Node `n` of it is node `n + shift` of the version. */
  readonly shift: number;
  /** Schema of the types that can be in it. */
  readonly schema: Schema | null;
}

/** Null if the node is not in the version: then nothing is visible. */
export function viewOf(version: Version, root: NodeKey | undefined): UpdateView | null {
  const { segments, schema } = version;
  return root === undefined ? { segments, shift: 0, schema } : partOf(segments, schema, root);
}

/** The subtree of a node. */
export function partOf(segments: SegmentedTree, schema: Schema | null, root: NodeKey): UpdateView | null {
  const node = segments.nodeOfKey(root);
  if (node < 0) return null;
  const below = schema === null ? null : schemaBelow(schema, segments.typeOf(node));
  return { segments: segments.subtree(node), shift: node - 1, schema: below };
}

/** Edits of a version as edits of a view of it (by the negative shift), and back. */
export const shiftedEdits = (edits: readonly Edit[], by: number): readonly Edit[] =>
  by === 0 ? edits : edits.map((edit) => shifted(edit, by));

function shifted(edit: Edit, by: number): Edit {
  const place = (node: NodeId | null | undefined): NodeId | null =>
    node === null || node === undefined ? null : node + by;
  if (edit.kind === "insert") return { ...edit, parent: edit.parent + by, before: place(edit.before) };
  if (edit.kind === "move")
    return { ...edit, node: edit.node + by, parent: edit.parent + by, before: place(edit.before) };
  return { ...edit, node: edit.node + by };
}

/** Visible changes of a version. */
export function seenChanges(
  changes: readonly Change[],
  before: UpdateView | null,
  after: UpdateView | null,
  root: NodeKey | undefined,
): readonly Change[] {
  if (root === undefined) return changes;
  return before === null || after === null ? [] : changesOf(before.segments, after.segments);
}
