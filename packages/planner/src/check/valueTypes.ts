import { type ArithmeticOperator, assertNever, type CallFunction, type FunctionResult } from "@semantic-xpath/parser";
import {
  type Applied,
  type ArgumentError,
  calculate,
  callRow,
  compareItems,
  type Item,
  isValueError,
  kindOf,
  READINGS,
  type Reading,
  type ScalarRow,
  type SumRow,
  typeOf as typeOfItem,
  type ValueError,
} from "@semantic-xpath/values";
import { isOpen, parsedType, sampleOf, textOfType, type ValueType } from "../schema/valueType.js";

/** The type of what a function gives; null: it depends on its arguments. */
export const TYPE_OF_RESULT: Readonly<Record<FunctionResult, ValueType | null>> = {
  condition: "boolean",
  relevance: null,
  graded: null,
  amount: null,
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

/** Tests that values of two types can be equal or ordered. */
export function areComparable(left: ValueType, right: ValueType): boolean {
  const [a, b] = samplesOf(left, right);
  return a === null || b === null ? left === right : !isValueError(compareItems(a, "=", b));
}

/** Tests that some value of a type compares with a literal of the query. */
export function comparesWith(type: ValueType, literal: string | number | boolean): boolean {
  const sample = sampleOf(type);
  if (sample === null) return type === "string" || typeof literal !== "boolean";
  const result = compareItems(sample, "=", literal);
  if (!isValueError(result)) return true;
  return isOpen(parsedType(type)) && (result.reason === "currencies" || result.reason === "dimensions");
}

/** An operand of arithmetic: its type, the text that is written there, or texts of the data of no known type; null: nothing is known. */
export type Operand = { readonly type: ValueType } | { readonly text: string } | "data" | null;

/** The type of `left operator right`, null if it is not known or the operands do not go together. A written text reads as a number beside one. */
export function arithmeticType(left: Operand, operator: ArithmeticOperator, right: Operand): ValueType | null {
  const isNumeric = (operand: Operand): boolean =>
    typeof operand === "object" && operand !== null && ("text" in operand || operand.type === "number");
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

/** The type of a call's result by the types of its arguments, null if one is unknown or has no result. */
export function typeOfCall(name: CallFunction, types: readonly (ValueType | null)[]): ValueType | null {
  const row = callRow(name);
  const fixed = TYPE_OF_RESULT[row.gives];
  const [first = null] = types;
  switch (row.kind) {
    case "context":
    case "count":
    case "join":
      return fixed;
    case "sum":
      return first === null ? null : amountType(row.apply, first);
    case "pick":
      return first;
    case "scalar": {
      if (fixed !== null || first === null) return fixed;
      const result = sampleResult(row, [first]);
      if (result === null || typeof result === "string" || isError(result)) return null;
      return isOpen(parsedType(first)) && row.gives === "amount" ? first : typeOf(result);
    }
    default:
      return assertNever(row);
  }
}

/** The result of a call with a value of each type; null if a type has no sample. */
export function sampleResult({ apply }: ScalarRow, types: readonly ValueType[]): Applied {
  const samples: Item[] = [];
  for (const type of types) {
    const sample = sampleOf(type, samples[0] ?? null);
    if (sample === null) return null;
    samples.push(sample);
  }
  return apply(...samples);
}

export const isError = (result: Applied): result is ValueError | ArgumentError =>
  typeof result === "object" && result !== null && (result.kind === "ArgumentError" || isValueError(result));

/** True if values of a type can be read so, or nothing is known of them: texts may say anything. */
export function isReadAs(reading: Reading, type: ValueType): boolean {
  const { types } = READINGS[reading];
  if (types === null) return true;
  const { kind, ...rest } = parsedType(type);
  return types.some((one) => one.kind === kind && (!("of" in one) || ("of" in rest && rest.of === one.of)));
}

/** The type of a sum or an average of values of a type, null if they have none. */
export function amountType(apply: SumRow["apply"], type: ValueType): ValueType | null {
  const sample = sampleOf(type);
  const result = sample === null ? null : apply([sample, sample]);
  if (result === null || isValueError(result)) return null;
  return isOpen(parsedType(type)) ? type : typeOf(result);
}
