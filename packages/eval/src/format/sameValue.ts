import { isObject } from "@semantic-xpath/tree";
import { monthName } from "@semantic-xpath/values";

/**
 * Tests that two values are equal: numbers up to a hundredth, amounts by their number, lists as sets, and rows by the values of their columns, whatever
 * these are called.
 */
export function sameValue(value: unknown, gold: unknown): boolean {
  if (Array.isArray(gold))
    return (
      Array.isArray(value) &&
      value.length === gold.length &&
      gold.every((one) => value.some((other) => sameValue(other, one)))
    );
  if (isObject(gold)) {
    const row = Array.isArray(value) && value.length === 1 ? value[0] : value;
    return isObject(row) && sameValue(Object.values(row), Object.values(gold));
  }
  if (Array.isArray(value)) return value.length === 1 && sameValue(value[0], gold);
  if (typeof gold !== "number") return value === gold;
  const number = typeof value === "string" ? Number(value.replace(/[^\d.-]/g, "")) : value;
  return typeof number === "number" && Math.abs(number - gold) < 0.01;
}

/**
 * Tests that a text contains a value: its words in a row, ignoring case. A day may be written as `2025-03-14`, `14 March 2025` or `March 14, 2025`.
 */
export function saysValue(text: string, value: unknown): boolean {
  const words = (from: string): string => ` ${(from.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
  const textWords = words(text);
  return writings(String(value)).some((writing) => textWords.includes(words(writing)));
}

function writings(value: string): readonly string[] {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  if (year === undefined) return [value];
  const [name, date] = [monthName(Number(month)), Number(day)];
  return [value, `${date} ${name} ${year}`, `${name} ${date} ${year}`];
}
