import type { IToken } from "chevrotain";
import type { Expr, Target } from "../ast/nodes.js";
import { fix, type Gap, offer, report, type Source, spanOf } from "../source.js";
import { operatorMeant } from "../tokens/operatorMeant.js";
import { type ComparisonOperator, operatorOf } from "../words/operators.js";
import { comparedValueOf, conditionOf } from "./literal.js";
import { type Operand, type PathOperand, settle, settleValue } from "./operand.js";

/** What is on the left and right of an operator. `gap` is the place after both. */

export function relevanceOf(source: Source, left: Operand, sign: IToken, text: IToken | undefined, gap: Gap): Operand {
  const target = targetOf(source, leftOf(source, left, gap));
  const operator = sign.image === "≈" ? "≈" : "=~";
  if (operator !== sign.image) reportOperator(source, sign, operator);
  const condition = conditionOf(source, text, gap);
  const span = { start: left.span.start, end: gap.end };
  return withLeft(left, { kind: "Relevance", span, target, operator, condition });
}

/** What follows the left side of a comparison. */
interface Compared {
  readonly sign: IToken;
  readonly minus: IToken | undefined;
  readonly right: IToken | undefined;
}

export function comparisonOf(source: Source, left: Operand, { sign, minus, right }: Compared, gap: Gap): Operand {
  const operatorSpan = spanOf(sign);
  // The lexer takes nothing else for a comparison.
  const operator = readOperator(source, sign) as ComparisonOperator;
  const value = comparedValueOf(source, minus, right, gap);
  const span = { start: left.span.start, end: gap.end };
  const compared = settleValue(source, leftOf(source, left, gap), gap);
  return withLeft(left, { kind: "Comparison", span, left: compared, operator, operatorSpan, right: value });
}

/** What a path or a literal gives on the left stays open. */
function leftOf(source: Source, left: Operand, gap: Gap): Exclude<Operand, PathOperand> {
  if (left.kind === "PathOperand") return { kind: "Missing", span: left.span, expected: "a condition" };
  return left.kind === "LiteralOperand" ? settle(source, left, gap) : left;
}

/** What `=~` is applied to. */
function targetOf(source: Source, left: Operand): Target {
  switch (left.kind) {
    case "NodeTarget":
    case "TextTarget":
    case "AttributeReference":
    case "FieldReference":
    case "Missing":
      return left;
  }
  const found = source.text.slice(left.span.start, left.span.end);
  report(source, "SXP1004", left.span, { expected: '"node", "text()", a field or an attribute before "=~"', found });
  return { kind: "Missing", span: left.span, expected: "a target" };
}

/** A path that is compared stays a path until it is known what it is part of. */
const withLeft = (left: Operand, node: Expr): Operand =>
  left.kind === "PathOperand" ? { ...left, compared: node } : node;

/** The operator that a token is; if it is one of another language, it is reported and read as what it means. */
export function readOperator(source: Source, token: IToken): string {
  const operator = operatorOf(token.image) ?? operatorMeant(token.image) ?? token.image;
  if (operator !== token.image) reportOperator(source, token, operator);
  return operator;
}

/** An operator as another language writes it, with the fix that writes it as ours. */
export function reportOperator(source: Source, token: IToken, operator: string): void {
  // A word needs white space around it, a sign does not: `a&&b`.
  const { text } = source;
  const { start, end } = spanOf(token);
  const isWord = /^\w/.test(operator);
  const before = isWord && /[^\s([]/.test(text[start - 1] ?? " ") ? " " : "";
  const after = isWord && /[^\s)\]]/.test(text[end] ?? " ") ? " " : "";
  const isGuess = operatorOf(token.image) === null && operatorMeant(token.image) !== null;
  const write = isGuess ? offer : fix;
  const edit = write(`Replace by ${operator}`, { start, end }, `${before}${operator}${after}`);
  report(source, "SXP1010", { start, end }, { written: token.image, operator }, [edit]);
}
