import type { IToken } from "chevrotain";
import type { Expr } from "../../ast/nodes.js";
import { fix, missing, report, type Source, spanOf, take } from "../../source.js";
import { And } from "../../tokens/tokenTypes.js";
import type * as Cst from "../cst.js";
import { buildUnary } from "./unary.js";

/** `and` binds tighter than `or`; the concrete tree has both in one list. */
export function buildExpression(source: Source, { children: { unary, operator, operand } }: Cst.Expression): Expr {
  const first = buildUnary(source, unary[0]);
  if (operator === undefined) return first;
  const alternatives: Expr[] = [];
  let conjuncts: Expr[] = [first];
  for (let i = 0; i < operator.length; i++) {
    takeOperator(source, operator[i]);
    const next = buildOperand(source, operand![i]);
    if (operator[i].tokenType === And) conjuncts.push(next);
    else {
      alternatives.push(join("And", conjuncts));
      conjuncts = [next];
    }
  }
  alternatives.push(join("And", conjuncts));
  return join("Or", alternatives);
}

/** Behind an operator; where nothing follows, that is reported. */
export function buildOperand(source: Source, { children: { unary } }: Cst.Operand): Expr {
  return unary === undefined ? missing(source, "a condition") : buildUnary(source, unary[0]);
}

function join(kind: "And" | "Or", operands: readonly Expr[]): Expr {
  const first = operands[0];
  if (operands.length === 1) return first;
  return { kind, span: { start: first.span.start, end: operands[operands.length - 1].span.end }, operands };
}

/** `AND`, `&&`, `||` … are read as what they mean. */
function takeOperator(source: Source, token: IToken): void {
  take(source, token);
  const operator = token.tokenType === And ? "and" : "or";
  if (token.image !== operator) reportOperator(source, token, operator);
}

/** An operator as another language writes it, with the fix that writes it as ours. */
export function reportOperator(source: Source, token: IToken, operator: string): void {
  // A word needs white space around it where a sign does not: `a&&b`.
  const { text } = source;
  const { start, end } = spanOf(token);
  const isWord = /^\w/.test(operator);
  const before = isWord && /[^\s([]/.test(text[start - 1] ?? " ") ? " " : "";
  const after = isWord && /[^\s)\]]/.test(text[end] ?? " ") ? " " : "";
  const edit = fix(`Replace by ${operator}`, { start, end }, `${before}${operator}${after}`);
  report(source, "SXP1010", { start, end }, { written: token.image, operator }, [edit]);
}
