/**
 * True if a weight is at least the minimum score, as it is or as it is written: 0.9, the shortest form of a float32 that is a little less, keeps that
 * float32.
 */
export const reaches = (weight: number, minScore: number): boolean =>
  weight >= minScore || (weight === Math.fround(minScore) && shortest(weight) >= minScore);

/** What weighs less can't reach the minimum score. */
export const leastReaching = (minScore: number): number => Math.min(minScore, Math.fround(minScore));

/**
 * Rounds a number for output: a float32 up to 1, as every score is, becomes the shortest decimal that gives the same float32. Any other
 * number is unchanged.
 *
 * @example shortest(Math.fround(0.9)) === 0.9
 */
export function shortest(number: number): number {
  if (Math.fround(number) !== number || Math.abs(number) > 1) return number;
  for (let digits = 1; digits <= 9; digits++) {
    const rounded = Number(number.toPrecision(digits));
    if (Math.fround(rounded) === number) return rounded;
  }
  return number;
}
