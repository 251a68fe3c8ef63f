import type { ComparisonOperator } from "@semantic-xpath/parser";

/** Digits that a changed number has at least, so that 0.3127 reads 0.31 and not 0.3. */
const DIGITS = 2;

/**
 * The number with the fewest digits (two or more, where it has them) that is at most `value` and above `floor`, the next value that
 * should stay out.
 */
export const shortBelow = (value: number, floor: number): number =>
  short(value, Math.floor, (rounded) => rounded <= value && rounded > floor);

/** The number with the fewest digits that is at least `value` and below `ceiling`. */
export const shortAbove = (value: number, ceiling: number): number =>
  short(value, Math.ceil, (rounded) => rounded >= value && rounded < ceiling);

function short(value: number, round: (scaled: number) => number, fits: (rounded: number) => boolean): number {
  if (value === 0) return 0;
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  for (let digits = DIGITS; digits < 17; digits++) {
    const places = digits - 1 - magnitude;
    if (places > 20) break;
    const scale = 10 ** Math.abs(places);
    const rounded = places >= 0 ? round(value * scale) / scale : round(value / scale) * scale;
    if (fits(rounded)) return rounded;
  }
  return value;
}

export const NEGATED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  "=": "!=",
  "!=": "=",
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
};
