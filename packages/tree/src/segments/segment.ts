import { lowerBound } from "../column.js";
import { type ContentPlaces, NO_PLACES } from "../content.js";
import { NONE, type NodeId } from "../ids.js";
import { layPostings, Shapes } from "../layout.js";
import { NameTable } from "../names.js";
import type { SegmentSummary } from "./segmentSummary.js";

/** Maximum nodes of one segment: the most that an edit copies, and small enough for that to be cheap. */
export const SEGMENT_NODES = 2048;

/**
 * A run of nodes in document order whose columns say nothing about what is before or after it: levels instead of subtree ends,
 * names by a table of its own, places counted from its first node. So a tree that is edited elsewhere shares it unchanged. It is
 * never changed once it is made.
 */
export interface Segment {
  readonly size: number;
  /** The root of a tree is at level 1. Together with the order, levels are the whole shape. */
  readonly level: Int32Array;
  readonly minLevel: number;
  /** Index into `typeNames`. */
  readonly type: Int32Array;
  /** Own text as a value id of the tree's value table, -1 where there is none. */
  readonly text: Int32Array;
  /** The permanent keys of nodes, 0 where that is not given yet; null: to none. */
  readonly key: Int32Array | null;
  /** By place in the segment. */
  readonly places: ContentPlaces;
  /** Types in order of first use here. */
  readonly typeNames: readonly string[];
  /** In order of first use here. */
  readonly attributeNames: readonly string[];
  /** Attributes by (type, name), in order of first use here. */
  readonly cells: readonly Cell[];

  /** Summary, if it is known without the columns. */
  readonly summary?: SegmentSummary;
  /** Called when a tree has been laid out, which has all that the columns have. */
  release?(): void;

  /** Columns derived from the above, computed once. */
  readonly postings: readonly Int32Array[];
  /** Place among the nodes of the same type here. */
  readonly rank: Int32Array;
  /** Distance of a node from its parent; 0 if the parent lies before the segment. */
  readonly parentDistance: Int32Array;
  /** One past the last node of the subtree; 0 where the subtree may go on after the segment. */
  readonly end: Int32Array;
  /** Nodes whose parent lies before the segment, ascending. */
  readonly heads: readonly number[];
  /** Nodes whose subtree may go on after the segment, from the outside in. */
  readonly tails: readonly number[];
  readonly shapes: Shapes;
}

/** The values of one attribute on the nodes of one type, by rank: `ranks` ascends, `values[i]` belongs to `ranks[i]`. */
export interface Cell {
  readonly type: number;
  readonly name: number;
  readonly ranks: Int32Array;
  readonly values: Int32Array;
}

/** Nodes `[from, to)` of a segment, moved down by `deeper` levels (up where negative). */
export interface Run {
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
  readonly deeper: number;
}

/** Nodes `[from, to)` of a segment, the first of which would be node `base` of the tree. */
export interface SegmentPart {
  readonly segment: Segment;
  readonly base: NodeId;
  readonly from: number;
  readonly to: number;
}

/** A whole segment, or a part of one, where it is. */
export const runOf = (segment: Segment, from = 0, to = segment.size): Run => ({ segment, from, to, deeper: 0 });

/** Copies a segment with some columns changed. It may be any implementation: members of a prototype are not spread. */
export const copyOf = (segment: Segment, changed: Partial<Segment>): Segment => ({
  size: segment.size,
  level: segment.level,
  minLevel: segment.minLevel,
  type: segment.type,
  text: segment.text,
  key: segment.key,
  places: segment.places,
  typeNames: segment.typeNames,
  attributeNames: segment.attributeNames,
  cells: segment.cells,
  postings: segment.postings,
  rank: segment.rank,
  parentDistance: segment.parentDistance,
  end: segment.end,
  heads: segment.heads,
  tails: segment.tails,
  shapes: segment.shapes,
  ...changed,
});

/** Segments of the nodes of these runs, all about the same size and at most `most` nodes each. Linear in the nodes. */
export function segmentsOf(runs: readonly Run[], most: number): Segment[] {
  const total = runs.reduce((sum, { from, to }) => sum + to - from, 0);
  const count = Math.ceil(total / most);
  const segments: Segment[] = [];
  let undivided = runs.filter(({ from, to }) => to > from);
  for (let left = total; left > 0; ) {
    const size = Math.ceil(left / (count - segments.length));
    const [taken, remaining] = divide(undivided, size);
    segments.push(joined(taken, size));
    undivided = remaining;
    left -= size;
  }
  return segments;
}

/** The first `size` nodes of runs, and the others. */
function divide(runs: readonly Run[], size: number): [Run[], Run[]] {
  const firstRuns: Run[] = [];
  for (const [i, run] of runs.entries()) {
    const length = run.to - run.from;
    if (length > size) {
      const middle = run.from + size;
      if (size > 0) firstRuns.push({ ...run, to: middle });
      return [firstRuns, [{ ...run, from: middle }, ...runs.slice(i + 1)]];
    }
    firstRuns.push(run);
    size -= length;
  }
  return [firstRuns, []];
}

/** The nodes of runs as one segment, whatever its size; the segment itself where they are all of it. */
export function joined(runs: readonly Run[], size: number): Segment {
  const [only] = runs;
  if (runs.length === 1 && only!.deeper === 0 && only!.from === 0 && only!.to === only!.segment.size)
    return only!.segment;
  const columns = {
    level: new Int32Array(size),
    type: new Int32Array(size),
    text: new Int32Array(size),
    key: joinKeys(runs, size),
    places: joinPlaces(runs),
  };
  const names = new CellJoin();
  let at = 0;
  for (const run of runs) {
    const { segment, from, to, deeper } = run;
    const typeHere = new Int32Array(segment.typeNames.length).fill(NONE);
    columns.text.set(segment.text.subarray(from, to), at);
    for (let i = from; i < to; i++, at++) {
      const type = segment.type[i]!;
      if (typeHere[type] === NONE) typeHere[type] = names.types.id(segment.typeNames[type]!);
      columns.type[at] = typeHere[type]!;
      columns.level[at] = segment.level[i]! + deeper;
    }
    names.add(run, typeHere);
  }
  return laidOut(columns, names.finish());
}

function joinKeys(runs: readonly Run[], size: number): Int32Array | null {
  if (runs.every(({ segment }) => segment.key === null)) return null;
  const keys = new Int32Array(size);
  let at = 0;
  for (const { segment, from, to } of runs) {
    if (segment.key !== null) keys.set(segment.key.subarray(from, to), at);
    at += to - from;
  }
  return keys;
}

/** The places of the nodes of runs, numbered from the first. */
function joinPlaces(runs: readonly Run[]): ContentPlaces {
  const parts = [];
  let base = 0;
  for (const { segment, from, to } of runs) {
    parts.push({ places: slicePlaces(segment.places, from, to), by: base });
    base += to - from;
  }
  return placesOf(parts);
}

/** Places of the nodes `[from, to)`, numbered from the first. */
export function slicePlaces({ nodes, cuts, flags }: ContentPlaces, from: number, to: number): ContentPlaces {
  const [start, end] = [lowerBound(nodes, from), lowerBound(nodes, to)];
  if (start === end) return NO_PLACES;
  const moved = nodes.slice(start, end).map((node) => node - from);
  return { nodes: moved, cuts: cuts.slice(start, end), flags: flags.slice(start, end) };
}

/** Several as one, the nodes of each moved. */
export function placesOf(parts: readonly { readonly places: ContentPlaces; readonly by: number }[]): ContentPlaces {
  const size = parts.reduce((sum, { places: each }) => sum + each.nodes.length, 0);
  if (size === 0) return NO_PLACES;
  const places = { nodes: new Int32Array(size), cuts: new Int32Array(size), flags: new Uint8Array(size) };
  let at = 0;
  for (const { places: part, by } of parts) {
    for (let i = 0; i < part.nodes.length; i++) places.nodes[at + i] = part.nodes[i]! + by;
    places.cuts.set(part.cuts, at);
    places.flags.set(part.flags, at);
    at += part.nodes.length;
  }
  return places;
}

type Columns = Pick<Segment, "level" | "type" | "text" | "key" | "places">;

interface Names {
  readonly typeNames: readonly string[];
  readonly attributeNames: readonly string[];
  readonly cells: readonly Cell[];
}

/** Joins the cells of runs: of each the entries inside the run, their ranks moved to where the run lands. */
class CellJoin {
  readonly types = new NameTable(0);
  private readonly attributes = new NameTable(0);
  private readonly pieces = new Map<string, { type: number; name: number; ranks: number[]; values: number[] }>();
  /** Nodes of each type so far. */
  private readonly counts: number[] = [];

  add({ segment, from, to }: Run, typeHere: Int32Array): void {
    const first = segment.postings.map((nodes) => lowerBound(nodes, from));
    const slices = segment.cells.flatMap((cell) => {
      const start = lowerBound(cell.ranks, first[cell.type]!);
      const end = lowerBound(cell.ranks, lowerBound(segment.postings[cell.type]!, to), start);
      const node = segment.postings[cell.type]![cell.ranks[start]!]!;
      return end > start ? [{ cell, start, end, node }] : [];
    });
    slices.sort((a, b) => a.node - b.node);
    for (const { cell, start, end } of slices) {
      const type = typeHere[cell.type]!;
      const name = this.attributes.id(segment.attributeNames[cell.name]!);
      const key = `${type} ${name}`;
      const piece = this.pieces.get(key) ?? { type, name, ranks: [], values: [] };
      this.pieces.set(key, piece);
      const moved = (this.counts[type] ?? 0) - first[cell.type]!;
      for (let i = start; i < end; i++) {
        piece.ranks.push(cell.ranks[i]! + moved);
        piece.values.push(cell.values[i]!);
      }
    }
    for (const [type, here] of typeHere.entries()) {
      if (here === NONE) continue;
      const nodes = segment.postings[type]!;
      this.counts[here] = (this.counts[here] ?? 0) + lowerBound(nodes, to, first[type]!) - first[type]!;
    }
  }

  finish(): Names {
    const cells = [...this.pieces.values()].map(({ type, name, ranks, values }) => ({
      type,
      name,
      ranks: Int32Array.from(ranks),
      values: Int32Array.from(values),
    }));
    return { typeNames: [...this.types.ids.keys()], attributeNames: [...this.attributes.ids.keys()], cells };
  }
}

/** A segment from its own columns: everything that follows from them is laid out in one pass. */
export function laidOut(columns: Columns, names: Names): Segment {
  const { level, type } = columns;
  const size = level.length;
  const typeCount = names.typeNames.length;
  const parentDistance = new Int32Array(size);
  const end = new Int32Array(size);
  const heads: number[] = [];
  const open: number[] = [];
  const shapes = new Shapes(typeCount);
  for (let i = 0; i < size; i++) {
    const [here, of] = [level[i]!, type[i]!];
    while (open.length > 0 && level[open[open.length - 1]!]! >= here) end[open.pop()!] = i;
    const parent = open[open.length - 1];
    if (parent === undefined) heads.push(i);
    else {
      parentDistance[i] = i - parent;
      shapes.addParent(of, type[parent]!);
    }
    open.push(i);
    shapes.addLevels(of, here, here);
  }
  const minLevel = shapes.minLevel.reduce((least, each) => Math.min(least, each), 0x7fffffff);
  const laid = layPostings(type, typeCount);
  return { size, ...columns, ...names, ...laid, minLevel, parentDistance, end, heads, tails: open, shapes };
}
