import {
  type Aggregate,
  type And,
  COMBINATIONS,
  type Combine,
  type Count,
  diagnose,
  type Exists,
  type Expr,
  type Fix,
  type Not,
  type Or,
  print,
  type Query,
} from "@semantic-xpath/parser";
import { type Check, type CheckContext, OF_BOOLEANS, type Place } from "../checked.js";
import { shortText } from "../wording.js";

/** A part of a condition that changes nothing. */
export const redundant: Check = {
  codes: ["SXP3004"],
  on: {
    Not: checkDoubleNegation,
    Or: checkRepeatedOperand,
    And: checkRepeatedOperand,
    Combine: (context, expression) => {
      const isCrisp = OF_BOOLEANS[expression.function] !== null;
      checkOperandCount(context, expression, isCrisp);
      if (isCrisp) checkRepeatedOperand(context, expression);
    },
    Aggregate: checkGraded,
    Exists: checkUnweighed,
    Count: checkUnweighed,
    Query: checkRepeatedPath,
  },
};

function report(context: CheckContext, expression: Expr, effect: string, fix: Fix | null): void {
  const found = { text: shortText(expression), effect };
  context.diagnostics.push(diagnose("SXP3004", expression.span, found, fix === null ? [] : [fix]));
}

/** `not(not(x))` is x. Reported at the outer end of a chain; the fix takes all pairs away. */
function checkDoubleNegation(context: CheckContext, expression: Not, { parent }: Place): void {
  if (parent.kind === "Not") return;
  let inner: Expr = expression;
  while (inner.kind === "Not" && inner.operand.kind === "Not") inner = inner.operand.operand;
  if (inner === expression || inner.kind === "Missing") return;
  report(context, expression, "negates twice, which changes nothing", unwrap(expression, inner));
}

/** `min(x)` is x. A mean of one Boolean is graded, so only a graded operand makes that one redundant. */
function checkOperandCount(context: CheckContext, expression: Combine, isCrisp: boolean): void {
  const [only, second] = expression.operands;
  if (only === undefined || second !== undefined || only.kind === "Missing") return;
  if (!COMBINATIONS[expression.function].keepsOne) return;
  if (!isCrisp && context.kinds.get(only) !== "Relevance") return;
  report(context, expression, "has one operand, so it is that operand", unwrap(expression, only));
}

/** `x and x` is x; so are or, min and max. Means and products count an operand as often as it is there. */
function checkRepeatedOperand(context: CheckContext, { operands }: Or | And | Combine): void {
  for (const [index, operand] of operands.entries()) {
    if (operand.kind === "Missing" || !operands.slice(0, index).some((before) => sameExpression(before, operand)))
      continue;
    // The operand goes together with what is between it and the one before.
    const span = { start: operands[index - 1]!.span.end, end: operand.span.end };
    const fix = { title: "Remove the second one", edits: [{ span, newText: "" }], isSafe: false };
    report(context, operand, "is here twice, which changes nothing", fix);
  }
}

/** `//A | //A` is `//A`: a node that is reached twice is one. */
function checkRepeatedPath({ diagnostics }: CheckContext, { paths }: Query): void {
  for (const [index, path] of paths.entries()) {
    if (path.kind === "Missing" || !paths.slice(0, index).some((before) => same(before, path))) continue;
    const span = { start: paths[index - 1]!.span.end, end: path.span.end };
    const fix = { title: "Remove the second one", edits: [{ span, newText: "" }], isSafe: false };
    const text = print({ kind: "Query", span, paths: [path] });
    const found = { text, effect: "is here twice, which changes nothing" };
    diagnostics.push(diagnose("SXP3004", path.span, found, [fix]));
  }
}

/** The mean of weights that are all 1 says no more than that there are some. */
function checkGraded(context: CheckContext, expression: Aggregate): void {
  for (const { step } of expression.evidence.segments) {
    if (step.kind === "Missing") return;
    if (step.kind !== "AxisStep") continue;
    for (const { content } of step.brackets) {
      if (content.kind === "Missing" || context.kinds.get(content) === "Relevance") return;
    }
  }
  // To write exists(…) would leave out nodes that a later position counts.
  report(context, expression, "is 1 if there is any evidence and else 0: no relevance grades it", null);
}

/** A relevance that ends the path has weighed nodes and dropped none. One before a position or another step may choose among them. */
function checkUnweighed({ kinds, diagnostics }: CheckContext, expression: Exists | Count): void {
  const step = expression.evidence.segments.at(-1)?.step;
  const last = step?.kind === "AxisStep" ? step.brackets.at(-1) : undefined;
  if (last === undefined || kinds.get(last.content) !== "Relevance") return;
  const isExists = expression.kind === "Exists";
  const name = { start: expression.span.start, end: expression.span.start + "exists".length };
  const fix = { title: "Write max", edits: [{ span: name, newText: "max" }], isSafe: false };
  const text = isExists ? "exists(…)" : "count(…)";
  const effect = `is the same without the relevance, which drops no node: compare its score${isExists ? ', or write "max"' : ""}`;
  diagnostics.push(diagnose("SXP3004", last.span, { text, effect }, isExists ? [fix] : []));
}

/** Leaves `inner` of `outer`, in parentheses if it would else come apart. */
function unwrap(outer: Expr, inner: Expr): Fix {
  const needsParentheses = isLoose(inner);
  return {
    title: `Write only ${shortText(inner)}`,
    edits: [
      { span: { start: outer.span.start, end: inner.span.start }, newText: needsParentheses ? "(" : "" },
      { span: { start: inner.span.end, end: outer.span.end }, newText: needsParentheses ? ")" : "" },
    ],
    isSafe: true,
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

/** Whether two expressions are written with the same meaning: equal up to place and spelling. */
const sameExpression = (left: Expr, right: Expr): boolean => left.kind === right.kind && same(left, right);

/** Places in the text, and spellings that mean the same. */
const IGNORED = new Set(["span", "axisSpan", "operatorSpan", "separatorSpan", "form", "parenthesized", "text"]);

function same(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return left === right;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const a = left as Readonly<Record<string, unknown>>;
  const b = right as Readonly<Record<string, unknown>>;
  if (a.kind !== b.kind) return false;
  if (a.kind === "Name") return a.text === b.text;
  if (Array.isArray(left) && a.length !== b.length) return false;
  for (const key in a) {
    if (
      IGNORED.has(key) ||
      (key === "operator" && a.kind === "Relevance") ||
      (key === "name" && a.kind === "Aggregate")
    ) {
      continue;
    }
    if (!same(a[key], b[key])) return false;
  }
  return true;
}
