import {
  type Comparison as AstComparison,
  type Target as AstTarget,
  assertNever,
  type Evidence,
  type Expr,
  type NodeFunction,
  type Span,
  type Value,
} from "@semantic-xpath/parser";
import { isValue, valueTypeOf } from "../check/attributes.js";
import { OF_BOOLEANS, type TypeSet } from "../check/checked.js";
import { facts, type Lowering, lowerArgument, present } from "./lowering.js";
import type {
  BooleanExpression,
  BracketOperator,
  ComparisonMode,
  Order,
  PathPlan,
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
    const id = lowering.nextId++;
    const condition = { kind: "PlaceEquals", id, span: expr.span, value: lowerValue(lowering, expr) } as const;
    return { kind: "Filter", ...own, condition };
  }
  if (kindOf(lowering, expr) === "Relevance")
    return { kind: "Relevance", ...own, score: lowerScore(lowering, expr, types) };
  return { kind: "Filter", ...own, condition: lowerBoolean(lowering, expr, types) };
}

const kindOf = (lowering: Lowering, expr: Expr) => lowering.checked.kinds.get(expr);

/** An expression as a score; a Boolean counts as 0 or 1. */
function lowerScore(lowering: Lowering, expr: Expr, types: TypeSet): ScoreExpression {
  const { span } = expr;
  if (kindOf(lowering, expr) !== "Relevance") {
    const id = lowering.nextId++;
    return { kind: "Indicator", id, span, condition: lowerBoolean(lowering, expr, types) };
  }
  const id = lowering.nextId++;
  switch (expr.kind) {
    case "Relevance": {
      const target = lowerTarget(expr.target);
      const condition = lowerArgument(lowering, expr.condition, "condition");
      lowering.slots.push({ target, condition });
      return { kind: "Local", id, span, slot: lowering.slots.length - 1, target, condition };
    }
    case "Aggregate":
      return { kind: "Aggregate", id, span, function: expr.function, evidence: evidenceOf(lowering, expr) };
    case "Combine":
    case "And":
    case "Or": {
      const fn = expr.kind === "Combine" ? expr.function : expr.kind === "And" ? "min" : "max";
      const operands = expr.operands.map((operand) => lowerScore(lowering, operand, types));
      return { kind: "Composite", id, span, function: fn, operands };
    }
    case "Not":
      return { kind: "Complement", id, span, operand: lowerScore(lowering, expr.operand, types) };
    default:
      throw new Error(`a ${expr.kind} is never a relevance`);
  }
}

const evidenceOf = (lowering: Lowering, { evidence }: { readonly evidence: Evidence }): PathPlan =>
  lowering.lowerEvidence(lowering, evidence);

/** An expression as a crisp condition. */
function lowerBoolean(lowering: Lowering, expr: Expr, types: TypeSet): BooleanExpression {
  const { span } = expr;
  const id = lowering.nextId++;
  switch (expr.kind) {
    case "Or":
    case "And":
    case "Combine": {
      const kind = expr.kind === "Combine" ? OF_BOOLEANS[expr.function] : expr.kind;
      if (kind === null) throw new Error("a share of Booleans is a relevance");
      return { kind, id, span, operands: expr.operands.map((operand) => lowerBoolean(lowering, operand, types)) };
    }
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
        argument: lowerArgument(lowering, expr.argument, "value"),
      };
    case "Exists":
      return { kind: "Exists", id, span, evidence: evidenceOf(lowering, expr) };
    case "NodeFunction":
      return expr.name === "name"
        ? { kind: "Present", id, span, value: lowerValue(lowering, expr) }
        : { kind: "Truth", id, span, value: true };
    case "Count":
    case "AttributeReference":
    case "FieldReference":
    case "TextTarget":
      return { kind: "Present", id, span, value: lowerValue(lowering, expr) };
    default:
      throw new Error(`a ${expr.kind} is never a condition`);
  }
}

function lowerComparison(lowering: Lowering, expr: AstComparison, id: number, types: TypeSet): BooleanExpression {
  const { left, operator, span } = expr;
  const mode: ComparisonMode = (isValue(left) && valueTypeOf(types, left, lowering.schema)) || "auto";
  const right = lowerArgument<string | number | boolean>(lowering, expr.right, mode === "date" ? "date" : "value");
  if (isValue(left)) {
    return { kind: "Compare", id, span, value: lowerValue(lowering, left), operator, right, mode };
  }
  const truth = right.kind === "Literal" && typeof right.value === "boolean" && (operator === "=" || operator === "!=");
  if (truth && kindOf(lowering, left) === "Boolean") {
    const operand = lowerBoolean(lowering, left, types);
    return right.value === (operator === "=") ? operand : { kind: "Not", id, span, operand };
  }
  return { kind: "Threshold", id, span, score: lowerScore(lowering, left, types), operator, right };
}

/** `Value ::= "@"? Name | "." | "text()" | "position()" | "last()" | "name()" | "count" "(" EvidencePath ")"` */
function lowerValue(lowering: Lowering, value: Value): ValueExpression {
  const { span } = value;
  const id = lowering.nextId++;
  switch (value.kind) {
    case "AttributeReference":
      return { kind: "AttributeValue", id, span, name: present(value.name).text };
    case "FieldReference":
      return { kind: "FieldValue", id, span, name: value.name.text };
    case "StringValue":
      return { kind: "StringValue", id, span };
    case "TextTarget":
      return { kind: "OwnText", id, span };
    case "NodeFunction":
      return { kind: NODE_VALUES[value.name], id, span };
    case "Count":
      return { kind: "CountValue", id, span, evidence: evidenceOf(lowering, value) };
    default:
      return assertNever(value);
  }
}

const NODE_VALUES = {
  name: "NameValue",
  position: "PositionValue",
  last: "LastValue",
} as const satisfies Readonly<Record<NodeFunction["name"], string>>;

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
