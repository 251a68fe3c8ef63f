import type { IToken } from "chevrotain";
import type { ComparisonOperator, Expr, NodeTarget, Target, TextTarget, Value } from "../../ast/nodes.js";
import { COMPARISON_OPERATORS } from "../../ast/nodes.js";
import { fix, missing, missingQuietly, report, type Source, spanFrom, spanOf, take } from "../../source.js";
import { Parameter, StringToken } from "../../tokens/tokenTypes.js";
import type * as Cst from "../cst.js";
import { buildCall } from "./call.js";
import { close, open, takeStrays } from "./closing.js";
import { buildPathCondition, pathHead, takeStrayTail } from "./evidence.js";
import { buildExpression, buildOperand, reportOperator } from "./expression.js";
import { buildCondition, buildName, buildRight } from "./literal.js";

/** What may stand before `=~` or a comparison: an expression, or a target that is none by itself. */
export type Operand = Expr | NodeTarget | TextTarget;

export function buildUnary(source: Source, cst: Cst.Unary): Expr {
  const { One, Minus, operand, Tilde, ComparisonSign } = cst.children;
  if (One !== undefined) {
    const { start } = take(source, One[0]);
    take(source, Minus![0]);
    const negated = buildOperand(source, operand![0]);
    return { kind: "Not", span: { start, end: negated.span.end }, form: "1-", operand: negated };
  }
  let left = buildLeft(source, cst.children);
  if (Tilde !== undefined) left = buildRelevance(source, left, Tilde[0], cst.children.condition?.[0]);
  if (ComparisonSign !== undefined) return buildComparison(source, left, ComparisonSign[0], cst.children);
  if (left.kind === "NodeTarget" || left.kind === "TextTarget") {
    const condition = missing(source, '"=~" and a text in quotes');
    return { kind: "Relevance", span: spanFrom(source, left.span.start), target: left, operator: "=~", condition };
  }
  return left;
}

function buildLeft(source: Source, children: Cst.Unary["children"]): Operand {
  if (children.pathTail === undefined) return buildBare(source, children);
  if (pathHead(children) !== null) return buildPathCondition(source, children);
  const left = buildBare(source, children);
  takeStrayTail(source, children.pathTail[0]);
  return left;
}

function buildBare(source: Source, children: Cst.Unary["children"]): Operand {
  if (children.Name !== undefined && children.At === undefined) {
    const token = children.Name[0];
    if (children.Tilde !== undefined && (token.image === "node" || token.image === "content")) {
      return { kind: "NodeTarget", span: take(source, token), form: token.image };
    }
    const name = buildName(source, token);
    return { kind: "FieldReference", span: name.span, name };
  }
  if (children.call !== undefined) return buildCall(source, children.call[0]);
  if (children.At !== undefined) return buildAttribute(source, children.At[0], children.Name?.[0]);
  if (children.Dot !== undefined) return { kind: "NodeTarget", span: take(source, children.Dot[0]), form: "." };
  if (children.parenthesized !== undefined) return buildParenthesized(source, children.parenthesized[0]);
  const literal = children.String ?? children.Parameter ?? children.Number;
  return literal === undefined ? missing(source, "a condition") : buildMisplacedLiteral(source, literal[0]);
}

function buildAttribute(source: Source, at: IToken, token: IToken | undefined): Value {
  const { start } = take(source, at);
  const name = token === undefined ? missing(source, "an attribute name") : buildName(source, token);
  return { kind: "AttributeReference", span: spanFrom(source, start), name };
}

/** Parentheses leave no node; the span of what they hold includes them. */
function buildParenthesized(source: Source, { children }: Cst.Parenthesized): Expr {
  const start = open(source, children.LeftParenthesis[0], children.RightParenthesis);
  const inner =
    children.expression === undefined
      ? missing(source, "a condition")
      : buildExpression(source, children.expression[0]);
  if (children.allStrays !== undefined) takeStrays(source, children.allStrays[0], "SXP1001");
  close(source, children.LeftParenthesis[0], children.RightParenthesis);
  return { ...inner, span: spanFrom(source, start) };
}

function buildMisplacedLiteral(source: Source, token: IToken): Expr {
  const span = spanOf(token);
  report(source, "SXP1004", span, { expected: "a condition", found: token.image });
  take(source, token);
  return { kind: "Missing", span, expected: "a condition" };
}

function buildRelevance(source: Source, left: Operand, sign: IToken, token: IToken | undefined): Expr {
  const target = readTarget(source, left);
  take(source, sign);
  const operator = sign.image === "≈" ? "≈" : "=~";
  if (sign.image.startsWith("~")) reportOperator(source, sign, "=~");
  const condition = buildCondition(source, token);
  return { kind: "Relevance", span: spanFrom(source, left.span.start), target, operator, condition };
}

function readTarget(source: Source, left: Operand): Target {
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

function buildComparison(source: Source, left: Operand, sign: IToken, children: Cst.Unary["children"]): Expr {
  const right = children.right?.[0];
  if (left.kind === "NodeTarget" || left.kind === "TextTarget") {
    const isText = children.sign === undefined && (right?.tokenType === StringToken || right?.tokenType === Parameter);
    if (isText && sign.image === "=") {
      report(source, "SXP1004", spanOf(sign), { expected: '"=~"', found: sign.image }, [
        fix("Replace by =~", spanOf(sign), "=~"),
      ]);
      return buildRelevance(source, left, sign, right);
    }
  }
  const operatorSpan = take(source, sign);
  const operator = readOperator(source, sign);
  const value = buildRight(source, children.sign?.[0], right);
  const span = spanFrom(source, left.span.start);
  if (left.kind !== "NodeTarget" && left.kind !== "TextTarget") {
    return { kind: "Comparison", span, left, operator, operatorSpan, right: value };
  }
  report(source, "SXP1004", operatorSpan, { expected: '"=~" and a text in quotes', found: sign.image });
  return {
    kind: "Comparison",
    span,
    left: { ...missingQuietly(source, "a value"), span: left.span },
    operator,
    operatorSpan,
    right: value,
  };
}

const SLIPS: Readonly<Record<string, ComparisonOperator>> = {
  "==": "=",
  "<>": "!=",
  "≠": "!=",
  "≤": "<=",
  "≥": ">=",
  eq: "=",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

function readOperator(source: Source, token: IToken): ComparisonOperator {
  const operator = COMPARISON_OPERATORS.find((each) => each === token.image);
  if (operator !== undefined) return operator;
  const meant = SLIPS[token.image];
  reportOperator(source, token, meant);
  return meant;
}
