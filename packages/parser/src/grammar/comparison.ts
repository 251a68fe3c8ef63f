import type { IToken } from "chevrotain";
import type { BooleanLiteral, Comparison, Expr, Missing, Relevance, Target, Value } from "../ast/nodes.js";
import { type Gap, missing, report, type Source, spanOf, textIn } from "../source.js";
import type { ComparisonOperator } from "../words/operators.js";
import { conditionOf } from "./literal.js";
import { isValue, type Operand, readValue, settleValue } from "./operand.js";
import { readOperator, reportOperator } from "./operator.js";

/** Operands of `=~` and of a comparison. `gap` is the place after both. */

export function relevanceOf(source: Source, left: Operand, sign: IToken, text: IToken | undefined, gap: Gap): Operand {
  // `1-node =~ "x"`: what is scored is inside.
  if (left.kind === "ComplementOperand")
    return {
      ...left,
      span: { start: left.span.start, end: gap.end },
      operand: relevanceOf(source, left.operand, sign, text, gap),
    };
  const target = targetOf(source, left);
  const operator = sign.image === "≈" ? "≈" : "=~";
  if (operator !== sign.image) reportOperator(source, sign, operator);
  const condition = conditionOf(source, text, gap);
  const relevance: Relevance = {
    kind: "Relevance",
    span: { start: left.span.start, end: gap.end },
    target,
    operator,
    condition,
  };
  return relevance;
}

/** Target of `=~`. */
function targetOf(source: Source, left: Operand): Target {
  switch (left.kind) {
    case "NodeTarget":
    case "TextTarget":
    case "AttributeReference":
    case "FieldReference":
    case "Missing":
      return left;
  }
  const found = textIn(source, left.span);
  report(source, "SXP1004", left.span, { expected: '"node", "text()", a field or an attribute before "=~"', found });
  return { kind: "Missing", span: left.span, expected: "a target" };
}

/** `1-` before a value is arithmetic when it is compared, and before a condition its complement is that of the comparison. */
export function comparisonOf(
  source: Source,
  left: Operand,
  sign: IToken,
  right: Operand | undefined,
  gap: Gap,
): Operand {
  const compared = settleValue(source, left);
  if (compared.kind === "Not" && left.kind === "ComplementOperand" && !isParenthesized(source, left)) {
    const operand = comparisonOf(source, left.operand, sign, right, gap);
    return { ...left, span: { start: left.span.start, end: gap.end }, operand };
  }
  const comparison: Comparison = {
    kind: "Comparison",
    span: { start: left.span.start, end: gap.end },
    left: compared,
    // The lexer takes nothing else for a comparison.
    operator: readOperator(source, sign) as ComparisonOperator,
    operatorSpan: spanOf(sign),
    right: right === undefined ? missing(source, gap, "a value") : rightOf(source, compared, right),
  };
  return comparison;
}

const isParenthesized = ({ text }: Source, { span }: Operand): boolean => text[span.start] === "(";

/** A condition or a relevance is compared with a literal or a parameter only. */
function rightOf(source: Source, left: Expr, right: Operand): Value | Missing {
  const value = booleanOf(right) ?? readValue(source, right, "a value");
  if (left.kind === "Missing" || isValue(left) || isConstant(value)) return value;
  const { span } = value;
  const found = textIn(source, span);
  report(source, "SXP1004", span, { expected: "a number or a parameter", found });
  return { kind: "Missing", span, expected: "a number or a parameter" };
}

/** `true` and `false` are Booleans on the right of a comparison and alone in a field of a record, and fields on its left. */
export function booleanOf(right: Operand): BooleanLiteral | null {
  if (right.kind !== "FieldReference") return null;
  const { text } = right.name;
  return text === "true" || text === "false"
    ? { kind: "BooleanLiteral", span: right.span, value: text === "true" }
    : null;
}

function isConstant({ kind }: Value | Missing): boolean {
  switch (kind) {
    case "StringLiteral":
    case "NumberLiteral":
    case "BooleanLiteral":
    case "ParameterReference":
    case "Missing":
      return true;
    default:
      return false;
  }
}
