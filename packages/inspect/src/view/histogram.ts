import type { ScoredEntries } from "./scoredEntries.js";

const BINS = 10;

/** How many scores lie in each of ten equal bins of [0, 1], the last one closed; empty without scores. */
export function histogramOf(parts: readonly ScoredEntries[]): number[] {
  const bins = new Array<number>(BINS).fill(0);
  let count = 0;
  for (const { scores } of parts) {
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i]!;
      if (Number.isNaN(score)) continue;
      bins[Math.min(BINS - 1, Math.floor(score * BINS))]!++;
      count++;
    }
  }
  return count === 0 ? [] : bins;
}
