/** The score of a text that has each word of the condition once and is not longer than the average. */
const FULL_MATCH = 0.9;

/**
 * Maps the matched share of a condition's weight to a score in [0, 1]: straight up to 0.9 at 1, so that half of the weight is
 * 0.45; evidence beyond that, repeated, in a weightier field or in sequence, has the last tenth to share.
 *
 *     calibrate(r) = 0.9 r                 for r in [0, 1]
 *                    1 − 0.1 exp(1 − r)    for r > 1
 *
 * Continuous and strictly increasing; calibrate(0) = 0.
 */
export function calibrate(raw: number): number {
  if (raw <= 1) return FULL_MATCH * raw;
  return 1 - (1 - FULL_MATCH) * Math.exp(1 - raw);
}
