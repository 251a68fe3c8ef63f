import type { Aggregate, And, Combine, Expr, Not, Or, Value } from "@semantic-xpath/parser";
import type { ExpressionKind } from "./checked.js";
import { checkEvidence } from "./checkPath.js";
import type { CheckContext, Nodes } from "./context.js";
import { checkComparison } from "./rules/comparison.js";
import { checkParameter } from "./rules/parameters.js";
import { checkDoubleNegation, checkGraded, checkOperandCount, checkRepeatedOperand } from "./rules/redundant.js";
import { checkRelevance } from "./rules/relevanceWithoutText.js";
import { checkAttribute } from "./rules/unknownAttribute.js";
import { reportNumber } from "./rules/valueAsCondition.js";

/**
 * The kind of an expression that stands as a condition: directly in a bracket, or as an operand.
 * `nodes` are the nodes whose bracket it is. Records the kind of the expression and of everything in it.
 */
export function checkExpression(context: CheckContext, expression: Expr, nodes: Nodes): ExpressionKind {
  const kind = kindOf(context, expression, nodes);
  context.kinds.set(expression, kind);
  return kind;
}

/** A value that is compared or searched, not a condition: its kind is Value, and some types may lack the attribute. */
export function checkValue(context: CheckContext, value: Value, nodes: Nodes): void {
  context.kinds.set(value, "Value");
  checkInsideValue(context, value, nodes, false);
}

export const isValue = (expression: Expr): expression is Value =>
  expression.kind === "AttributeReference" ||
  expression.kind === "FieldReference" ||
  isNumber(expression) ||
  isName(expression);

/** Whether an expression gives a number: as a whole bracket that is a position, as in XPath; elsewhere it must be compared. */
export const isNumber = (expression: Expr): boolean =>
  expression.kind === "Count" || (expression.kind === "NodeFunction" && expression.name !== "name");

const isName = (expression: Expr): boolean => expression.kind === "NodeFunction" && expression.name === "name";

function kindOf(context: CheckContext, expression: Expr, nodes: Nodes): ExpressionKind {
  switch (expression.kind) {
    case "Or":
    case "And":
    case "Combine":
      return checkOperands(context, expression, nodes);
    case "Not":
      return checkNot(context, expression, nodes);
    case "Comparison":
      checkComparison(context, expression, nodes);
      return "Boolean";
    case "Relevance":
      checkRelevance(context, expression, nodes);
      return "Relevance";
    case "Aggregate":
      return checkAggregate(context, expression, nodes);
    case "AttributeReference":
    case "FieldReference":
    case "NodeFunction":
    case "Count":
      checkInsideValue(context, expression, nodes, true);
      return "Boolean";
    case "Call":
      if (expression.value.kind !== "Missing") checkValue(context, expression.value, nodes);
      if (expression.argument.kind === "ParameterReference") checkParameter(context, expression.argument, "string");
      return "Boolean";
    case "Exists":
      checkEvidence(context, expression.evidence, nodes);
      return "Boolean";
    case "Missing":
      return "Boolean";
  }
}

function checkOperands(context: CheckContext, expression: Or | And | Combine, nodes: Nodes): ExpressionKind {
  let isGraded = false;
  for (const operand of expression.operands) {
    if (checkOperand(context, operand, nodes) === "Relevance") isGraded = true;
  }
  const kind = isGraded || isShare(expression) ? "Relevance" : "Boolean";
  checkOperandCount(context, expression);
  checkRepeatedOperand(context, expression);
  return kind;
}

/** A mean or a product is a number between 0 and 1 even where all operands are Boolean: the share that is true. */
const isShare = (expression: Or | And | Combine): boolean =>
  expression.kind === "Combine" && expression.function !== "min" && expression.function !== "max";

function checkOperand(context: CheckContext, operand: Expr, nodes: Nodes): ExpressionKind {
  const kind = checkExpression(context, operand, nodes);
  if (isNumber(operand)) reportNumber(context, operand);
  return kind;
}

/** A chain of negations is looked at from its outer end, so that it is reported once. */
function checkNot(context: CheckContext, expression: Not, nodes: Nodes): ExpressionKind {
  checkDoubleNegation(context, expression);
  return kindOfNegated(context, expression, nodes);
}

function kindOfNegated(context: CheckContext, { operand }: Not, nodes: Nodes): ExpressionKind {
  if (operand.kind !== "Not") return checkOperand(context, operand, nodes);
  const kind = kindOfNegated(context, operand, nodes);
  context.kinds.set(operand, kind);
  return kind;
}

function checkAggregate(context: CheckContext, expression: Aggregate, nodes: Nodes): ExpressionKind {
  checkEvidence(context, expression.evidence, nodes);
  checkGraded(context, expression);
  return "Relevance";
}

function checkInsideValue(context: CheckContext, value: Value, nodes: Nodes, isSearch: boolean): void {
  if (value.kind === "Count") checkEvidence(context, value.evidence, nodes);
  else if (value.kind !== "NodeFunction") checkAttribute(context, value, nodes, isSearch);
}
