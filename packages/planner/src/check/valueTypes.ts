import type { ArithmeticOperator, FunctionResult } from "@semantic-xpath/parser";
import type { ValueType } from "../schema/schema.js";

/** What a message calls a value of a type. */
export const NOUN_OF_TYPE: Readonly<Record<ValueType, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  date: "a date",
};

/** The type of what a function gives; null: it depends on its arguments, or no schema declares such a type. */
export const TYPE_OF_RESULT: Readonly<Record<FunctionResult, ValueType | null>> = {
  condition: "boolean",
  relevance: null,
  graded: null,
  number: "number",
  text: "string",
  date: "date",
  dateTime: "date",
  duration: null,
  value: null,
  values: null,
};

/** Whether values of two types can be equal or ordered. */
export const areComparable = (left: ValueType, right: ValueType): boolean => left === right;

/** Whether values of a type can stand in arithmetic: dates only where they are added to or subtracted. */
export const hasArithmetic = (type: ValueType, operator: ArithmeticOperator): boolean =>
  type === "number" || (type === "date" && (operator === "+" || operator === "-"));

/** The type of `left operator right`; a text without a type reads as a number. */
export function arithmeticType(
  _operator: ArithmeticOperator,
  left: ValueType | null,
  right: ValueType | null,
): ValueType | null {
  const isNumeric = (type: ValueType | null): boolean => type === null || type === "number";
  return isNumeric(left) && isNumeric(right) ? "number" : null;
}
