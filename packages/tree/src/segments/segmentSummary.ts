import { getOrMake } from "@semantic-xpath/values";
import type { Segment } from "./segment.js";
import { keysOf, type SegmentKeys } from "./segmentKeys.js";

/** Summary of a segment without its columns: enough to skip it if it contains no candidates. */
export interface SegmentSummary {
  readonly size: number;
  readonly minLevel: number;
  readonly keys: SegmentKeys;
  /** Nodes that lie less deep than all before them in the segment, in order. Those whose parent lies before the segment begin with them. */
  readonly falls: readonly Fall[];
  /** Nodes whose subtree may go on after the segment, from the outside in. */
  readonly tails: readonly Tail[];
  /** Number of nodes of each type at each level. */
  readonly counts: readonly TypeCount[];
}

export interface Fall {
  readonly place: number;
  readonly level: number;
  /** Nodes of this level from here to the next fall whose parent lies before the segment. */
  readonly count: number;
}

export interface Tail {
  readonly place: number;
  readonly level: number;
  readonly key: number;
}

export interface TypeCount {
  readonly type: string;
  readonly level: number;
  readonly count: number;
}

const summaries = new WeakMap<Segment, SegmentSummary>();

export const summaryOf = (segment: Segment): SegmentSummary =>
  segment.summary ?? getOrMake(summaries, segment, () => summarise(segment));

function summarise(segment: Segment): SegmentSummary {
  const { size, minLevel, tails } = segment;
  return {
    size,
    minLevel,
    keys: keysOf(segment),
    falls: fallsOf(segment),
    tails: tailsAt(segment, tails),
    counts: countsOf(segment),
  };
}

export const tailsAt = ({ level, key }: Segment, places: readonly number[]): Tail[] =>
  places.map((place) => ({ place, level: level[place]!, key: key === null ? 0 : key[place]! }));

function fallsOf({ heads, level }: Segment): Fall[] {
  const falls: { place: number; level: number; count: number }[] = [];
  for (const head of heads) {
    const last = falls[falls.length - 1];
    if (last !== undefined && last.level === level[head]) last.count++;
    else falls.push({ place: head, level: level[head]!, count: 1 });
  }
  return falls;
}

function countsOf({ level, typeNames, postings }: Segment): TypeCount[] {
  return typeNames.flatMap((type, i) => {
    const counts = new Map<number, number>();
    for (const node of postings[i]!) counts.set(level[node]!, (counts.get(level[node]!) ?? 0) + 1);
    return [...counts].sort(([a], [b]) => a - b).map(([at, count]) => ({ type, level: at, count }));
  });
}

/** The first node that is at a level or less deep, in a segment that has one. */
export function closerIn(segment: Segment, most: number): number {
  if (segment.summary !== undefined) return segment.summary.falls.find(({ level }) => level <= most)!.place;
  const { heads, level } = segment;
  return heads.find((head) => level[head]! <= most)!;
}

/** The node of a level that is open at the end of a segment which has nodes of that level or less deep. */
export function openIn(segment: Segment, of: number): number {
  if (segment.summary !== undefined) return segment.summary.tails.find(({ level }) => level === of)!.place;
  const { tails, level } = segment;
  return tails.find((tail) => level[tail] === of)!;
}

/** The types that nodes of segments have, and the least level of each: 1 is that of a root. Reads summaries alone. */
export function typesIn(segments: readonly Segment[]): ReadonlyMap<string, number> {
  const types = new Map<string, number>();
  for (const segment of segments) {
    for (const { type, level } of summaryOf(segment).counts) types.set(type, Math.min(level, types.get(type) ?? level));
  }
  return types;
}
