import type { Evidence, Expr, Missing, ParameterReference, StringLiteral, Value } from "../../ast/nodes.js";
import type { Span } from "../../ast/span.js";
import { missing, report, type Source, silently, take } from "../../source.js";
import type * as Cst from "../cst.js";
import { buildCall } from "./call.js";
import { reportStray, takeStrays, takeStrayTokens } from "./closing.js";
import { buildEvidence, pathHead } from "./evidence.js";
import { buildExpression } from "./expression.js";
import { buildCondition } from "./literal.js";

export function buildValueArgument(source: Source, argument: Cst.Argument): Value | Missing {
  const target = soleUnary(argument);
  if (target !== null && isBareTarget(target)) return buildTargetValue(source, target);
  const expression = buildConditionArgument(source, argument, "a field or an attribute");
  switch (expression.kind) {
    case "AttributeReference":
    case "FieldReference":
    case "NodeFunction":
    case "Count":
    case "Missing":
      return expression;
  }
  return reportValue(source, expression.span);
}

const isBareTarget = ({ Dot, call, pathTail, Tilde, ComparisonSign }: Cst.Unary["children"]): boolean =>
  (Dot !== undefined || call?.[0].children.FunctionName[0].image === "text") &&
  (pathTail ?? Tilde ?? ComparisonSign) === undefined;

/** `contains(text(), …)`: only fields and attributes are values. */
function buildTargetValue(source: Source, { Dot, call }: Cst.Unary["children"]): Missing {
  return reportValue(source, Dot === undefined ? buildCall(source, call![0]).span : take(source, Dot[0]));
}

function reportValue(source: Source, span: Span): Missing {
  const expected = "a field or an attribute";
  report(source, "SXP1004", span, { expected, found: source.text.slice(span.start, span.end) });
  return { kind: "Missing", span, expected };
}

export function buildTextArgument(
  source: Source,
  argument: Cst.Argument,
): StringLiteral | ParameterReference | Missing {
  const unary = soleUnary(argument);
  const isAlone =
    unary !== null && unary.pathTail === undefined && unary.Tilde === undefined && unary.ComparisonSign === undefined;
  const token =
    isAlone && unary.At === undefined ? (unary.String ?? unary.Parameter ?? unary.Name ?? unary.Number) : undefined;
  const node = buildCondition(source, token?.[0]);
  if (token === undefined && argument.children.expression !== undefined)
    buildExpression(source, argument.children.expression[0]);
  takeArgumentStrays(source, argument);
  return node;
}

/** The one argument that the function takes; further ones are reported. */
export function buildOnly<N>(
  source: Source,
  children: Cst.Call["children"],
  build: (source: Source, argument: Cst.Argument) => N,
): N {
  const node = build(source, children.argument[0]);
  takeSurplus(source, children, 1);
  return node;
}

export function buildEvidenceArgument(source: Source, argument: Cst.Argument): Evidence {
  const unary = soleUnary(argument);
  const evidence = buildEvidence(source, unary);
  const isTaken = unary !== null && pathHead(unary) !== null;
  if (!isTaken && argument.children.expression !== undefined) buildExpression(source, argument.children.expression[0]);
  takeArgumentStrays(source, argument);
  return evidence;
}

export function buildConditionArgument(source: Source, argument: Cst.Argument, expected = "a condition"): Expr {
  const { expression } = argument.children;
  const node = expression === undefined ? missing(source, expected) : buildExpression(source, expression[0]);
  takeArgumentStrays(source, argument);
  return node;
}

export function takeArgumentStrays(source: Source, { children: { argumentStrays } }: Cst.Argument): void {
  if (argumentStrays !== undefined) takeStrays(source, argumentStrays[0], "SXP1001");
}

export function takeSurplus(source: Source, children: Cst.Call["children"], count: number): void {
  if (children.argument.length <= count) return;
  const from = source.last;
  silently(source, () => takeArguments(source, children, count));
  reportSurplus(source, from);
}

export function takeArguments(source: Source, { argument, Comma }: Cst.Call["children"], from: number): void {
  for (let i = from; i < argument.length; i++) {
    if (i > 0) take(source, Comma![i - 1]);
    const { expression, argumentStrays } = argument[i].children;
    if (expression !== undefined) buildExpression(source, expression[0]);
    if (argumentStrays !== undefined) takeStrayTokens(source, argumentStrays[0]);
  }
}

/** What follows `from`, white space aside. */
export function reportSurplus(source: Source, from: number): void {
  const inside = source.text.slice(from, source.last);
  const start = from + inside.length - inside.trimStart().length;
  reportStray(source, "SXP1001", { start, end: source.last });
}

/** The argument's only operand, null where it is joined with others or absent. */
export function soleUnary({ children: { expression } }: Cst.Argument): Cst.Unary["children"] | null {
  if (expression === undefined || expression[0].children.operator !== undefined) return null;
  return expression[0].children.unary[0].children;
}
