import { type ArithmeticOperator, diagnose, type Missing, type Value } from "@semantic-xpath/parser";
import type { Check, CheckContext } from "../checked.js";
import { isTest } from "../values.js";
import { hasArithmetic, NOUN_OF_TYPE } from "../valueTypes.js";
import { shortText } from "../wording.js";

/** `@name + 1` where the name is a string, or a condition. */
export const textArithmetic: Check = {
  codes: ["SXP2016"],
  on: {
    Arithmetic: (context, { left, operator, right }) => {
      reportOperand(context, left, operator);
      reportOperand(context, right, operator);
    },
    Negative: (context, { operand }) => reportOperand(context, operand, "-"),
  },
};

function reportOperand(
  { values, diagnostics }: CheckContext,
  operand: Value | Missing,
  operator: ArithmeticOperator,
): void {
  if (operand.kind === "Missing") return;
  const type = values.get(operand)?.type ?? null;
  // A text with a digit may be a quantity or a date.
  const isText = operand.kind === "StringLiteral" && !/\d/.test(operand.value);
  if (!isText && !isTest(operand) && (type === null || hasArithmetic(type, operator))) return;
  const is = isText ? "a text" : NOUN_OF_TYPE[type ?? "boolean"];
  diagnostics.push(
    diagnose("SXP2016", operand.span, { what: isText ? operand.value : shortText(operand), is, operator }),
  );
}
