import type { ComparisonOperator } from "@semantic-xpath/parser";
import { type ComparisonMode, compareValues } from "@semantic-xpath/planner";
import { readBoolean, readDate, readNumber } from "@semantic-xpath/values";

/** A test of a text against a fixed right side. */
export type TextTest = (left: string) => boolean;

/**
 * `left operator right` as language.md §1 has it: `auto` compares as numbers when both sides read as numbers, as instants when
 * both read as ISO dates, else as strings by code unit. A side that does not read as the type is unequal and not ordered. Beside a Boolean a blank text is
 * absent if its column has a type (`isOfType`), else unequal.
 */
export function comparison(
  operator: ComparisonOperator,
  right: string | number | boolean,
  mode: ComparisonMode,
  isOfType = true,
): TextTest {
  if (typeof right === "boolean" || mode === "boolean") {
    const truth = readBoolean(String(right));
    return (left) =>
      truth !== null && !(isOfType && left.trim() === "") && equality(operator, readBoolean(left) === truth);
  }
  // A blank text has no value of a declared type.
  if (mode === "number" && operator === "!=") return (left) => left.trim() !== "" && readNumber(left) !== Number(right);
  if (mode === "number" || typeof right === "number") return numeric(operator, Number(right));
  if (mode === "string") return (left) => compareValues(left, operator, right);
  const number = readNumber(right);
  const date = readDate(right);
  if (!Number.isNaN(number)) return either(operator, number, readNumber, right);
  if (!Number.isNaN(date)) return either(operator, date, readDate, right);
  return (left) => compareValues(left, operator, right);
}

function equality(operator: ComparisonOperator, equal: boolean): boolean {
  return operator === "=" ? equal : operator === "!=" ? !equal : false;
}

const numeric = (operator: ComparisonOperator, right: number): TextTest => ordered(operator, right, readNumber);

function ordered(operator: ComparisonOperator, right: number, read: (text: string) => number): TextTest {
  return (left) => compareValues(read(left), operator, right);
}

function either(operator: ComparisonOperator, right: number, read: (text: string) => number, text: string): TextTest {
  return (left) => {
    const value = read(left);
    return Number.isNaN(value) ? compareValues(left, operator, text) : compareValues(value, operator, right);
  };
}

const PLAIN_MODES: ReadonlySet<unknown> = new Set<ComparisonMode>(["auto", "string", "number", "boolean"]);

/** True if texts compare with a fixed right side unread; quantities are read first. */
export const comparesPlainly = (mode: ComparisonMode): boolean => PLAIN_MODES.has(mode);

/** True if equality with this right side is equality of strings, so that interned ids decide it. */
export const comparesAsString = (right: string | number | boolean, mode: ComparisonMode): right is string =>
  typeof right === "string" &&
  (mode === "string" || (mode === "auto" && Number.isNaN(readNumber(right)) && Number.isNaN(readDate(right))));
