import { type Diagnostic, diagnose } from "@semantic-xpath/parser";
import {
  applyEdits,
  type Edit,
  type NodeId,
  nodeData,
  type Pairing,
  pairNodes,
  type Tree,
  treeOf,
} from "@semantic-xpath/tree";
import { editName } from "../place/describeEdit.js";
import { isSameTree } from "../place/sameTree.js";
import { clipped } from "../problems.js";

/** Pairing of the nodes of a new reading with those of an old one: by attributes such as `id`, then by content, then by place. See `pairNodes`. */
export type NodeMap = Pick<Pairing, "after" | "before" | "by">;

/** Pairs the nodes of a tree with those after an outside change of its file: their numbers before and after, -1 for deleted or new ones. */
export const rebase = (before: Tree, after: Tree): NodeMap => pairNodes(before, after);

/** An edit that meets a change from outside. */
export interface Conflict {
  readonly edit: Edit;
  /** SXP4033: both sides changed the same thing; SXP4034: what the edit is about is gone or elsewhere. The span is that in `theirs`. */
  readonly diagnostic: Diagnostic;
  /** The node in the tree before, and in that from outside; -1 where it is gone. */
  readonly node: NodeId;
  readonly nodeOutside: NodeId;
  /** Content after the edit, and the outside content; null: none. */
  readonly ours: string | null;
  readonly theirs: string | null;
}

export interface Merged {
  /** Our edits as edits of the tree from outside, without those that meet a change and those that are made there already. */
  readonly edits: readonly Edit[];
  readonly conflicts: readonly Conflict[];
  /** The tree from outside after `edits`. */
  readonly tree: Tree;
}

/**
 * Applies our pending edits to the tree as others have changed it meanwhile. Nodes are found by `rebase`. An edit of a part without outside
 * changes is carried over; an edit that was also made outside is done; all others are conflicts, and left out of `edits`.
 *
 * Merging a merged result again changes nothing.
 */
export function mergeOutside(base: Tree, ours: readonly Edit[], theirs: Tree): Merged {
  // Equal outside changes are done: for example a file that is written twice.
  if (isSameTree(applyEdits(base, ours), theirs)) return { edits: [], conflicts: [], tree: theirs };
  const merging = new Merging(base, theirs);
  for (const [i, edit] of ours.entries()) if (!isOverwritten(edit, ours.slice(i + 1))) merging.add(edit);
  const { edits, conflicts } = merging;
  return { edits, conflicts, tree: applyEdits(theirs, edits) };
}

/** True if a later edit of ours sets the same part: then its value is ours. */
function isOverwritten(edit: Edit, later: readonly Edit[]): boolean {
  if (edit.kind !== "setAttribute" && edit.kind !== "setText" && edit.kind !== "rename") return false;
  return later.some(
    (other) =>
      other.kind === edit.kind &&
      other.node === edit.node &&
      (edit.kind !== "setAttribute" || (other as typeof edit).name === edit.name),
  );
}

class Merging {
  readonly edits: Edit[] = [];
  readonly conflicts: Conflict[] = [];
  private readonly pairing: Pairing;
  /** New nodes from outside that an edit of ours has been found to be. */
  private readonly taken = new Set<NodeId>();

  constructor(
    private readonly base: Tree,
    private readonly theirs: Tree,
  ) {
    this.pairing = pairNodes(base, theirs);
  }

  add(edit: Edit): void {
    const carried = this.made(edit);
    if (carried === null) return;
    if ("diagnostic" in carried) this.conflicts.push(carried);
    else this.edits.push(carried);
  }

  /** Carries an edit of ours over to theirs, or returns the conflict; null: it is done. */
  private made(edit: Edit): Edit | Conflict | null {
    switch (edit.kind) {
      case "setAttribute":
      case "setText":
      case "rename":
        return this.value(edit);
      case "delete":
        return this.deleting(edit);
      case "replace":
        return this.replacing(edit);
      case "insert":
        return this.inserting(edit);
      case "move":
        return this.moving(edit);
    }
  }

  private value(edit: ValueEdit): Edit | Conflict | null {
    const { base, theirs } = this;
    const node = this.pairing.after(edit.node);
    if (node < 0) return this.gone(edit, edit.node, valueOfEdit(edit));
    const [was, is] = [valueIn(base, edit.node, edit), valueIn(theirs, node, edit)];
    const value = valueOfEdit(edit);
    if (is === value) return null;
    if (is !== was) return this.changed(edit, edit.node, value, is);
    return { ...edit, node };
  }

  private deleting(edit: Edit & { kind: "delete" }): Edit | Conflict | null {
    const node = this.pairing.after(edit.node);
    if (node < 0) return null;
    if (this.pairing.isEdited(edit.node, "whole"))
      return this.changed(edit, edit.node, null, contentOf(this.theirs, node));
    return { ...edit, node };
  }

  private replacing(edit: Edit & { kind: "replace" }): Edit | Conflict | null {
    const content = treeOf(edit.content);
    const node = this.pairing.after(edit.node);
    if (node >= 0 && isSame(this.theirs, node, content)) return null;
    if (node < 0) {
      if (this.isThere(content, this.pairing.after(this.base.parent[edit.node]!))) return null;
      return this.gone(edit, edit.node, contentOf(content, 1));
    }
    if (this.pairing.isEdited(edit.node, "whole"))
      return this.changed(edit, edit.node, contentOf(content, 1), contentOf(this.theirs, node));
    return { ...edit, node };
  }

  private inserting(edit: Edit & { kind: "insert" }): Edit | Conflict | null {
    const content = treeOf(edit.content);
    const parent = this.pairing.after(edit.parent);
    if (parent < 0) return this.gone(edit, edit.parent, contentOf(content, 1));
    if (this.isThere(content, parent)) return null;
    return { ...edit, parent, before: this.placeIn(edit, parent) };
  }

  private moving(edit: Edit & { kind: "move" }): Edit | Conflict | null {
    const { base, theirs } = this;
    const [node, parent] = [this.pairing.after(edit.node), this.pairing.after(edit.parent)];
    if (node < 0) return this.gone(edit, edit.node, null);
    if (parent < 0) return this.gone(edit, edit.parent, null);
    const before = this.placeIn(edit, parent);
    if (theirs.parent[node] === parent && (before === node || nextSibling(theirs, node) === before)) return null;
    const isElsewhere = this.pairing.after(base.parent[edit.node]!) !== theirs.parent[node];
    if (isElsewhere && theirs.parent[node] !== parent) {
      const place = theirs.node(theirs.parent[node]!).path;
      return this.conflict(edit, edit.node, { theirs: place, problem: `it was moved outside, into ${place}` });
    }
    if (parent >= node && parent < theirs.end[node]!)
      return this.conflict(edit, edit.node, { problem: "outside, the target was moved into it" });
    return { ...edit, node, parent, before };
  }

  /** Before which child of a node something goes that was to go before a node of the tree before: the next one that is still there. */
  private placeIn(
    { parent: parentBefore, before = null }: { parent: NodeId; before?: NodeId | null },
    parent: NodeId,
  ): NodeId | null {
    const { base, theirs } = this;
    if (before === null) return null;
    // A child that an edit of ours moves there first.
    if (base.parent[before] !== parentBefore) return this.pairing.after(before) < 0 ? null : this.pairing.after(before);
    const end = base.end[parentBefore]!;
    for (let child = before; child < end; child = base.end[child]!) {
      const now = this.pairing.after(child);
      if (now >= 0 && theirs.parent[now] === parent) return now;
    }
    return null;
  }

  /** Tests that a new child of a node equals the content that an edit of ours inserts: then the edit is done. */
  private isThere(content: Tree, parent: NodeId): boolean {
    const { theirs } = this;
    if (parent < 0) return false;
    for (let child = parent + 1; child < theirs.end[parent]!; child = theirs.end[child]!) {
      if (this.pairing.before(child) >= 0 || this.taken.has(child) || !isSame(theirs, child, content)) continue;
      this.taken.add(child);
      return true;
    }
    return false;
  }

  private gone(edit: Edit, node: NodeId, ours: string | null): Conflict {
    const problem = `${this.base.node(node).path} is not there any more`;
    return this.conflict(edit, node, { ours, problem });
  }

  private changed(edit: Edit, node: NodeId, ours: string | null, theirs: string | null): Conflict {
    return this.conflict(edit, node, { ours, theirs });
  }

  /** Without a problem both sides changed it. */
  private conflict(
    edit: Edit,
    node: NodeId,
    {
      ours = null,
      theirs = null,
      problem = null,
    }: { ours?: string | null; theirs?: string | null; problem?: string | null },
  ): Conflict {
    const nodeOutside = this.pairing.after(node);
    const span = (nodeOutside >= 1 ? this.theirs.node(nodeOutside).span : null) ?? { start: 0, end: 0 };
    const name = editName(this.base, edit);
    const [here, outside] = [ours, theirs].map((value) => (value === null ? "nothing" : clipped(value)));
    const diagnostic =
      problem === null
        ? diagnose("SXP4033", span, { edit: name, ours: here!, theirs: outside! })
        : diagnose("SXP4034", span, { edit: name, problem });
    return { edit, diagnostic, node, nodeOutside, ours, theirs };
  }
}

type ValueEdit = Edit & { kind: "setAttribute" | "setText" | "rename" };

function valueOfEdit(edit: ValueEdit): string | null {
  if (edit.kind === "setAttribute") return edit.value;
  return edit.kind === "rename" ? edit.type : normalised(edit.text);
}

function valueIn(tree: Tree, node: NodeId, edit: ValueEdit): string | null {
  if (edit.kind === "setAttribute") return tree.attribute(node, edit.name) ?? null;
  return edit.kind === "rename" ? tree.node(node).type : tree.ownText(node);
}

const normalised = (text: string): string => text.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");

/** A subtree in one line, for messages. */
const contentOf = (tree: Tree, node: NodeId): string => JSON.stringify(tree.node(node));

function nextSibling(tree: Tree, node: NodeId): NodeId | null {
  const next = tree.end[node]!;
  return next < tree.end[tree.parent[node]!]! ? next : null;
}

const isSame = (tree: Tree, node: NodeId, content: Tree): boolean =>
  tree.end[node]! - node === content.size && isSameTree(treeOf(nodeData(tree, node)), content);
