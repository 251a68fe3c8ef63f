import { shortest } from "@semantic-xpath/inspect";

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
