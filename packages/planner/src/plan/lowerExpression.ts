import {
  type Comparison as AstComparison,
  type Target as AstTarget,
  assertNever,
  type Call,
  COMBINATIONS,
  type ComparisonOperator,
  type Evidence,
  type Expr,
  isSearch,
  type Literal,
  type ParameterReference,
  type Quantified,
  type Span,
  type Value,
} from "@semantic-xpath/parser";
import { MIRRORED } from "@semantic-xpath/values";
import type { TypeSet } from "../check/checked.js";
import { isGroups, itemsAtEnd, itemsAtStart, partName, type SpecialItem } from "../check/items.js";
import { comparesValues, isGiven, isNumber, isTest, isValue } from "../check/values.js";
import type { ValueType } from "../schema/valueType.js";
import type { BindingPlan, BooleanExpression, ScoreExpression, Target } from "./expressions.js";
import { type Lowering, lowerArgument, present, scopeOf } from "./lowering.js";
import { lowerArguments, lowerValue } from "./lowerValue.js";
import type { ArgumentUse, BracketOperator, PathPlan, PositionOperator } from "./operators.js";

/** A bracket that is an expression: a bare number is a position, a Boolean filters, a Relevance multiplies weights. */
export function lowerBracketExpression(
  lowering: Lowering,
  expr: Expr,
  { span, types, order, scope }: Pick<PositionOperator, "span" | "types" | "order" | "scope">,
): BracketOperator {
  const id = lowering.nextId++;
  if (expr.kind === "Call" && expr.function === "last") {
    const range = { single: true, from: { kind: "Literal", value: -1 }, to: null } as const;
    return { kind: "Position", id, span, types, range, order, scope };
  }
  if (isValue(expr) && isNumber(expr) && !isPosition(expr)) {
    const conditionId = lowering.nextId++;
    const condition = {
      kind: "PlaceEquals",
      id: conditionId,
      span: expr.span,
      value: lowerValue(lowering, expr),
    } as const;
    return { kind: "Filter", id, span, types, condition };
  }
  if (kindOf(lowering, expr) === "Relevance")
    return { kind: "Relevance", id, span, types, score: lowerScore(lowering, expr, types) };
  return { kind: "Filter", id, span, types, condition: lowerBoolean(lowering, expr, types) };
}

/** `[position()]` is true everywhere. */
const isPosition = (expr: Expr): boolean => expr.kind === "Call" && expr.function === "position";

/** A comparison or a call that is the whole of a query or a field. */
export const lowerCondition = (lowering: Lowering, expr: Expr): BooleanExpression => lowerBoolean(lowering, expr, null);

/** A graded field. */
export const lowerGrade = (lowering: Lowering, expr: Expr): ScoreExpression => lowerScore(lowering, expr, null);

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
      const target = lowerTarget(expr.target, lowering.item);
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
      const kind = expr.kind === "Combine" ? COMBINATIONS[expr.function].ofConditions : expr.kind;
      if (kind === null) throw new Error("a share of Booleans is a relevance");
      return { kind, id, span, operands: expr.operands.map((operand) => lowerBoolean(lowering, operand, types)) };
    }
    case "Not":
      return { kind: "Not", id, span, operand: lowerBoolean(lowering, expr.operand, types) };
    case "Comparison":
      return lowerComparison(lowering, expr, id, types);
    case "Quantified":
      return lowerQuantified(lowering, expr, id);
    case "Call":
      return lowerTest(lowering, expr, id);
    case "Arithmetic":
    case "Negative":
    case "AttributeReference":
    case "FieldReference":
    case "Concatenation":
    case "StringValue":
    case "TextTarget":
      return { kind: "Present", id, span, value: lowerValue(lowering, expr) };
    default:
      throw new Error(`a ${expr.kind} is never a condition`);
  }
}

/** A call as a condition: what it tests, or whether there is what it gives. */
function lowerTest(lowering: Lowering, call: Call, id: number): BooleanExpression {
  const { span } = call;
  if (isPosition(call) || call.function === "last") return { kind: "Truth", id, span, value: true };
  if (!isTest(call)) return { kind: "Present", id, span, value: lowerValue(lowering, call) };
  const [first, second, third] = call.arguments;
  if (call.function === "exists" && first?.kind === "Evidence")
    return { kind: "Exists", id, span, evidence: lowering.lowerEvidence(lowering, first) };
  if (isSearch(call.function) && third === undefined && isNear(first) && isText(second)) {
    if (isGiven(second, lowering.bound)) {
      const value = lowerValue(lowering, first);
      const argument = lowerArgument<string>(lowering, second, "value");
      return { kind: "Match", id, span, function: call.function, value, argument };
    }
  }
  const callId = lowering.nextId++;
  const args = lowerArguments(lowering, call);
  return {
    kind: "Test",
    id,
    span,
    call: { kind: "Function", id: callId, span, function: call.function, arguments: args },
  };
}

const isText = (
  value: Call["arguments"][number] | undefined,
): value is (Literal & { kind: "StringLiteral" }) | ParameterReference =>
  value?.kind === "StringLiteral" || value?.kind === "ParameterReference";

/** True for a value of the node itself, or a count. */
function isNear(value: Call["arguments"][number] | undefined): value is Value {
  switch (value?.kind) {
    case "AttributeReference":
    case "FieldReference":
    case "StringValue":
    case "TextTarget":
      return true;
    case "Call":
      return NEAR.has(value.function) && (value.function !== "count" || value.arguments[0]?.kind === "Evidence");
    default:
      return false;
  }
}

const NEAR: ReadonlySet<string> = new Set<Call["function"]>(["position", "last", "name", "count"]);

function lowerQuantified(
  lowering: Lowering,
  { quantifier, bindings, condition, span }: Quantified,
  id: number,
): BooleanExpression {
  const { bound } = lowering;
  const outside = [...bound];
  const lowered = bindings.map((binding): BindingPlan => {
    const bindingId = lowering.nextId++;
    const { start, segments } = binding.evidence;
    const items = itemsAtEnd(itemsAtStart(start, scopeOf(lowering)), segments);
    const evidence = lowering.lowerEvidence(lowering, binding.evidence);
    const { name } = present(binding.parameter);
    bound.set(name, items);
    return { kind: "Binding", id: bindingId, span: binding.span, name, evidence };
  });
  const inner = lowerBoolean(lowering, condition, null);
  bound.clear();
  for (const [name, items] of outside) bound.set(name, items);
  return { kind: "Quantified", id, span, quantifier, bindings: lowered, condition: inner };
}

function lowerComparison(lowering: Lowering, expr: AstComparison, id: number, types: TypeSet): BooleanExpression {
  const { left, operator, span } = expr;
  const { bound } = lowering;
  const right = present(expr.right);
  if (comparesValues(expr, bound)) {
    const value = present(left) as Value;
    if (isNear(value) && isGiven(right, bound)) return compareWith(lowering, value, operator, right, { id, span });
    if (isNear(right) && isGiven(value, bound))
      return compareWith(lowering, right, MIRRORED[operator], value, { id, span });
    const sides = {
      left: lowerValue(lowering, value, useBeside(typeOf(lowering, right))),
      operator,
      right: lowerValue(lowering, right, useBeside(typeOf(lowering, value))),
    };
    return { kind: "CompareValues", id, span, ...sides };
  }
  if (!isGiven(right, bound)) throw new Error("a condition is compared with a literal or a parameter");
  const argument = lowerArgument<string | number | boolean>(lowering, right, "value");
  const truth =
    argument.kind === "Literal" && typeof argument.value === "boolean" && (operator === "=" || operator === "!=");
  if (truth && kindOf(lowering, left) === "Boolean") {
    const operand = lowerBoolean(lowering, left, types);
    return argument.value === (operator === "=") ? operand : { kind: "Not", id, span, operand };
  }
  return { kind: "Threshold", id, span, score: lowerScore(lowering, left, types), operator, right: argument };
}

const typeOf = ({ checked }: Lowering, value: Value): ValueType | null => checked.values.get(value)?.type ?? null;

/** Use of an argument beside values of a type: it must read as quantities and moments do. */
const useBeside = (type: ValueType | null): ArgumentUse =>
  type === null || type === "string" || type === "number" || type === "boolean" ? "value" : type;

/** A value of the node beside one that is known before the run: the mode is known, and so is what an argument must be. */
function compareWith(
  lowering: Lowering,
  value: Value,
  operator: ComparisonOperator,
  given: Literal | ParameterReference,
  own: { readonly id: number; readonly span: Span },
): BooleanExpression {
  const mode = typeOf(lowering, value) ?? "auto";
  const right = lowerArgument<string | number | boolean>(lowering, given, useBeside(mode === "auto" ? null : mode));
  return { kind: "Compare", ...own, value: lowerValue(lowering, value), operator, right, mode };
}

function lowerTarget(target: AstTarget, item: SpecialItem | null): Target {
  const fieldTarget = present(target);
  switch (fieldTarget.kind) {
    case "NodeTarget": {
      if (item === null || isGroups(item)) return { kind: "Node" };
      const name = partName(item);
      return name === null ? { kind: "Text" } : { kind: "Attribute", name };
    }
    case "TextTarget":
      return { kind: "Text" };
    case "AttributeReference":
      return { kind: "Attribute", name: present(fieldTarget.name).text };
    case "FieldReference":
      return { kind: "Field", name: fieldTarget.name.text };
    default:
      return assertNever(fieldTarget);
  }
}
