import { NONE, type NodeId } from "../ids.js";
import { SegmentedTree } from "../segments/segmentedTree.js";
import { collapseSpace, trimSpace } from "../space.js";
import type { Tree } from "../tree.js";
import type { Edit } from "./edit.js";
import { treeOf } from "./nodeData.js";

/** A tree after edits, and where the nodes of the tree before them are in it. */
export interface AppliedEdits {
  readonly version: SegmentedTree;
  /** The number that a node of the tree before has now; -1 where it is gone. */
  after(node: NodeId): NodeId;
  /** The nodes that are new, by their numbers now: `[first, count]` of each insertion and replacement whose content is still there, in the order of the edits. */
  inserted(): readonly (readonly [first: NodeId, count: number])[];
}

/**
 * Applies edits, whose numbers are those of the given tree, which stays unchanged. The new tree has no places in a source.
 *
 * Throws a RangeError if a number is not a node or not one any more, or if a node would move into itself. Also if the tree would have
 * several roots, or nodes without a root. Throws a `ReadError` if content exceeds a limit.
 *
 * @example applyEdits(tree, [{ kind: "setAttribute", node: 2, name: "city", value: "Kyoto" }]).node(2).attribute("city") // "Kyoto"
 */
export function applyEdits(tree: Tree, edits: readonly Edit[]): Tree;
export function applyEdits(tree: SegmentedTree, edits: readonly Edit[]): SegmentedTree;
export function applyEdits(tree: Tree | SegmentedTree, edits: readonly Edit[]): Tree | SegmentedTree {
  const { version } = applyingEdits(tree, edits);
  return tree instanceof SegmentedTree ? version : version.toTree();
}

/** `applyEdits`, with where the nodes went. The time is linear in edits times edits that change the order, beside that of each edit. */
export function applyingEdits(tree: Tree | SegmentedTree, edits: readonly Edit[]): AppliedEdits {
  const numbers = new Numbers();
  let version = tree instanceof SegmentedTree ? tree : SegmentedTree.of(tree);
  for (const edit of edits) version = apply(version, edit, numbers);
  return { version, after: (node) => numbers.after(node), inserted: () => numbers.inserted() };
}

function apply(version: SegmentedTree, edit: Edit, numbers: Numbers): SegmentedTree {
  const now = (node: NodeId): NodeId => numbers.existing(node);
  switch (edit.kind) {
    case "insert": {
      const content = treeOf(edit.content);
      const [parent, before] = [edit.parent === 0 ? 0 : now(edit.parent), placeOf(edit.before, now)];
      const inserted = version.insert(content, parent, before);
      numbers.insert(before ?? (parent === 0 ? 1 : version.endOf(parent)), content.size);
      return inserted;
    }
    case "delete": {
      const node = numbers.after(edit.node);
      if (node === NONE) return version;
      const end = version.endOf(node);
      numbers.delete(node, end);
      return version.remove(node);
    }
    case "replace": {
      const [node, content] = [now(edit.node), treeOf(edit.content)];
      numbers.delete(node, version.endOf(node));
      numbers.insert(node, content.size);
      return version.replace(node, content);
    }
    case "move": {
      const [node, parent, before] = [now(edit.node), now(edit.parent), placeOf(edit.before, now)];
      const moved = version.move(node, parent, before);
      if (before !== node) numbers.move(node, version.endOf(node), before ?? version.endOf(parent));
      return moved;
    }
    case "setAttribute":
      return version.setAttribute(now(edit.node), edit.name, edit.value);
    case "setText":
      return version.setText(now(edit.node), trimSpace(collapseSpace(edit.text)));
    case "rename":
      return version.rename(now(edit.node), edit.type);
  }
}

const placeOf = (before: NodeId | null | undefined, now: (node: NodeId) => NodeId): NodeId | null =>
  before === undefined || before === null ? null : now(before);

/** Nodes `[from, to)` go away, or to `at`, as numbered before; nodes from `at` on make room for `count` others. */
type Shift =
  | { readonly kind: "insert"; readonly at: number; readonly count: number }
  | { readonly kind: "delete"; readonly from: number; readonly to: number }
  | { readonly kind: "move"; readonly from: number; readonly to: number; readonly at: number };

/** Numbers of the nodes of a tree after edits that change their order. */
class Numbers {
  private readonly shifts: Shift[] = [];

  insert(at: number, count: number): void {
    this.shifts.push({ kind: "insert", at, count });
  }

  delete(from: number, to: number): void {
    this.shifts.push({ kind: "delete", from, to });
  }

  move(from: number, to: number, at: number): void {
    this.shifts.push({ kind: "move", from, to, at });
  }

  after(node: NodeId): NodeId {
    let now = node;
    for (const shift of this.shifts) {
      now = shifted(now, shift);
      if (now === NONE) return NONE;
    }
    return now;
  }

  /** No edit is about what another one inserts, so that a range goes as a whole where its first node goes. */
  inserted(): readonly (readonly [first: NodeId, count: number])[] {
    return this.shifts.flatMap((shift, i) => {
      if (shift.kind !== "insert") return [];
      const first = this.shifts
        .slice(i + 1)
        .reduce((now, later) => (now === NONE ? NONE : shifted(now, later)), shift.at);
      return first === NONE || shift.count === 0 ? [] : [[first, shift.count] as const];
    });
  }

  existing(node: NodeId): NodeId {
    const now = this.after(node);
    if (now === NONE) throw new RangeError(`There is no node ${node} any more: an edit before this one deleted it`);
    return now;
  }
}

function shifted(node: NodeId, shift: Shift): NodeId {
  if (shift.kind === "insert") return node >= shift.at ? node + shift.count : node;
  const { from, to } = shift;
  const size = to - from;
  const isInside = node >= from && node < to;
  if (shift.kind === "delete") return isInside ? NONE : node >= to ? node - size : node;
  const target = shift.at >= to ? shift.at - size : shift.at;
  if (isInside) return node - from + target;
  const removed = node >= to ? node - size : node;
  return removed >= target ? removed + size : removed;
}
