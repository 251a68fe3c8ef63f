/** A set of characters, as both notations write it between brackets. */
export interface Characters {
  readonly isNegated: boolean;
  readonly ranges: readonly (readonly [number, number])[];
}

export const has = ({ isNegated, ranges }: Characters, code: number): boolean =>
  ranges.some(([from, to]) => from <= code && code <= to) !== isNegated;

export const single = (character: string): Characters => {
  const code = character.codePointAt(0)!;
  return { isNegated: false, ranges: [[code, code]] };
};

/** What a negated set is tried with. */
const SAMPLE = [..."abcXYZ019 .,:;-_/()[]{}@$*+=<>~|'\"\\éß漢😀"].map((each) => each.codePointAt(0)!);

/** Some characters of the set. */
export function sample(set: Characters): readonly number[] {
  if (set.isNegated) return SAMPLE.filter((code) => has(set, code));
  return set.ranges.flatMap(([from, to]) => [from, to, from + Math.floor((to - from) / 2)]);
}
