import type { IToken } from "chevrotain";
import { fix, offer } from "../diagnostics/fix.js";
import { report, type Source, spanOf } from "../source.js";
import { operatorMeant } from "../tokens/roles.js";
import { operatorOf } from "../words/operators.js";

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
