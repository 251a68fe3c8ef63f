import { NONE, type NodeId } from "../ids.js";
import { Rows, SharedNames } from "./rows.js";
import { restOfHeaviestRun } from "./runs.js";
import type { Segment } from "./segment.js";
import type { SegmentedTree } from "./segmentedTree.js";
import { summaryOf } from "./segmentSummary.js";
import { StoredSegment } from "./storedSegment.js";

/** What became of the nodes of a version in another one. Whatever is not named is in both, with the same parent and in the same order. */
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
  /** Whether the text stands at other places among the children, or the node at another one in the text of its parent. */
  readonly hasOtherPlace: boolean;
}

export interface AttributeDiff {
  readonly name: string;
  /** null: the node does not have it. */
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * How one version differs from another, both with keys. Segments that both share are not looked at, but their summaries: the time is that of
 * the segments that differ, and of the number of all. Throws a RangeError where a node has no key.
 */
export function diffSegments(a: SegmentedTree, b: SegmentedTree): SegmentsDiff {
  const shared = sharedBlocks(a, b);
  const names = new SharedNames();
  const before = new Side(a, shared, names, null);
  const ownOf = a.family === b.family ? null : (value: number) => a.family.values.intern(b.family.values.get(value));
  const after = new Side(b, shared, names, ownOf);
  return {
    deleted: before.topsWithout(after),
    inserted: after.topsWithout(before),
    moved: movedNodes(before, after),
    edited: editedNodes(before, after, names),
  };
}

/** The same bytes, or the same object. */
const identityOf = (segment: Segment): Segment | string =>
  segment instanceof StoredSegment ? segment.reference : segment;

/** The segments that both versions have, with the number of the first block in each. */
function sharedBlocks(a: SegmentedTree, b: SegmentedTree): ReadonlyMap<Segment | string, number> {
  const inBoth = new Set(b.segments.map(identityOf));
  const blocks = new Map<Segment | string, number>();
  let next = 0;
  for (const segment of a.segments) {
    if (!inBoth.has(identityOf(segment))) continue;
    blocks.set(identityOf(segment), next);
    next += summaryOf(segment).falls.length;
  }
  return blocks;
}

/** Where a row is that is not shared. */
interface Place {
  readonly rows: Rows;
  readonly local: number;
  readonly node: NodeId;
  /** Key of the parent, 0 for the root. */
  readonly parent: number;
}

/** Children of one node in a segment that is shared, whose parent lies before it. */
interface Block {
  readonly segment: Segment;
  readonly base: NodeId;
  readonly fall: number;
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

  constructor(
    readonly tree: SegmentedTree,
    shared: ReadonlyMap<Segment | string, number>,
    names: SharedNames,
    ownOf: ((value: number) => number) | null,
  ) {
    /** Keys of the nodes that are open, by level. */
    const open = [0];
    for (const { segment, base } of tree.parts(1, tree.size + 1)) {
      const block = shared.get(identityOf(segment));
      if (block === undefined) this.addRows(new Rows(segment, names, ownOf), base, open);
      else this.addBlocks(segment, base, block, open);
    }
  }

  private addRows(rows: Rows, base: NodeId, open: number[]): void {
    const { level, key, size } = rows.segment;
    for (let local = 0; local < size; local++) {
      const own = key === null ? 0 : key[local]!;
      if (own === 0) throw new RangeError(`Node ${base + local} has no key`);
      const parent = open[level[local]! - 1]!;
      this.places.set(own, { rows, local, node: base + local, parent });
      this.addChild(parent, own);
      open.length = level[local]!;
      open.push(own);
    }
  }

  private addBlocks(segment: Segment, base: NodeId, first: number, open: number[]): void {
    const { falls, tails, minLevel } = summaryOf(segment);
    for (const [fall, { level, count }] of falls.entries()) {
      const parent = open[level - 1]!;
      this.blocks.set(-1 - first - fall, { segment, base, fall, count, parent });
      this.addChild(parent, -1 - first - fall);
    }
    open.length = minLevel;
    for (const { key } of tails) open.push(key);
  }

  private addChild(parent: number, unit: number): void {
    const children = this.children.get(parent);
    if (children === undefined) this.children.set(parent, [unit]);
    else children.push(unit);
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
    const { segment, base, fall } = this.blocks.get(unit)!;
    const { falls } = summaryOf(segment);
    const [from, to] = [falls[fall]!.place, falls[fall + 1]?.place ?? segment.size];
    return segment.heads.flatMap((head) =>
      head >= from && head < to ? [{ key: segment.key![head]!, node: base + head }] : [],
    );
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

/** Of children that stay with their parent those that must move for the others to be in order. */
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
