import { getOrMake, nodeText, type SegmentedTree, segmentedPath } from "@semantic-xpath/tree";
import { shortened } from "@semantic-xpath/values";
import type { NodeKey } from "../keys.js";
import type { Change } from "./change.js";
import { type Difference, difference } from "./difference.js";
import type { Version } from "./version.js";
import { fullLabelOf, labelOf, quoted } from "./words.js";

/** Maximum characters of a deleted or inserted text in the record. */
const MAX_TEXT = 2000;

/** The tree of the earlier version: null for the first version, "pruned" if that version has no content left. */
export type Before = SegmentedTree | null | "pruned";

/** Changes of a version against the one before: deletions first, then the others in document order. */
export function changesOf(before: Before, after: SegmentedTree, known?: Difference): readonly Change[] {
  if (before === null || before === "pruned") return after.size === 0 ? [] : [wholeTree(after, before === "pruned")];
  return new Changes(before, after, known ?? difference(before, after)).all();
}

/** The insertion of a whole tree: no tree before it can be compared. */
function wholeTree(tree: SegmentedTree, isAfterPruned: boolean): Change {
  const nodes = tree.size === 1 ? "" : ` with ${tree.size} nodes`;
  return {
    kind: "insert",
    key: tree.keyOf(1),
    ...rangesOf(Array.from({ length: tree.size }, (_, i) => tree.keyOf(i + 1))),
    path: segmentedPath(tree, 1),
    text: isAfterPruned
      ? `kept ${fullLabelOf(tree, 1)}${nodes} (the version before was pruned)`
      : `created ${fullLabelOf(tree, 1)}${nodes}`,
    before: null,
    after: saidBy(tree, 1),
    parent: null,
  };
}

class Changes {
  /** New tops by the tops that they stand in the place of. */
  private readonly replacing = new Map<NodeKey, NodeKey>();

  constructor(
    private readonly a: SegmentedTree,
    private readonly b: SegmentedTree,
    private readonly differences: Difference,
  ) {
    this.findReplaced();
  }

  all(): readonly Change[] {
    const { deleted, inserted, moved, edited } = this.differences;
    const replaced = new Set(this.replacing.values());
    const inOrder = [
      ...inserted.map((key) => ({ key, changes: () => [this.inserted(key)] })),
      ...moved.map((key) => ({ key, changes: () => [this.moved(key)] })),
      ...edited.map((key) => ({ key, changes: () => this.edited(key) })),
    ].sort((one, other) => this.b.nodeOfKey(one.key) - this.b.nodeOfKey(other.key));
    return [
      ...deleted.filter((key) => !replaced.has(key)).map((key) => this.deleted(key)),
      ...inOrder.flatMap(({ changes }) => changes()),
    ];
  }

  private deleted(key: NodeKey): Change {
    const { a } = this;
    const node = a.nodeOfKey(key);
    return {
      kind: "delete",
      key,
      ...rangesOf(this.goneIn(node)),
      path: segmentedPath(a, node),
      text: `deleted ${fullLabelOf(a, node)}${nodesOf(this.goneIn(node))}${within(a, node, "from")}`,
      before: saidBy(a, node),
      after: null,
      parent: null,
    };
  }

  private inserted(key: NodeKey): Change {
    const { a, b } = this;
    const node = b.nodeOfKey(key);
    const keys = this.newIn(node);
    const replaced = this.replacing.get(key);
    const was = replaced === undefined ? -1 : a.nodeOfKey(replaced);
    const words =
      was < 0
        ? `added ${fullLabelOf(b, node)}${nodesOf(keys)}${within(b, node, "to")}`
        : `replaced ${fullLabelOf(a, was)} by ${fullLabelOf(b, node)}${nodesOf(keys)}${within(b, node, "in")}`;
    return {
      kind: was < 0 ? "insert" : "replace",
      key,
      ...rangesOf(keys),
      ...(replaced !== undefined && { replaced }),
      path: segmentedPath(b, node),
      text: words,
      before: was < 0 ? null : saidBy(a, was),
      after: saidBy(b, node),
      parent: parentKey(b, node),
    };
  }

  private moved(key: NodeKey): Change {
    const { a, b } = this;
    const [was, node] = [a.nodeOfKey(key), b.nodeOfKey(key)];
    const isWithin = parentKey(a, was) === parentKey(b, node);
    const target = isWithin
      ? `within ${placeIn(b, node)}${afterSibling(b, node)}`
      : `from ${placeIn(a, was)} to ${placeIn(b, node)}`;
    return {
      kind: "move",
      key,
      path: segmentedPath(b, node),
      text: `moved ${labelOf(b, node)} ${target}`,
      before: segmentedPath(a, was),
      after: segmentedPath(b, node),
      parent: parentKey(b, node),
    };
  }

  private edited(key: NodeKey): Change[] {
    const { a, b } = this;
    const [was, node] = [a.nodeOfKey(key), b.nodeOfKey(key)];
    const [one, other] = [a.rowAt(was), b.rowAt(node)];
    const about = { key, path: segmentedPath(b, node), parent: parentKey(b, node) };
    const changes: Change[] = [];
    if (one.type !== other.type) {
      const text = `changed the type of ${labelOf(a, was)} from ${one.type} to ${other.type}`;
      changes.push({ kind: "rename", ...about, text, before: one.type, after: other.type });
    }
    const [left, right] = [one.attributes, other.attributes];
    for (const name of new Set([...left.keys(), ...right.keys()])) {
      const [before, after] = [left.get(name) ?? null, right.get(name) ?? null];
      if (before === after) continue;
      const text = valueWords(name, labelOf(a, was), before, after);
      changes.push({ kind: "setAttribute", ...about, text, name, before, after });
    }
    if (one.text !== other.text) {
      const [before, after] = [one.text === "" ? null : one.text, other.text === "" ? null : other.text];
      changes.push({
        kind: "setText",
        ...about,
        text: valueWords("the text", before === null ? labelOf(b, node) : placeOfText(a, was), before, after),
        before,
        after,
      });
    }
    return changes;
  }

  /** Joins a deleted and an inserted subtree between the same siblings into one replacement, if no others are there. */
  private findReplaced(): void {
    if (this.differences.deleted.length === 0 || this.differences.inserted.length === 0) return;
    const gaps = new Map<string, { deleted: NodeKey[]; inserted: NodeKey[] }>();
    const add = (tree: SegmentedTree, other: SegmentedTree, key: NodeKey, side: "deleted" | "inserted"): void => {
      const gap = gapOf(tree, other, tree.nodeOfKey(key));
      getOrMake(gaps, gap, () => ({ deleted: [], inserted: [] }))[side].push(key);
    };
    for (const key of this.differences.deleted) add(this.a, this.b, key, "deleted");
    for (const key of this.differences.inserted) add(this.b, this.a, key, "inserted");
    for (const { deleted, inserted } of gaps.values())
      if (deleted.length === 1 && inserted.length === 1) this.replacing.set(inserted[0]!, deleted[0]!);
  }

  private newIn(node: number): NodeKey[] {
    return keysWithin(this.b, this.a, node);
  }

  private goneIn(node: number): NodeKey[] {
    return keysWithin(this.a, this.b, node);
  }
}

/** Content of a subtree in the record, cut to the beginning of a long text. */
const saidBy = (tree: SegmentedTree, node: number): string =>
  shortened(nodeText(tree.subtree(node).toTree(), 1, MAX_TEXT), MAX_TEXT);

/** Keys of the nodes of a subtree that the other tree lacks. */
function keysWithin(tree: SegmentedTree, other: SegmentedTree, node: number): NodeKey[] {
  const keys: NodeKey[] = [];
  for (let at = node; at < tree.endOf(node); at++) {
    const key = tree.keyOf(at);
    if (other.nodeOfKey(key) < 0) keys.push(key);
  }
  return keys;
}

/** The parent, and the nearest sibling before that both trees have. */
function gapOf(tree: SegmentedTree, other: SegmentedTree, node: number): string {
  const parent = tree.parentOf(node);
  let last = previousSibling(tree, node);
  while (last > 0 && other.nodeOfKey(tree.keyOf(last)) < 0) last = previousSibling(tree, last);
  return `${parent === 0 ? 0 : tree.keyOf(parent)} ${last === 0 ? 0 : tree.keyOf(last)}`;
}

/** The sibling before a node, 0 if it is the first. Goes up from what is before it, so it takes as long as that is deep. */
function previousSibling(tree: SegmentedTree, node: number): number {
  const parent = tree.parentOf(node);
  if (node === parent + 1) return 0;
  let at = node - 1;
  for (let above = tree.parentOf(at); above !== parent; above = tree.parentOf(at)) at = above;
  return at;
}

function valueWords(what: string, of: string, before: string | null, after: string | null): string {
  if (before === null) return `set ${what} of ${of} to ${quoted(after!)}`;
  if (after === null) return `removed ${what} of ${of}, which was ${quoted(before)}`;
  return `changed ${what} of ${of} from ${quoted(before)} to ${quoted(after)}`;
}

/** A node whose text is what it is called needs another name where that text is shown beside it. */
const placeOfText = (tree: SegmentedTree, node: number): string => {
  const label = labelOf(tree, node);
  return label.startsWith('"') ? tree.typeOf(node) : label;
};

const parentKey = (tree: SegmentedTree, node: number): NodeKey | null => {
  const parent = tree.parentOf(node);
  return parent <= 0 ? null : tree.keyOf(parent);
};

const placeIn = (tree: SegmentedTree, node: number): string => {
  const parent = tree.parentOf(node);
  return parent <= 0 ? "the top" : labelOf(tree, parent);
};

const within = (tree: SegmentedTree, node: number, word: string): string =>
  tree.parentOf(node) <= 0 ? "" : ` ${word} ${labelOf(tree, tree.parentOf(node))}`;

function afterSibling(tree: SegmentedTree, node: number): string {
  const last = previousSibling(tree, node);
  return last === 0 ? " to the first place" : `, after ${labelOf(tree, last)}`;
}

const nodesOf = (keys: readonly NodeKey[]): string => (keys.length === 1 ? "" : ` (${keys.length} nodes)`);

/** Keys as one range where they follow each other, else as several. */
function rangesOf(keys: readonly NodeKey[]): Pick<Change, "keys" | "ranges"> {
  const ranges: [NodeKey, number][] = [];
  for (const key of keys) {
    const last = ranges[ranges.length - 1];
    if (last !== undefined && last[0] + last[1] === key) last[1]++;
    else ranges.push([key, 1]);
  }
  return ranges.length === 1 ? { keys: ranges[0]! } : { ranges };
}

/** Difference of two versions. */
export interface VersionDiff {
  readonly from: number;
  readonly to: number;
  readonly changes: readonly Change[];
  /** The changes in words, one a line. */
  readonly text: string;
}

export function versionDiff(from: Version, to: Version): VersionDiff {
  const changes = changesOf(from.segments, to.segments);
  return { from: from.number, to: to.number, changes, text: changes.map(({ text }) => text).join("\n") };
}
