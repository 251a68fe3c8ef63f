import { getOrMake } from "@semantic-xpath/values";
import type { Segment } from "./segment.js";

/** Keys of the nodes of a segment, without the segment. */
export interface SegmentKeys {
  /** Nodes that have none. */
  readonly missing: number;
  /** Ascending ranges with both ends, in pairs, that all keys are in. Most segments need one or two, so few are kept. */
  readonly ranges: Int32Array;
}

/** Maximum number of ranges, which distinguish most segments; beyond it the closest ones are joined. */
const MAX_RANGES = 8;

const keysOfSegment = new WeakMap<Segment, SegmentKeys>();

export const keysOf = (segment: Segment): SegmentKeys =>
  segment.summary?.keys ?? getOrMake(keysOfSegment, segment, () => rangesOf(segment.key, segment.size));

/** False where no node of the segment has the key. */
export function mayHave({ ranges }: SegmentKeys, key: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (key <= ranges[i + 1]!) return key >= ranges[i]!;
  return false;
}

function rangesOf(keys: Int32Array | null, size: number): SegmentKeys {
  if (keys === null) return { missing: size, ranges: new Int32Array(0) };
  const ascending = keys.slice().sort();
  const sorted = ascending.subarray(ascending.lastIndexOf(0) + 1);
  const gaps: number[] = [];
  for (let i = 1; i < sorted.length; i++) if (sorted[i]! - sorted[i - 1]! > 1) gaps.push(i);
  gaps.sort((a, b) => sorted[b]! - sorted[b - 1]! - (sorted[a]! - sorted[a - 1]!) || a - b);
  const edges = gaps.slice(0, MAX_RANGES - 1).sort((a, b) => a - b);
  const ranges = [0, ...edges].flatMap((from, i) => [sorted[from]!, sorted[(edges[i] ?? sorted.length) - 1]!]);
  return { missing: size - sorted.length, ranges: Int32Array.from(sorted.length === 0 ? [] : ranges) };
}
