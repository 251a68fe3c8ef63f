import { append, getOrMake } from "@semantic-xpath/values";
import { NONE, type NodeId } from "../ids.js";
import { Rows, SharedNames } from "./rows.js";
import { restOfHeaviestRun } from "./runs.js";
import type { Segment } from "./segment.js";
import type { SegmentedTree } from "./segmentedTree.js";
import { type SegmentSummary, summaryOf } from "./segmentSummary.js";
import { StoredSegment } from "./storedSegment.js";
import { outlineOf, type Stretch, stretchesOf } from "./stretches.js";

/** Fate of the nodes of a version in another one. Unnamed nodes are in both, with the same parent and in the same order. */
export interface SegmentsDiff {
  /** Tops of the subtrees that are gone, by their numbers before; nodes in them that are still there are `moved`. */
  readonly deleted: readonly DiffTop[];
  /** Tops of the subtrees that are new, by their numbers after; nodes in them that were there before are `moved`. */
  readonly inserted: readonly DiffTop[];
  /** Nodes with another parent, or another place among the siblings that stay, which are as few as possible. In their order after. */
  readonly moved: readonly DiffPair[];
  /** Nodes of both whose type, own text or attributes differ, or where texts stand in them. In their order after. */
  readonly edited: readonly EditedNode[];
}

export interface DiffTop {
  readonly key: number;
  readonly node: NodeId;
  /** Nodes of the subtree. */
  readonly size: number;
}

export interface DiffPair {
  readonly key: number;
  readonly before: NodeId;
  readonly after: NodeId;
}

export interface EditedNode extends DiffPair {
  /** Before and after; null: the same. */
  readonly type: readonly [before: string, after: string] | null;
  readonly text: readonly [before: string, after: string] | null;
  readonly attributes: readonly AttributeDiff[];
  /** True if the text has other places among the children, or the node another one in the text of its parent. */
  readonly hasOtherPlace: boolean;
}

export interface AttributeDiff {
  readonly name: string;
  /** null: the node does not have it. */
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Difference of two versions with keys. Of shared segments only the summaries are read: the time is that of the segments that differ, and of the
 * number of all. Throws a RangeError for a node without a key.
 */
export function diffSegments(a: SegmentedTree, b: SegmentedTree): SegmentsDiff {
  const names = new SharedNames();
  const ownOf = a.family === b.family ? null : (value: number) => a.family.values.intern(b.family.values.get(value));
  const [inA, inB] = [new Set(a.segments.map(identityOf)), new Set(b.segments.map(identityOf))];
  const alone = (segments: readonly Segment[], others: ReadonlySet<unknown>, own: typeof ownOf): Map<Segment, Rows> =>
    new Map(segments.flatMap((each) => (others.has(identityOf(each)) ? [] : [[each, new Rows(each, names, own)]])));
  const [rowsOfA, rowsOfB] = [alone(a.segments, inB, null), alone(b.segments, inA, ownOf)];
  const numbers = new BlockNumbers();
  const stretches = stretchesOf([...rowsOfA.values()], [...rowsOfB.values()]);
  const before = new Side(a, rowsOfA, numbers, partsBySegment(stretches, "before"));
  const after = new Side(b, rowsOfB, numbers, partsBySegment(stretches, "after"));
  return {
    deleted: before.topsWithout(after),
    inserted: after.topsWithout(before),
    moved: movedNodes(before, after),
    edited: editedNodes(before, after, names),
  };
}

/** Equal bytes, or the same object. */
const identityOf = (segment: Segment): Segment | string =>
  segment instanceof StoredSegment ? segment.reference : segment;

/** A stretch in one of the two segments that have it. */
interface StretchPart {
  readonly stretch: Stretch;
  readonly from: number;
}

function partsBySegment(stretches: readonly Stretch[], side: "before" | "after"): Map<Segment, StretchPart[]> {
  const parts = new Map<Segment, StretchPart[]>();
  for (const stretch of stretches) {
    const from = side === "before" ? stretch.beforeFrom : stretch.afterFrom;
    getOrMake(parts, stretch[side], () => [] as StretchPart[]).push({ stretch, from });
  }
  for (const list of parts.values()) list.sort((one, other) => one.from - other.from);
  return parts;
}

/** Numbers below 0 for the blocks of what both versions have: as many for a thing as it has falls. */
class BlockNumbers {
  private readonly firsts = new Map<unknown, number>();
  private next = -1;

  first(of: unknown, count: number): number {
    let first = this.firsts.get(of);
    if (first === undefined) {
      first = this.next;
      this.firsts.set(of, first);
      this.next -= count;
    }
    return first;
  }
}

/** Place of a row that is not shared. */
interface Place {
  readonly rows: Rows;
  readonly local: number;
  readonly node: NodeId;
  /** Key of the parent, 0 for the root. */
  readonly parent: number;
}

/** Children of one node among nodes `[from, to)` of a segment that are alike in both versions, their parent lying before these. */
interface Block {
  readonly segment: Segment;
  readonly base: NodeId;
  readonly from: number;
  readonly to: number;
  readonly level: number;
  readonly count: number;
  readonly parent: number;
}

/**
 * One of the two versions: the nodes that are not shared by key, and the children of each node as far as they are looked at: keys, or shared
 * blocks by their numbers below 0.
 */
class Side {
  readonly places = new Map<number, Place>();
  readonly blocks = new Map<number, Block>();
  readonly children = new Map<number, number[]>();

  /** Keys of the nodes that are open, by level. */
  private readonly open = [0];

  constructor(
    readonly tree: SegmentedTree,
    alone: ReadonlyMap<Segment, Rows>,
    private readonly numbers: BlockNumbers,
    stretches: ReadonlyMap<Segment, readonly StretchPart[]>,
  ) {
    for (const { segment, base } of tree.parts(1, tree.size + 1)) {
      const rows = alone.get(segment);
      if (rows === undefined) this.addBlocks(segment, base, segment.size, summaryOf(segment), identityOf(segment));
      else this.addParts(rows, base, stretches.get(segment) ?? []);
    }
  }

  private addParts(rows: Rows, base: NodeId, parts: readonly StretchPart[]): void {
    let at = 0;
    for (const { stretch, from } of parts) {
      this.addRows(rows, base, at, from);
      at = from + stretch.length;
      this.addBlocks(rows.segment, base, at, outlineOf(rows.segment, from, at), stretch);
    }
    this.addRows(rows, base, at, rows.segment.size);
  }

  private addRows(rows: Rows, base: NodeId, from: number, to: number): void {
    const { open } = this;
    const { level, key } = rows.segment;
    for (let local = from; local < to; local++) {
      const nodeKey = key === null ? 0 : key[local]!;
      if (nodeKey === 0) throw new RangeError(`Node ${base + local} has no key`);
      const parent = open[level[local]! - 1]!;
      this.places.set(nodeKey, { rows, local, node: base + local, parent });
      this.addChild(parent, nodeKey);
      open.length = level[local]!;
      open.push(nodeKey);
    }
  }

  private addBlocks(
    segment: Segment,
    base: NodeId,
    end: number,
    { falls, tails }: Pick<SegmentSummary, "falls" | "tails">,
    identity: unknown,
  ): void {
    const { open } = this;
    const first = this.numbers.first(identity, falls.length);
    for (const [i, { place, level, count }] of falls.entries()) {
      const parent = open[level - 1]!;
      const to = falls[i + 1]?.place ?? end;
      this.blocks.set(first - i, { segment, base, from: place, to, level, count, parent });
      this.addChild(parent, first - i);
    }
    open.length = tails[0]!.level;
    for (const { key } of tails) open.push(key);
  }

  private addChild(parent: number, unit: number): void {
    append(this.children, parent, unit);
  }

  parentOf(unit: number): number | undefined {
    return (unit < 0 ? this.blocks.get(unit) : this.places.get(unit))?.parent;
  }

  weightOf(unit: number): number {
    return unit < 0 ? this.blocks.get(unit)!.count : 1;
  }

  /** The nodes that the other version lacks and whose parents it has. */
  topsWithout(other: Side): DiffTop[] {
    const isGone = (key: number): boolean => this.places.has(key) && !other.places.has(key);
    const tops: DiffTop[] = [];
    for (const [key, { node, parent }] of this.places) {
      if (isGone(key) && !isGone(parent)) tops.push({ key, node, size: this.tree.endOf(node) - node });
    }
    return tops;
  }

  /** The nodes of a unit with their keys. */
  nodesOf(unit: number): { key: number; node: NodeId }[] {
    if (unit >= 0) return [{ key: unit, node: this.places.get(unit)!.node }];
    const { segment, base, from, to, level } = this.blocks.get(unit)!;
    const nodes: { key: number; node: NodeId }[] = [];
    for (let i = from; i < to; i++)
      if (segment.level[i] === level) nodes.push({ key: segment.key![i]!, node: base + i });
    return nodes;
  }
}

function movedNodes(before: Side, after: Side): DiffPair[] {
  const units: number[] = [];
  for (const [parent, children] of after.children) {
    const stayed: number[] = [];
    for (const unit of children) {
      const was = before.parentOf(unit);
      if (was === parent) stayed.push(unit);
      else if (was !== undefined) units.push(unit);
    }
    units.push(...outOfOrder(before, stayed, before.children.get(parent) ?? []));
  }
  const pairs = units.flatMap((unit) => {
    const was = before.nodesOf(unit);
    return after.nodesOf(unit).map(({ key, node }, i) => ({ key, before: was[i]!.node, after: node }));
  });
  return pairs.sort((one, other) => one.after - other.after);
}

/** Children to move, among those that stay with their parent, so that the others are in order. */
function outOfOrder(before: Side, stayed: readonly number[], children: readonly number[]): number[] {
  const placeOf = new Map(children.map((unit, place) => [unit, place]));
  const places = stayed.map((unit) => placeOf.get(unit)!);
  if (places.every((place, i) => i === 0 || places[i - 1]! < place)) return [];
  const weights = stayed.map((unit) => before.weightOf(unit));
  return restOfHeaviestRun(places, weights).map((i) => stayed[i]!);
}

function editedNodes(before: Side, after: Side, names: SharedNames): EditedNode[] {
  const edited: EditedNode[] = [];
  const [types, attributes] = [[...names.types.ids.keys()], [...names.attributes.ids.keys()]];
  const { values } = before.tree.family;
  const textOf = (value: number): string => (value === NONE ? "" : values.get(value));
  for (const [key, { rows, local, node }] of after.places) {
    const was = before.places.get(key);
    if (was === undefined) continue;
    const [i, earlier] = [was.local, was.rows];
    const isSame = earlier.sameContent(i, rows, local);
    if (isSame && earlier.samePlace(i, rows, local)) continue;
    const [type, other] = [earlier.type[i]!, rows.type[local]!];
    const [text, otherText] = [earlier.text[i]!, rows.text[local]!];
    edited.push({
      key,
      before: was.node,
      after: node,
      type: type === other ? null : [types[type]!, types[other]!],
      text: text === otherText ? null : [textOf(text), textOf(otherText)],
      attributes: attributeDiffs(earlier, i, rows, local).map(([name, one, another]) => ({
        name: attributes[name]!,
        before: one === NONE ? null : values.get(one),
        after: another === NONE ? null : values.get(another),
      })),
      hasOtherPlace: !earlier.samePlace(i, rows, local),
    });
  }
  return edited;
}

/** Names with the values before and after, -1 where there is none: both lists are in the order of names. */
function attributeDiffs(a: Rows, i: number, b: Rows, j: number): [name: number, before: number, after: number][] {
  const diffs: [number, number, number][] = [];
  let [from, at] = [a.start[i]!, b.start[j]!];
  const [to, end] = [a.start[i + 1]!, b.start[j + 1]!];
  while (from < to || at < end) {
    const [name, other] = [
      from < to ? a.name[from]! : Number.POSITIVE_INFINITY,
      at < end ? b.name[at]! : Number.POSITIVE_INFINITY,
    ];
    const [before, after] = [name <= other ? a.value[from++]! : NONE, other <= name ? b.value[at++]! : NONE];
    if (before !== after) diffs.push([Math.min(name, other), before, after]);
  }
  return diffs;
}
