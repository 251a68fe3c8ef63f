import type { ArithmeticOperator, FunctionResult } from "@semantic-xpath/parser";
import {
  aggregateItems,
  calculate,
  compareItems,
  durationOf,
  endOf,
  type Item,
  isValueError,
  kindOf,
  overlaps,
  startOf,
  typeOf as typeOfItem,
  type ValueError,
  weekday,
} from "@semantic-xpath/values";
import { isOpen, parsedType, sampleOf, textOfType, type ValueType } from "../schema/valueType.js";

/** The type of what a function gives; null: it depends on its arguments. */
export const TYPE_OF_RESULT: Readonly<Record<FunctionResult, ValueType | null>> = {
  condition: "boolean",
  relevance: null,
  graded: null,
  number: "number",
  text: "string",
  date: "date",
  dateTime: "dateTime",
  duration: "duration",
  value: null,
  values: null,
};

/** Samples of two types, in one unit where a type leaves it open. */
function samplesOf(left: ValueType, right: ValueType): readonly [Item | null, Item | null] {
  const a = sampleOf(left, sampleOf(right));
  return [a, sampleOf(right, a)];
}

/** Whether values of two types can be equal or ordered. */
export function areComparable(left: ValueType, right: ValueType): boolean {
  const [a, b] = samplesOf(left, right);
  return a === null || b === null ? left === right : !isValueError(compareItems(a, "=", b));
}

/** Whether some value of a type compares with a value that is written in the query. */
export function comparesWith(type: ValueType, literal: string | number | boolean): boolean {
  const sample = sampleOf(type);
  if (sample === null) return typeof literal !== "boolean";
  const result = compareItems(sample, "=", literal);
  if (!isValueError(result)) return true;
  return isOpen(parsedType(type)) && (result.reason === "currencies" || result.reason === "dimensions");
}

/** An operand of arithmetic: its type, the text that is written there, or texts of the data of no known type; null: nothing is known. */
export type Operand = { readonly type: ValueType } | { readonly text: string } | "data" | null;

/** The type of `left operator right`, null if it is not known or the operands do not go together. A text without a type reads as a number. */
export function arithmeticType(left: Operand, operator: ArithmeticOperator, right: Operand): ValueType | null {
  const isNumeric = (operand: Operand): boolean =>
    operand === "data" || (operand !== null && ("text" in operand || operand.type === "number"));
  if (isNumeric(left) && isNumeric(right)) return "number";
  const result = resultOf(left, operator, right);
  if (result === null || isValueError(result)) return null;
  const kind = kindOf(result);
  const isOfOpen = [left, right].some(
    (operand) =>
      typeof operand === "object" && operand !== null && "type" in operand && isOpen(parsedType(operand.type)),
  );
  if (isOfOpen && (kind === "money" || kind === "quantity")) return kind;
  return typeOf(result);
}

/** Why two operands don't go together; null if they do, or too little is known. */
export function arithmeticProblem(left: Operand, operator: ArithmeticOperator, right: Operand): ValueError | null {
  const result = resultOf(left, operator, right);
  return isValueError(result) ? result : null;
}

function resultOf(left: Operand, operator: ArithmeticOperator, right: Operand): Item | ValueError | null {
  if (left === null || right === null || left === "data" || right === "data") return null;
  const itemOf = (operand: Exclude<typeof left, null>, other: Item | null): Item | null =>
    "text" in operand ? operand.text : sampleOf(operand.type, other);
  const a = itemOf(left, itemOf(right, null));
  const b = itemOf(right, a);
  return a === null || b === null ? null : calculate(a, operator, b);
}

const typeOf = (item: Item): ValueType =>
  typeof item === "object" ? textOfType(typeOfItem(item)) : (kindOf(item) as "number" | "string" | "boolean");

/** Functions that are of one kind of value. */
const OF_ITEMS = { start: startOf, end: endOf, duration: durationOf, weekday } as const;

export const isOfItem = (name: string): name is keyof typeof OF_ITEMS => Object.hasOwn(OF_ITEMS, name);

/** The type of what a function gives for a value of a type, null if it is not of such. */
export function resultType(name: keyof typeof OF_ITEMS, type: ValueType): ValueType | null {
  const sample = sampleOf(type);
  const result = sample === null ? null : OF_ITEMS[name](sample);
  return result === null || isValueError(result) ? null : typeOf(result);
}

/** Whether values of two types can overlap. */
export function canOverlap(left: ValueType, right: ValueType): boolean {
  const [a, b] = samplesOf(left, right);
  return a !== null && b !== null && !isValueError(overlaps(a, b));
}

/** The type of a sum or an average of values of a type, null if they have none. */
export function sumType(name: "sum" | "avg", type: ValueType): ValueType | null {
  const sample = sampleOf(type);
  const result = sample === null ? null : aggregateItems(name, [sample, sample]);
  if (result === null || isValueError(result)) return null;
  return isOpen(parsedType(type)) ? type : typeOf(result);
}
