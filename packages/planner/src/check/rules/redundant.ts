import {
  type Aggregate,
  type And,
  type Combine,
  diagnose,
  type Expr,
  type Fix,
  type Not,
  type Or,
} from "@semantic-xpath/parser";
import type { CheckContext } from "../context.js";
import { existsFix } from "../fixes.js";
import { sameExpression } from "../sameExpression.js";
import { shortText } from "../shortText.js";

/** SXP3004: `not(not(x))` is x. `expression` is the outer end of a chain; the fix takes all pairs away. */
export function checkDoubleNegation(context: CheckContext, expression: Not): void {
  let inner: Expr = expression;
  while (inner.kind === "Not" && inner.operand.kind === "Not") inner = inner.operand.operand;
  if (inner === expression || inner.kind === "Missing") return;
  const parameters = { text: shortText(expression), effect: "negates twice, which changes nothing" };
  context.diagnostics.push(diagnose("SXP3004", expression.span, parameters, [unwrap(expression, inner)]));
}

/** SXP3004: `min(x)` is x. A mean of one Boolean is graded, so only a graded operand makes that one redundant. */
export function checkOperandCount(context: CheckContext, expression: Or | And | Combine): void {
  const only = expression.operands[0];
  if (expression.kind !== "Combine" || expression.operands.length !== 1 || only === undefined) return;
  if (only.kind === "Missing") return;
  const isCrisp = expression.function === "min" || expression.function === "max";
  if (!isCrisp && context.kinds.get(only) !== "Relevance") return;
  const parameters = { text: shortText(expression), effect: "has one operand, so it is that operand" };
  context.diagnostics.push(diagnose("SXP3004", expression.span, parameters, [unwrap(expression, only)]));
}

/** SXP3004: `x and x` is x; so are or, min and max. Means and products count an operand as often as it stands there. */
export function checkRepeatedOperand(context: CheckContext, expression: Or | And | Combine): void {
  if (expression.kind === "Combine" && expression.function !== "min" && expression.function !== "max") return;
  const operands = expression.operands;
  for (let index = 1; index < operands.length; index++) {
    const operand = operands[index]!;
    if (operand.kind === "Missing") continue;
    for (let before = 0; before < index; before++) {
      if (!sameExpression(operands[before]!, operand)) continue;
      const parameters = { text: shortText(operand), effect: "stands here twice, which changes nothing" };
      context.diagnostics.push(diagnose("SXP3004", operand.span, parameters, removal(operands, index)));
      break;
    }
  }
}

/** SXP3004: the mean of weights that are all 1 says no more than that there are some. */
export function checkGraded(context: CheckContext, expression: Aggregate): void {
  for (const { step } of expression.evidence.segments) {
    if (step.kind === "Missing") return;
    if (step.kind !== "AxisStep") continue;
    for (const { content } of step.brackets) {
      if (content.kind === "Missing" || context.kinds.get(content as Expr) === "Relevance") return;
    }
  }
  const parameters = {
    text: shortText(expression),
    effect: "is 1 where there is any evidence and else 0: no relevance grades it",
  };
  context.diagnostics.push(diagnose("SXP3004", expression.span, parameters, [existsFix(expression)]));
}

/** Leaves `inner` of `outer`, in parentheses where it would else come apart. */
function unwrap(outer: Expr, inner: Expr): Fix {
  const needsParentheses = isLoose(inner);
  return {
    title: `Write only ${shortText(inner)}`,
    edits: [
      { span: { start: outer.span.start, end: inner.span.start }, newText: needsParentheses ? "(" : "" },
      { span: { start: inner.span.end, end: outer.span.end }, newText: needsParentheses ? ")" : "" },
    ],
  };
}

/** Whether an expression ends in operators of its own. The span of one in parentheses starts before its first operand. */
function isLoose(expression: Expr): boolean {
  switch (expression.kind) {
    case "Or":
    case "And":
      return expression.span.start === expression.operands[0]?.span.start;
    case "Comparison":
      return expression.span.start === expression.left.span.start;
    default:
      return false;
  }
}

/** Removes an operand together with what stands between it and the one before. */
function removal(operands: readonly Expr[], index: number): Fix[] {
  const span = { start: operands[index - 1]!.span.end, end: operands[index]!.span.end };
  return [{ title: "Remove the second one", edits: [{ span, newText: "" }] }];
}
