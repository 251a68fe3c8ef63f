import { EOF, type IToken } from "chevrotain";
import type { Missing, Name, NumberLiteral, ParameterReference, StringLiteral } from "../ast/nodes.js";
import { fix } from "../diagnostics/fix.js";
import { type Gap, missing, report, type Source, spanOf } from "../source.js";
import { Parameter, StringToken } from "../tokens/tokenTypes.js";

/** Meanings of single tokens in different places. `gap` is the place after the token. */

export const nameOf = (token: IToken): Name => ({ kind: "Name", span: spanOf(token), text: nameIn(token) });

/** A quoted name is without its quotes. */
function nameIn(token: IToken): string {
  const { image } = token;
  return QUOTES.includes(image.charAt(0)) ? unquote(token) : image;
}

/** Straight ones, and the opening ones of word processors. */
const QUOTES = "\"'“„‘‚";

export const stringOf = (token: IToken): StringLiteral => ({
  kind: "StringLiteral",
  span: spanOf(token),
  value: unquote(token),
});

/** The value between the quotes; a doubled quote is one. */
function unquote({ image, payload }: IToken): string {
  const quote = image.charAt(0);
  const inside = image.slice(1, payload === true ? undefined : -1);
  return inside.includes(quote) ? inside.replaceAll(quote + quote, quote) : inside;
}

export function parameterOf(source: Source, token: IToken, { next }: Gap): ParameterReference {
  const span = spanOf(token);
  if (token.image === "$") {
    const found = next.tokenType === EOF ? null : next.image;
    report(source, "SXP1004", span, { expected: 'a name after "$"', found });
  }
  return { kind: "ParameterReference", span, name: token.image.slice(1) };
}

/** `String | Param`, the right side of `=~`, and the patterns and collations of functions. */
export function conditionOf(
  source: Source,
  token: IToken | undefined,
  gap: Gap,
): StringLiteral | ParameterReference | Missing {
  if (token === undefined) return missing(source, gap, "a text in quotes");
  if (token.tokenType === StringToken) return stringOf(token);
  if (token.tokenType === Parameter) return parameterOf(source, token, gap);
  return unquoted(source, token);
}

/** A number; what only begins like one, such as a date without quotes, was meant as text. */
export function numberOf(source: Source, token: IToken): NumberLiteral | StringLiteral {
  const { image } = token;
  return NUMBER.test(image)
    ? { kind: "NumberLiteral", span: spanOf(token), value: Number(image), text: image }
    : unquoted(source, token);
}

const NUMBER = /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A word where a value belongs was meant as text, so that is what the tree has. */
function unquoted(source: Source, token: IToken): StringLiteral {
  const span = spanOf(token);
  report(source, "SXP1018", span, { text: token.image }, [fix("Put it in quotes", span, `"${token.image}"`)]);
  return { kind: "StringLiteral", span, value: token.image };
}
