import type { ValueType } from "@semantic-xpath/planner";

/** Whether a written value is one of the type, as comparisons in a query read it: `readsAs("2.50", "number")`. */
export function readsAs(text: string, type: ValueType): boolean {
  if (type === "number") return LOOSE_NUMBER.test(text);
  if (type === "boolean") return text === "true" || text === "false";
  return type === "string" || readsAsDate(text);
}

const LOOSE_NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const LOOSE_DATE =
  /^\s*(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?\s*$/;

/** An ISO 8601 year, month, day, or day with a time. The day must exist. */
function readsAsDate(text: string): boolean {
  const match = LOOSE_DATE.exec(text);
  if (match === null) return false;
  const part = (index: number, absent: number) => Number(match[index] ?? absent);
  const month = part(2, 1);
  const daysInMonth = new Date(Date.UTC(part(1, 0), month, 0)).getUTCDate();
  const isDay = month >= 1 && month <= 12 && part(3, 1) >= 1 && part(3, 1) <= daysInMonth;
  return isDay && part(4, 0) <= 24 && part(5, 0) < 60 && part(6, 0) <= 60;
}

/** Numbers as JSON writes them: a code such as "007" or "+1" is a string. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A calendar day at least: "2026" is more likely a number. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Value types that a value reads as, as bits; every value is a string. Stricter than what a comparison accepts. */
export const NUMBER_BIT = 1;
export const BOOLEAN_BIT = 2;
export const DATE_BIT = 4;
export const ALL_BITS = NUMBER_BIT | BOOLEAN_BIT | DATE_BIT;

export function valueBits(text: string): number {
  if (NUMBER.test(text)) return NUMBER_BIT;
  if (text === "true" || text === "false") return BOOLEAN_BIT;
  return DATE.test(text) && readsAs(text, "date") ? DATE_BIT : 0;
}

/** The value type of values that have these bits in common. */
export function typeOfBits(bits: number): ValueType {
  if (bits & NUMBER_BIT) return "number";
  if (bits & BOOLEAN_BIT) return "boolean";
  return bits & DATE_BIT ? "date" : "string";
}
