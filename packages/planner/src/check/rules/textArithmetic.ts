import {
  type Arithmetic,
  type ArithmeticOperator,
  type AstNode,
  diagnose,
  type Missing,
  type Value,
} from "@semantic-xpath/parser";
import { kindOfType, nounOfType } from "../../schema/valueType.js";
import type { Check, CheckContext } from "../checked.js";
import { isTest, MINUS_ONE, operandOf } from "../values.js";
import { arithmeticProblem } from "../valueTypes.js";
import { shortText } from "../wording.js";

/** `@name + 1` where the name is a string, or a condition; `@cost + @date`. */
export const textArithmetic: Check = {
  codes: ["SXP2016"],
  on: {
    Arithmetic: (context, arithmetic) => {
      const { left, operator, right } = arithmetic;
      const isReported = [left, right].map((operand) => reportOperand(context, operand, operator)).some(Boolean);
      if (!isReported) reportPair(context, arithmetic);
    },
    Negative: (context, { operand }) => {
      const isReported = reportOperand(context, operand, "-");
      if (isReported || arithmeticProblem(operandOf(context, operand), "*", MINUS_ONE) === null) return;
      report(context, operand as Value, wordsFor(context, operand as Value), "-", null);
    },
  },
};

/** Reports an invalid operand; true if it did. */
function reportOperand(context: CheckContext, operand: Value | Missing, operator: ArithmeticOperator): boolean {
  if (operand.kind === "Missing") return false;
  const type = context.values.get(operand)?.type ?? null;
  // A text with a digit may be a quantity or a date.
  const isText = operand.kind === "StringLiteral" && !/\d/.test(operand.value);
  const kind = type === null ? null : kindOfType(type);
  const isMoment = kind === "date" || kind === "dateTime" || kind === "time";
  const isNone = kind === "string" || kind === "boolean" || kind === "interval";
  if (!isText && !isTest(operand) && !isNone && !(isMoment && operator !== "+" && operator !== "-")) return false;
  report(context, operand, isText ? "a text" : nounOfType(type ?? "boolean"), operator, null);
  return true;
}

function reportPair(context: CheckContext, { left, operator, right }: Arithmetic): void {
  if (left.kind === "Missing" || right.kind === "Missing") return;
  if (arithmeticProblem(operandOf(context, left), operator, operandOf(context, right)) === null) return;
  report(
    context,
    right,
    wordsFor(context, right),
    operator,
    `"${shortText(left)}", which is ${wordsFor(context, left)}`,
  );
}

function wordsFor({ values }: CheckContext, operand: Value): string {
  const type = values.get(operand)?.type ?? null;
  return type === null ? "a text" : nounOfType(type);
}

function report(
  { diagnostics }: CheckContext,
  operand: AstNode & Value,
  is: string,
  operator: ArithmeticOperator,
  beside: string | null,
): void {
  const operandText = operand.kind === "StringLiteral" ? operand.value : shortText(operand);
  diagnostics.push(diagnose("SXP2016", operand.span, { what: operandText, is, operator, beside }));
}
