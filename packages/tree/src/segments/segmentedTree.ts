import { getOrMake } from "@semantic-xpath/values";
import { lowerBound } from "../column.js";
import { MIXED, PIECE_GLUED, TAIL_GLUED } from "../content.js";
import { DOCUMENT, NONE, type NodeId } from "../ids.js";
import type { TreeDocument, TreeSource } from "../source.js";
import type { Tree } from "../tree.js";
import { ValueTableBuilder } from "../values.js";
import { changeBetween, type PlacedSegment, type SegmentChange } from "./change.js";
import { cutTree } from "./cutTree.js";
import { documentsOf, shifted, splicedDocuments } from "./documents.js";
import { Family } from "./family.js";
import { flatten, relaid } from "./flatten.js";
import { copyOf, type Run, runOf, SEGMENT_NODES, type Segment, type SegmentPart, segmentsOf } from "./segment.js";
import { keysOf, mayHave } from "./segmentKeys.js";
import {
  CHILD_FLAGS,
  NO_PLACE,
  type Place,
  placedAt,
  type Row,
  rowIn,
  segmentOfRow,
  type TreeRow,
} from "./segmentRow.js";
import { closerIn, openIn } from "./segmentSummary.js";
import { withAttribute, withText } from "./withValue.js";

/** A segment that an edit leaves with less than this part of the most nodes is joined with a neighbour: no crumbs remain. */
const LEAST = 1 / 4;

/**
 * A version of a tree as a list of immutable segments. An edit gives a new version: it copies the one segment that contains it (two if a subtree
 * crosses a border, one more if it leaves a crumb). It shares all others, regardless of the size of the tree; earlier versions stay unchanged.
 * `toTree` builds the flat columns that queries run on, on first use.
 *
 * Documents (`TreeSource.documents`) go with their tops: content put inside of one becomes a part of it, and the replacement of a top
 * is the document then. They record where nodes belong; an edited tree has no places in their texts.
 *
 * Nodes are preorder numbers of this version, as in `Tree`: the root is 1, the document node 0. Other numbers throw a RangeError. So do edits
 * that would leave more or less than one root beside other nodes.
 */
export class SegmentedTree {
  /** Number of the first node of each segment, and one past the last. */
  private readonly bases: Int32Array;
  private flat: Tree | undefined;

  private constructor(
    readonly segments: readonly Segment[],
    readonly source: TreeSource,
    /** State shared by all versions that descend from one tree. */
    readonly family: Family,
  ) {
    this.bases = new Int32Array(segments.length + 1);
    let base = 1;
    for (const [i, segment] of segments.entries()) {
      this.bases[i] = base;
      base += segment.size;
    }
    this.bases[segments.length] = base;
  }

  /**
   * The segments of a tree, at most `most` nodes each. Linear once; a tree that `toTree` gave comes back as the version that it was
   * made from.
   */
  static of(tree: Tree, most = SEGMENT_NODES): SegmentedTree {
    let version = versionOf.get(tree);
    if (version === undefined) {
      const source = { ...tree.source, spans: false };
      version = new SegmentedTree(cutTree(tree, most), source, new Family(ValueTableBuilder.after(tree.values), most));
      if (!tree.source.spans) {
        version.flat = tree;
        version.family.laidOut = new WeakRef(tree);
      }
      versionOf.set(tree, version);
    }
    return version;
  }

  /** A version of segments in document order, whose values are those of the family. They are not looked at before they are needed. */
  static ofSegments(segments: readonly Segment[], source: TreeSource, family: Family): SegmentedTree {
    return new SegmentedTree(segments, source, family);
  }

  /** Nodes without the document node. */
  get size(): number {
    return this.bases[this.segments.length]! - 1;
  }

  /** True if `toTree` has built the tree already. */
  get isLaidOut(): boolean {
    return this.flat !== undefined;
  }

  /** The tree for queries. An edited tree has no places in a source. Linear the first time, mostly by copying columns whole. */
  toTree(): Tree {
    if (this.flat === undefined) {
      const before = this.family.laidOut?.deref();
      const version = before === undefined ? undefined : versionOf.get(before);
      this.flat =
        (version && relaid(before!, version.segments, this.segments, this.source, this.values)) ??
        flatten(this.segments, this.size, this.source, this.values);
      for (const segment of this.segments) segment.release?.();
      versionOf.set(this.flat, this);
      if (this.family.laidOut !== null) laidOutBefore.set(this.flat, this.family.laidOut);
      this.family.laidOut = new WeakRef(this.flat);
    }
    return this.flat;
  }

  /**
   * Inserts a tree as a child, before one of the children or after the last of them. Its nodes have no keys then, unless they
   * are `kept`: for content from another version.
   */
  insert(content: Tree, parent: NodeId, before: NodeId | null = null, keys: "new" | "kept" = "new"): SegmentedTree {
    const level = parent === DOCUMENT ? 0 : this.levelOf(parent);
    if (parent === DOCUMENT && this.size > 0) throw new RangeError("A tree has one root");
    if (before !== null && this.parentOf(before) !== parent) throw new RangeError(`${before} is no child of ${parent}`);
    const at = before ?? (parent === DOCUMENT ? 1 : this.endOf(parent));
    const runs = placedAt(this.adopted(content, level, keys), this.placeBefore(before, parent));
    return this.splice(at, at, runs, this.isWithinDocument(parent) ? [] : documentsOf(content));
  }

  /** Removes a node with its subtree. */
  remove(node: NodeId): SegmentedTree {
    return this.splice(node, this.endOf(node), []);
  }

  /** Puts a tree in the place of a node and its subtree. */
  replace(node: NodeId, content: Tree): SegmentedTree {
    if (content.size === 0 && node === 1) return this.remove(node);
    const top = this.documents.find((document) => document.node === node);
    const isWithin = top === undefined && this.isWithinDocument(node);
    const documents = top !== undefined ? [{ ...top, node: 1 }] : isWithin ? [] : documentsOf(content);
    const runs = placedAt(this.adopted(content, this.levelOf(node) - 1), this.rowOf(node).place);
    return this.splice(node, this.endOf(node), runs, documents);
  }

  /** Moves a node with its subtree to another parent or place; `parent` and `before` are numbers of this version. */
  move(node: NodeId, parent: NodeId, before: NodeId | null = null): SegmentedTree {
    const end = this.endOf(node);
    if (parent >= node && parent < end) throw new RangeError(`${node} can't move into itself`);
    if (before !== null && this.parentOf(before) !== parent) throw new RangeError(`${before} is no child of ${parent}`);
    if (before === node) return this;
    const deeper = this.levelOf(parent) + 1 - this.levelOf(node);
    const runs = this.runs(node, end).map((run) => ({ ...run, deeper }));
    const content = placedAt(runs, this.placeBefore(before, parent));
    const documents = this.isWithinDocument(parent) ? [] : shifted(this.documents, node, end, 1 - node);
    const at = before ?? this.endOf(parent);
    const removed = this.splice(node, end, []);
    const moved = at >= end ? at - (end - node) : at;
    return removed.splice(moved, moved, content, documents);
  }

  /** Sets an attribute, or removes it where the value is null. */
  setAttribute(node: NodeId, name: string, value: string | null): SegmentedTree {
    const changed =
      value === null
        ? null
        : this.withValue(node, (of, local) => withAttribute(of, local, name, this.values.intern(value)));
    if (changed !== null) return changed;
    const row = this.rowOf(node);
    if (value === null) row.attributes.delete(name);
    else row.attributes.set(name, this.values.intern(value));
    return this.setRow(node, row);
  }

  /** Sets the own text, white space normalised by the caller; an empty one removes it. It stands before the children. */
  setText(node: NodeId, text: string): SegmentedTree {
    const value = text === "" ? NONE : this.values.intern(text);
    const changed = this.withValue(node, (of, local) => withText(of, local, value));
    if (changed !== null) return changed;
    const row = this.rowOf(node);
    const place = { ...row.place, flags: row.place.flags & CHILD_FLAGS };
    return this.setRow(node, { ...row, place, text: value });
  }

  /**
   * The own text of a node stands among its children as that of a node of another version does: for nodes with the same text and as many
   * children.
   */
  withPlacesOf(node: NodeId, from: SegmentedTree, other: NodeId): SegmentedTree {
    const [row, place] = [this.rowOf(node), from.rowOf(other).place];
    const flags = (row.place.flags & CHILD_FLAGS) | (place.flags & ~CHILD_FLAGS);
    let version: SegmentedTree = this.setRow(node, { ...row, place: { cut: row.place.cut, flags } });
    const [children, others] = [this.childrenOf(node), from.childrenOf(other)];
    for (const [i, child] of children.entries()) {
      const [own, their] = [version.rowOf(child), from.rowOf(others[i]!).place];
      const childFlags = (own.place.flags & ~CHILD_FLAGS) | (their.flags & CHILD_FLAGS);
      version = version.setRow(child, { ...own, place: { cut: their.cut, flags: childFlags } });
    }
    return version;
  }

  /** Gives a node another type. */
  rename(node: NodeId, type: string): SegmentedTree {
    return this.setRow(node, { ...this.rowOf(node), type });
  }

  /**
   * Gives keys to all nodes that have none, in document order from `next` on; the others keep theirs. Only segments that have such nodes are
   * copied.
   */
  withKeys(next: number): { readonly version: SegmentedTree; readonly next: number } {
    let free = next;
    const segments = this.segments.map((segment) => {
      if (keysOf(segment).missing === 0) return segment;
      const key = segment.key === null ? new Int32Array(segment.size) : segment.key.slice();
      for (let i = 0; i < key.length; i++) if (key[i] === 0) key[i] = free++;
      return copyOf(segment, { key });
    });
    if (free === next) return { version: this, next };
    const version = new SegmentedTree(segments, this.source, this.family);
    if (this.flat !== undefined) {
      const key = new Int32Array(this.size + 1);
      for (const [place, segment] of segments.entries()) key.set(segment.key!, this.bases[place]!);
      version.flat = this.flat.withKey(key);
      versionOf.set(version.flat, version);
    }
    return { version, next: free };
  }

  /** The node that has a key, -1 where none has. Looks into segments that may have it only. */
  nodeOfKey(key: number): NodeId {
    for (const [place, segment] of this.segments.entries()) {
      const local = mayHave(keysOf(segment), key) ? segment.key!.indexOf(key) : NONE;
      if (local !== NONE) return this.bases[place]! + local;
    }
    return NONE;
  }

  /** Index of the segment with the node of a key; -1: none. */
  placeOfKey(key: number): number {
    const node = this.nodeOfKey(key);
    return node === NONE ? NONE : this.placeOf(node);
  }

  /** The key of a node, 0 where it has none. */
  keyOf(node: NodeId): number {
    const { segment, local } = this.locate(node);
    return segment.key === null ? 0 : segment.key[local]!;
  }

  /** One past the last node of a subtree. Looks at one entry for each segment that the subtree goes through. */
  endOf(node: NodeId): NodeId {
    let { segment, place, local } = this.locate(node);
    const end = segment.end[local]!;
    if (end > 0) return this.bases[place]! + end;
    const level = segment.level[local]!;
    while (++place < this.segments.length) {
      segment = this.segments[place]!;
      if (segment.minLevel <= level) return this.bases[place]! + closerIn(segment, level);
    }
    return this.size + 1;
  }

  /** The parent of a node; the document node for the root. */
  parentOf(node: NodeId): NodeId {
    let { segment, place, local } = this.locate(node);
    const distance = segment.parentDistance[local]!;
    if (distance > 0) return node - distance;
    const above = segment.level[local]! - 1;
    while (--place >= 0) {
      segment = this.segments[place]!;
      if (segment.minLevel <= above) return this.bases[place]! + openIn(segment, above);
    }
    return DOCUMENT;
  }

  /** Content of a node itself. Reads its segment only. */
  rowAt(node: NodeId): TreeRow {
    const { type, text, attributes } = this.rowOf(node);
    return {
      type,
      text: text === NONE ? "" : this.values.get(text),
      attributes: new Map([...attributes].map(([name, value]) => [name, this.values.get(value)])),
    };
  }

  /** A node with its subtree as a tree of its own, with its keys. Looks at its segments only. */
  subtree(node: NodeId): SegmentedTree {
    const deeper = 1 - this.levelOf(node);
    const runs = this.runs(node, this.endOf(node)).map((run) => ({ ...run, deeper }));
    return this.with(segmentsOf(placedAt(runs, NO_PLACE), this.family.most), []);
  }

  /** Depth of a node: the root has level 1. */
  levelOf(node: NodeId): number {
    const { segment, local } = this.locate(node);
    return segment.level[local]!;
  }

  typeOf(node: NodeId): string {
    const { segment, local } = this.locate(node);
    return segment.typeNames[segment.type[local]!]!;
  }

  /** True if a node has own text at places among its children. */
  isMixed(node: NodeId): boolean {
    return (this.rowOf(node).place.flags & MIXED) !== 0;
  }

  /** The children in document order. Segments that have none of them are not looked at. */
  childrenOf(node: NodeId): NodeId[] {
    const [end, level] = [this.endOf(node), this.levelOf(node) + 1];
    const children: NodeId[] = [];
    for (const { segment, base, from, to } of this.parts(node + 1, end)) {
      if (segment.summary?.counts.every((count) => count.level !== level)) continue;
      const levels = segment.level;
      for (let i = from; i < to; i++) if (levels[i] === level) children.push(base + i);
    }
    return children;
  }

  private locate(node: NodeId): { segment: Segment; place: number; local: number } {
    if (!(node >= 1 && node <= this.size)) throw new RangeError(`There is no node ${node}`);
    const place = this.placeOf(node);
    return { segment: this.segments[place]!, place, local: node - this.bases[place]! };
  }

  /** The segment in which a number lies, or would be appended. */
  private placeOf(at: number): number {
    return Math.min(lowerBound(this.bases, at + 1) - 1, this.segments.length - 1);
  }

  private rowOf(node: NodeId): Row {
    const { segment, local } = this.locate(node);
    return rowIn(segment, local);
  }

  /** The version with one segment that shares most columns with the one there; null if `made` returns none, or for a crumb that must be joined. */
  private withValue(node: NodeId, made: (segment: Segment, local: number) => Segment | null): SegmentedTree | null {
    const { segment, place, local } = this.locate(node);
    const isCrumb = this.segments.length > 1 && segment.size < this.family.most * LEAST;
    const changed = isCrumb ? null : made(segment, local);
    return changed === null ? null : this.with(this.segments.with(place, changed), this.documents);
  }

  private setRow(node: NodeId, row: Row): SegmentedTree {
    const segment = segmentOfRow(this.levelOf(node), row);
    return this.splice(node, node + 1, [runOf(segment)], shifted(this.documents, node, node + 1, 1 - node));
  }

  /** The nodes of another tree as runs of this one, its values interned here. */
  private adopted(content: Tree, level: number, keys: "new" | "kept" = "new"): Run[] {
    const { segments, family } = SegmentedTree.of(content);
    const keepsKeys = keys === "kept";
    return this.family.adopt(segments, family, keepsKeys).map((segment) => ({ ...runOf(segment), deeper: level }));
  }

  /** The nodes `[from, to)` as parts of their segments. */
  parts(from: NodeId, to: NodeId): SegmentPart[] {
    const parts: SegmentPart[] = [];
    for (let place = this.placeOf(from); place < this.segments.length && this.bases[place]! < to; place++) {
      const [segment, base] = [this.segments[place]!, this.bases[place]!];
      parts.push({ segment, base, from: Math.max(0, from - base), to: Math.min(segment.size, to - base) });
    }
    return parts;
  }

  private runs(from: NodeId, to: NodeId): Run[] {
    return this.parts(from, to).map((part) => runOf(part.segment, part.from, part.to));
  }

  /** The place of what comes before a child of a node, or after its last one: the piece of text before that child stays before it. */
  private placeBefore(before: NodeId | null, parent: NodeId): Place {
    if (parent === DOCUMENT) return NO_PLACE;
    const { place, text } = this.rowOf(parent);
    if ((place.flags & MIXED) === 0) return NO_PLACE;
    const next = before === null ? null : this.rowOf(before).place;
    if (next !== null) return { cut: next.cut, flags: next.flags & PIECE_GLUED };
    return {
      cut: text === NONE ? 0 : this.values.length(text),
      flags: (place.flags & TAIL_GLUED) === 0 ? 0 : PIECE_GLUED,
    };
  }

  private get values(): ValueTableBuilder {
    return this.family.values;
  }

  private get documents(): readonly TreeDocument[] {
    return documentsOf(this);
  }

  private isWithinDocument(node: NodeId): boolean {
    const before = this.documents.findLast((document) => document.node <= node);
    return before !== undefined && node < this.endOf(before.node);
  }

  /** Puts the nodes of some runs, and the documents in them (their tops counted from 1), in the place of the nodes `[from, to)`. */
  private splice(
    from: NodeId,
    to: NodeId,
    content: readonly Run[],
    inside: readonly TreeDocument[] = [],
  ): SegmentedTree {
    if (this.segments.length === 0) return this.with(segmentsOf(content, this.family.most), inside);
    let first = this.placeOf(from);
    let last = Math.max(first, this.placeOf(to > from ? to - 1 : to));
    const lengths = content.reduce((sum, run) => sum + run.to - run.from, 0);
    const keptLength = this.bases[last + 1]! - this.bases[first]! - (to - from);
    if (keptLength + lengths < this.family.most * LEAST) {
      if (last + 1 < this.segments.length) last++;
      else if (first > 0) first--;
    }
    const before = this.runs(this.bases[first]!, from);
    const after = this.runs(to, this.bases[last + 1]!);
    const newSegments = segmentsOf([...before, ...content, ...after], this.family.most);
    const documents = splicedDocuments(this.documents, inside, { from, to, length: lengths });
    return this.with(this.segments.toSpliced(first, last + 1 - first, ...newSegments), documents);
  }

  private with(segments: readonly Segment[], documents: readonly TreeDocument[]): SegmentedTree {
    const { documents: _, ...rest } = this.source;
    const source = documents.length === 0 ? rest : { ...rest, documents };
    return new SegmentedTree(segments, source, this.family);
  }
}

const versionOf = new WeakMap<Tree, SegmentedTree>();
/** By version the one of its family that was laid out before it. */
const laidOutBefore = new WeakMap<Tree, WeakRef<Tree>>();

/**
 * The version of the same family that was laid out before a tree, with the one segment in which they differ; null if it is gone, or if more differs. Data
 * that is kept by segment can be brought up to date from it by looking at few nodes.
 */
export function changeSince(tree: Tree): { readonly before: Tree; readonly change: SegmentChange } | null {
  const before = laidOutBefore.get(tree)?.deref();
  if (before === undefined) return null;
  const change = getOrMake(changes, tree, () => changeBetween(before, segmentsIn(before), tree, segmentsIn(tree)));
  return change && { before, change };
}

/** Changes that were looked for. They hold no version. */
const changes = new WeakMap<Tree, SegmentChange | null>();

/**
 * The nodes of a tree by the segments of its version: data cached by segment (any object, the same for the same nodes) applies to all versions that
 * share it. A tree without segments is one piece, itself.
 */
export function segmentsIn(tree: Tree): readonly PlacedSegment[] {
  const version = versionOf.get(tree);
  if (version === undefined) return [{ segment: tree, from: 1, to: tree.size + 1 }];
  let to = 1;
  return version.segments.map((segment) => {
    const from = to;
    to += segment.size;
    return { segment, from, to };
  });
}
