import type { IToken } from "chevrotain";
import type {
  Call,
  CombineFunction,
  Expr,
  Missing,
  ParameterReference,
  StringLiteral,
  Value,
} from "../../ast/nodes.js";
import type { Span } from "../../ast/span.js";
import { suggest } from "../../diagnostics/suggest.js";
import { fix, missing, missingQuietly, report, type Source, spanFrom, spanOf, take } from "../../source.js";
import type * as Cst from "../cst.js";
import { close, open, reportStray, takeStrays } from "./closing.js";
import { buildEvidence, pathHead } from "./evidence.js";
import { buildExpression, reportOperator } from "./expression.js";
import { FUNCTIONS, type FunctionShape, shapeOf } from "./functions.js";
import { buildCondition } from "./literal.js";
import type { Operand } from "./unary.js";

/** `name "(" … ")"`: what the arguments are depends on the function. */
export function buildCall(source: Source, { children }: Cst.Call): Operand {
  const token = children.FunctionName[0];
  const { start } = take(source, token);
  open(source, children.LeftParenthesis[0], children.RightParenthesis);
  const name = readFunctionName(source, token, children);
  const build = (): Operand => {
    const shape = name === null ? null : shapeOf(name);
    if (name === null || shape === null) return buildUnknown(source, children);
    return buildArguments(source, children, name, shape);
  };
  const node = build();
  close(source, children.LeftParenthesis[0], children.RightParenthesis);
  return { ...node, span: spanFrom(source, start) };
}

/** The function that is meant; null where that can't be told. */
function readFunctionName(source: Source, token: IToken, children: Cst.Call["children"]): string | null {
  const name = token.image;
  if (shapeOf(name) !== null) return name;
  if (name === "NOT" || name === "Not") {
    reportOperator(source, token, "not");
    return "not";
  }
  if ((name === "node" || name === "content") && isEmpty(children)) return readTargetCall(source, token, children);
  const near = suggest(name, FUNCTIONS);
  const suited = near.filter((suggestion) => suits(children, shapeOf(suggestion)));
  const suggestions = (suited.length > 0 ? suited : near).slice(0, 3);
  const fixes = suggestions.map((suggestion) => fix(`Replace by ${suggestion}`, spanOf(token), suggestion));
  report(source, "SXP1012", spanOf(token), { name, suggestions }, fixes);
  return suited[0] ?? null;
}

/** XPath's `node()` is `node` here. */
function readTargetCall(source: Source, token: IToken, children: Cst.Call["children"]): string {
  const closing = children.RightParenthesis?.[0] ?? children.LeftParenthesis[0];
  const span = { start: token.startOffset, end: closing.startOffset + 1 };
  const parameters = { name: token.image, suggestions: [token.image] };
  report(source, "SXP1012", span, parameters, [fix("Remove the parentheses", span, token.image)]);
  return token.image;
}

const isEmpty = ({ argument }: Cst.Call["children"]): boolean =>
  argument.length === 1 &&
  argument[0].children.expression === undefined &&
  argument[0].children.argumentStrays === undefined;

/** Whether the arguments look like those of a suggested function; if not, taking it for meant would only bring more errors. */
function suits(children: Cst.Call["children"], shape: FunctionShape | null): boolean {
  const first = soleUnary(children.argument[0]);
  const startsWithPath = first !== null && pathHead(first) === "slash";
  const isLiteral = first !== null && (first.String ?? first.Parameter ?? first.Number) !== undefined;
  switch (shape) {
    case "path":
      return startsWithPath;
    case "graded":
      return !isLiteral && !isEmpty(children);
    case "negation":
    case "combination":
      return !isLiteral && !startsWithPath && !isEmpty(children);
    case "text":
      return children.argument.length === 2;
    case "plain":
      return isEmpty(children);
    case null:
      return false;
  }
}

function buildArguments(source: Source, children: Cst.Call["children"], name: string, shape: FunctionShape): Operand {
  const here = { start: source.last, end: source.last };
  switch (shape) {
    case "negation":
      return { kind: "Not", span: here, form: "not", operand: buildOnly(source, children, buildConditionArgument) };
    case "graded":
      return isPathCall(children) ? buildAggregate(source, children, name) : buildCombination(source, children, name);
    case "combination":
      return buildCombination(source, children, name);
    case "path":
      if (name === "exists")
        return { kind: "Exists", span: here, evidence: buildOnly(source, children, buildEvidenceArgument) };
      if (name === "count")
        return { kind: "Count", span: here, evidence: buildOnly(source, children, buildEvidenceArgument) };
      return buildAggregate(source, children, name);
    case "text":
      return buildTextTest(source, children, name);
    case "plain":
      return buildPlain(source, children, name);
  }
}

function isPathCall({ argument }: Cst.Call["children"]): boolean {
  const first = soleUnary(argument[0]);
  if (first === null || argument.length > 1 || first.Tilde !== undefined || first.ComparisonSign !== undefined)
    return false;
  return first.pathTail !== undefined && pathHead(first) !== null;
}

function buildAggregate(source: Source, children: Cst.Call["children"], name: string): Expr {
  const evidence = buildOnly(source, children, buildEvidenceArgument);
  const base = name.startsWith("agg_") ? name.slice(4) : name;
  const aggregate = base === "min" || base === "max" || base === "gmean" ? base : "avg";
  return { kind: "Aggregate", span: evidence.span, function: aggregate, name, evidence };
}

function buildCombination(source: Source, children: Cst.Call["children"], name: string): Expr {
  const operands = children.argument.map((argument, i) => {
    if (i > 0) take(source, children.Comma![i - 1]);
    return buildConditionArgument(source, argument);
  });
  const combine: CombineFunction =
    name === "min" || name === "max" || name === "avg" || name === "gmean" ? name : "product";
  return { kind: "Combine", span: operands[0].span, function: combine, operands };
}

function buildTextTest(source: Source, children: Cst.Call["children"], name: string): Call {
  const { argument, Comma } = children;
  const value = buildValueArgument(source, argument[0]);
  let condition: StringLiteral | ParameterReference | Missing;
  if (argument.length > 1) {
    take(source, Comma![0]);
    condition = buildTextArgument(source, argument[1]);
    takeSurplus(source, children, 2);
  } else condition = missing(source, '"," and a text in quotes');
  const called = name === "starts-with" || name === "ends-with" ? name : "contains";
  return { kind: "Call", span: value.span, function: called, value, argument: condition };
}

function buildValueArgument(source: Source, argument: Cst.Argument): Value | Missing {
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

function buildTextArgument(source: Source, argument: Cst.Argument): StringLiteral | ParameterReference | Missing {
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

function buildPlain(source: Source, children: Cst.Call["children"], name: string): Operand {
  if (!isEmpty(children)) {
    const start = source.last;
    for (const [i, argument] of children.argument.entries()) {
      if (i > 0) take(source, children.Comma![i - 1]);
      if (argument.children.expression !== undefined) buildExpression(source, argument.children.expression[0]);
      takeArgumentStrays(source, argument);
    }
    reportSurplus(source, start);
  }
  const here = spanFrom(source, source.last);
  switch (name) {
    case "text":
      return { kind: "TextTarget", span: here };
    case "position":
    case "last":
    case "name":
      return { kind: "NodeFunction", span: here, name };
  }
  return { kind: "NodeTarget", span: here, form: name === "content" ? "content" : "node" };
}

/** An unknown function stands for nothing, but its arguments are still checked. */
function buildUnknown(source: Source, children: Cst.Call["children"]): Missing {
  for (const [i, argument] of children.argument.entries()) {
    if (i > 0) take(source, children.Comma![i - 1]);
    const unary = soleUnary(argument);
    if (unary !== null && pathHead(unary) !== null && unary.pathTail !== undefined) buildEvidence(source, unary);
    else if (unary !== null && (unary.String ?? unary.Parameter ?? unary.Number) !== undefined)
      buildTextArgument(source, argument);
    else if (argument.children.expression !== undefined) buildExpression(source, argument.children.expression[0]);
    takeArgumentStrays(source, argument);
  }
  return missingQuietly(source, "a condition");
}

/** The one argument that the function takes; further ones are reported. */
function buildOnly<N>(
  source: Source,
  children: Cst.Call["children"],
  build: (source: Source, argument: Cst.Argument) => N,
): N {
  const node = build(source, children.argument[0]);
  takeSurplus(source, children, 1);
  return node;
}

function buildEvidenceArgument(source: Source, argument: Cst.Argument) {
  const unary = soleUnary(argument);
  const evidence = buildEvidence(source, unary);
  const isTaken = unary !== null && pathHead(unary) !== null;
  if (!isTaken && argument.children.expression !== undefined) buildExpression(source, argument.children.expression[0]);
  takeArgumentStrays(source, argument);
  return evidence;
}

function buildConditionArgument(source: Source, argument: Cst.Argument, expected = "a condition"): Expr {
  const { expression } = argument.children;
  const node = expression === undefined ? missing(source, expected) : buildExpression(source, expression[0]);
  takeArgumentStrays(source, argument);
  return node;
}

function takeArgumentStrays(source: Source, { children: { argumentStrays } }: Cst.Argument): void {
  if (argumentStrays !== undefined) takeStrays(source, argumentStrays[0], "SXP1001");
}

function takeSurplus(source: Source, { argument, Comma }: Cst.Call["children"], count: number): void {
  if (argument.length <= count) return;
  const start = Comma![count - 1].startOffset;
  for (let i = count; i < argument.length; i++) {
    take(source, Comma![i - 1]);
    const { expression } = argument[i].children;
    if (expression !== undefined) buildExpression(source, expression[0]);
    takeArgumentStrays(source, argument[i]);
  }
  reportStray(source, "SXP1001", { start, end: source.last });
}

function reportSurplus(source: Source, from: number): void {
  const inside = source.text.slice(from, source.last);
  const start = from + inside.length - inside.trimStart().length;
  reportStray(source, "SXP1001", { start, end: source.last });
}

/** The argument's only operand, null where it is joined with others or absent. */
function soleUnary({ children: { expression } }: Cst.Argument): Cst.Unary["children"] | null {
  if (expression === undefined || expression[0].children.operator !== undefined) return null;
  return expression[0].children.unary[0].children;
}
