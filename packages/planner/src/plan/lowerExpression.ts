import {
  type Comparison as AstComparison,
  type Target as AstTarget,
  assertNever,
  type Expr,
  type Literal,
  type Missing,
  type ParameterReference,
  type Span,
  type StringLiteral,
  type Value,
} from "@semantic-xpath/parser";
import { isValue, valueTypeOf } from "../check/attributes.js";
import type { TypeSet } from "../check/checked.js";
import { facts, type Lowering, lowerEvidence, parameterArgument, present } from "./lower.js";
import type {
  Argument,
  BooleanExpression,
  BracketOperator,
  ComparisonMode,
  Order,
  ScoreExpression,
  Target,
  ValueExpression,
} from "./operators.js";

/** A bracket that is an expression: a bare number is a position, a Boolean filters, a Relevance multiplies weights. */
export function lowerBracketExpression(
  lowering: Lowering,
  expr: Expr,
  span: Span,
  types: TypeSet,
  scope: "context" | "whole",
  order: Order,
): BracketOperator {
  const own = facts(lowering, span, types);
  if (expr.kind === "NodeFunction" && expr.name === "last") {
    const range = { single: true, from: { kind: "Literal", value: -1 }, to: null } as const;
    return { kind: "Position", ...own, range, order, scope };
  }
  if (expr.kind === "Count") {
    const condition = {
      kind: "PlaceEquals",
      id: lowering.nextId++,
      span: expr.span,
      value: lowerValue(lowering, expr),
    } as const;
    return { kind: "Filter", ...own, condition };
  }
  if (kindOf(lowering, expr) === "Relevance")
    return { kind: "Relevance", ...own, score: lowerScore(lowering, expr, types) };
  return { kind: "Filter", ...own, condition: lowerBoolean(lowering, expr, types) };
}

const kindOf = (lowering: Lowering, expr: Expr) => lowering.checked.kinds.get(expr);

/** An expression as a score; a Boolean counts as 0 or 1. */
export function lowerScore(lowering: Lowering, expr: Expr, types: TypeSet): ScoreExpression {
  const { span } = expr;
  if (kindOf(lowering, expr) !== "Relevance") {
    const id = lowering.nextId++;
    return { kind: "Indicator", id, span, condition: lowerBoolean(lowering, expr, types) };
  }
  const id = lowering.nextId++;
  switch (expr.kind) {
    case "Relevance": {
      const target = lowerTarget(expr.target);
      const condition = lowerCondition(lowering, expr.condition);
      lowering.slots.push({ target, condition });
      return { kind: "Local", id, span, slot: lowering.slots.length - 1, target, condition };
    }
    case "Aggregate":
      return { kind: "Aggregate", id, span, function: expr.function, evidence: lowerEvidence(lowering, expr.evidence) };
    case "Combine":
      return {
        kind: "Composite",
        id,
        span,
        function: expr.function,
        operands: lowerScores(lowering, expr.operands, types),
      };
    case "And":
      return { kind: "Composite", id, span, function: "min", operands: lowerScores(lowering, expr.operands, types) };
    case "Or":
      return { kind: "Composite", id, span, function: "max", operands: lowerScores(lowering, expr.operands, types) };
    case "Not":
      return { kind: "Complement", id, span, operand: lowerScore(lowering, expr.operand, types) };
    default:
      throw new Error(`a ${expr.kind} is never a relevance`);
  }
}

const lowerScores = (lowering: Lowering, operands: readonly Expr[], types: TypeSet): ScoreExpression[] =>
  operands.map((operand) => lowerScore(lowering, operand, types));

/** An expression as a crisp condition. */
export function lowerBoolean(lowering: Lowering, expr: Expr, types: TypeSet): BooleanExpression {
  const { span } = expr;
  const id = lowering.nextId++;
  switch (expr.kind) {
    case "Or":
    case "And":
      return {
        kind: expr.kind,
        id,
        span,
        operands: expr.operands.map((operand) => lowerBoolean(lowering, operand, types)),
      };
    case "Combine":
      // Of Booleans: min is "and", max is "or", and product is never Boolean.
      return {
        kind: expr.function === "max" ? "Or" : "And",
        id,
        span,
        operands: expr.operands.map((operand) => lowerBoolean(lowering, operand, types)),
      };
    case "Not":
      return { kind: "Not", id, span, operand: lowerBoolean(lowering, expr.operand, types) };
    case "Comparison":
      return lowerComparison(lowering, expr, id, types);
    case "Call":
      return {
        kind: "Match",
        id,
        span,
        function: expr.function,
        value: lowerValue(lowering, present(expr.value)),
        argument: lowerText(lowering, expr.argument, "value"),
      };
    case "Exists":
      return { kind: "Exists", id, span, evidence: lowerEvidence(lowering, expr.evidence) };
    case "NodeFunction":
      return expr.name === "name"
        ? { kind: "Present", id, span, value: lowerValue(lowering, expr) }
        : { kind: "Truth", id, span, value: true };
    case "Count":
    case "AttributeReference":
    case "FieldReference":
      return { kind: "Present", id, span, value: lowerValue(lowering, expr) };
    default:
      throw new Error(`a ${expr.kind} is never a condition`);
  }
}

function lowerComparison(lowering: Lowering, expr: AstComparison, id: number, types: TypeSet): BooleanExpression {
  const { left, operator, span } = expr;
  const right = lowerLiteral(lowering, expr.right);
  if (isValue(left)) {
    const mode: ComparisonMode = valueTypeOf(types, left, lowering.schema) ?? "auto";
    return { kind: "Compare", id, span, value: lowerValue(lowering, left), operator, right, mode };
  }
  const truth = right.kind === "Literal" && typeof right.value === "boolean" && (operator === "=" || operator === "!=");
  if (truth && kindOf(lowering, left) === "Boolean") {
    const operand = lowerBoolean(lowering, left, types);
    return right.value === (operator === "=") ? operand : { kind: "Not", id, span, operand };
  }
  return { kind: "Threshold", id, span, score: lowerScore(lowering, left, types), operator, right };
}

/** `Value ::= "@"? Name | "position()" | "last()" | "name()" | "count" "(" EvidencePath ")"` */
function lowerValue(lowering: Lowering, value: Value): ValueExpression {
  const { span } = value;
  const id = lowering.nextId++;
  switch (value.kind) {
    case "AttributeReference":
      return { kind: "AttributeValue", id, span, name: present(value.name).text };
    case "FieldReference":
      return { kind: "FieldValue", id, span, name: value.name.text };
    case "NodeFunction":
      if (value.name === "name") return { kind: "NameValue", id, span };
      return { kind: value.name === "position" ? "PositionValue" : "LastValue", id, span };
    case "Count":
      return { kind: "CountValue", id, span, evidence: lowerEvidence(lowering, value.evidence) };
    default:
      return assertNever(value);
  }
}

function lowerTarget(target: AstTarget): Target {
  const known = present(target);
  switch (known.kind) {
    case "NodeTarget":
      return { kind: "Node" };
    case "TextTarget":
      return { kind: "Text" };
    case "AttributeReference":
      return { kind: "Attribute", name: present(known.name).text };
    case "FieldReference":
      return { kind: "Field", name: known.name.text };
    default:
      return assertNever(known);
  }
}

const lowerCondition = (
  lowering: Lowering,
  condition: StringLiteral | ParameterReference | Missing,
): Argument<string> => lowerText(lowering, condition, "condition");

function lowerText(
  lowering: Lowering,
  text: StringLiteral | ParameterReference | Missing,
  use: "condition" | "value",
): Argument<string> {
  const known = present(text);
  if (known.kind === "StringLiteral") return { kind: "Literal", value: known.value };
  return parameterArgument(lowering, known.name, use, known.span);
}

function lowerLiteral(
  lowering: Lowering,
  right: Literal | ParameterReference | Missing,
): Argument<string | number | boolean> {
  const known = present(right);
  if (known.kind === "ParameterReference") return parameterArgument(lowering, known.name, "value", known.span);
  return { kind: "Literal", value: known.value };
}
