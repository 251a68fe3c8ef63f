import { readsAs, type ValueType } from "@semantic-xpath/planner";

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
