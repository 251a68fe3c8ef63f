import { shortest } from "@semantic-xpath/inspect";

/** A weight in six significant digits, rounded down: as a minimum score it keeps the node. */
export function shownWeight(weight: number): number {
  const exact = shortest(weight);
  const rounded = Number(exact.toPrecision(6));
  const lastDigit = 10 ** (Math.floor(Math.log10(exact)) - 5);
  return rounded <= exact ? rounded : Number((rounded - lastDigit).toPrecision(6));
}

/**
 * A number in six significant digits, for agents; whole parts and cents stay whole, so that no sum of money or count is rounded.
 *
 * @example significant(0.91199696) === 0.911997
 * @example significant(1266544.1200000003) === 1266544.12
 */
export function significant(number: number): number {
  if (!Number.isFinite(number) || Number.isInteger(number)) return number;
  const wholeDigits = Math.trunc(Math.abs(number)).toString().replace(/^0$/, "").length;
  return Number(shortest(number).toPrecision(Math.min(Math.max(6, wholeDigits + 2), 15)));
}
