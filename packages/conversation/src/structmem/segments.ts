import { cosine, type Vector } from "../vectors.js";

/** Thresholds that are tried in turn until one gives a cut: cosines of neighbouring turns. */
const THRESHOLDS = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5] as const;
/** Distance in turns from a coarse cut up to which a fine cut counts. */
const MAX_DISTANCE = 3;

/** Segments of a buffer of turns, and the turns that stay in it. All are [start, end) in turns of the buffer. */
export interface Segmentation {
  readonly segments: readonly { readonly start: number; readonly end: number }[];
  /** First turn that stays buffered; the number of turns if none does. */
  readonly rest: number;
}

/**
 * Cuts a buffer of turns by topic, as LightMem does: fine cuts where neighbouring turns are unlike, near the coarse cuts of another detector.
 * A cut is the index of the turn that begins a segment.
 *
 * @param vectors a vector a turn
 * @param coarse cuts of a coarse detector; none make the buffer one segment
 * @param isForced true at the end of the data: nothing stays buffered
 */
export function segmentTurns(vectors: readonly Vector[], coarse: readonly number[], isForced: boolean): Segmentation {
  const count = vectors.length;
  if (count === 0) return { segments: [], rest: 0 };
  const fine = fineCuts(vectors);
  if (coarse.length === 0 || fine.length === 0) return { segments: [{ start: 0, end: count }], rest: count };
  const near = fine.filter((cut) => coarse.some((other) => Math.abs(cut - other) <= MAX_DISTANCE));
  const cuts = near.length > 0 ? near : fine;
  const starts = [0, ...cuts];
  const segments = cuts.map((end, index) => ({ start: starts[index]!, end }));
  const remainderStart = cuts.at(-1)!;
  if (!isForced) return { segments, rest: remainderStart };
  return { segments: [...segments, { start: remainderStart, end: count }], rest: count };
}

/** Turns that are unlike the turn before them, by the first threshold that gives any. */
export function fineCuts(vectors: readonly Vector[]): number[] {
  const similarities = vectors.slice(1).map((vector, index) => cosine(vectors[index]!, vector));
  for (const threshold of THRESHOLDS) {
    const cuts = similarities.flatMap((similarity, index) => (similarity < threshold ? [index + 1] : []));
    if (cuts.length > 0) return cuts;
  }
  return [];
}
