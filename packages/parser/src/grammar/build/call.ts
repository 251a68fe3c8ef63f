import type { Call, CombineFunction, Expr, Missing, ParameterReference, StringLiteral } from "../../ast/nodes.js";
import { missing, missingQuietly, type Source, silently, spanFrom, take } from "../../source.js";
import type * as Cst from "../cst.js";
import {
  buildConditionArgument,
  buildEvidenceArgument,
  buildOnly,
  buildTextArgument,
  buildValueArgument,
  reportSurplus,
  soleUnary,
  takeArgumentStrays,
  takeArguments,
  takeSurplus,
} from "./argument.js";
import { close, open } from "./closing.js";
import { buildEvidence, pathHead } from "./evidence.js";
import { buildExpression } from "./expression.js";
import { isEmpty, readFunctionName } from "./functionName.js";
import { type FunctionShape, shapeOf } from "./functions.js";
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

function buildPlain(source: Source, children: Cst.Call["children"], name: string): Operand {
  if (!isEmpty(children)) {
    const from = source.last;
    silently(source, () => takeArguments(source, children, 0));
    reportSurplus(source, from);
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
