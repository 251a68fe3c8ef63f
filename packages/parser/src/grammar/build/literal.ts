import type { IToken } from "chevrotain";
import type { Literal, Missing, Name, ParameterReference, StringLiteral } from "../../ast/nodes.js";
import { fix, missing, report, type Source, spanOf, take, tokenFrom } from "../../source.js";
import { Minus, NumberToken, Parameter, StringToken } from "../../tokens/tokenTypes.js";

export const buildName = (source: Source, token: IToken): Name => ({
  kind: "Name",
  span: take(source, token),
  text: token.image,
});

export function buildString(source: Source, token: IToken): StringLiteral {
  return { kind: "StringLiteral", span: take(source, token), value: unquote(token) };
}

/** The value between the quotes; a doubled quote stands for one. */
function unquote({ image, payload }: IToken): string {
  const quote = image[0];
  const inside = image.slice(1, payload === true ? undefined : -1);
  return inside.includes(quote) ? inside.replaceAll(quote + quote, quote) : inside;
}

export function buildParameter(source: Source, token: IToken): ParameterReference {
  const span = take(source, token);
  if (span.end - span.start === 1) {
    const found = tokenFrom(source, span.end)?.image ?? null;
    report(source, "SXP1004", span, { expected: 'a name behind "$"', found });
  }
  return { kind: "ParameterReference", span, name: token.image.slice(1) };
}

/** `String | Param`, the right side of `=~` and of `contains`. */
export function buildCondition(
  source: Source,
  token: IToken | undefined,
): StringLiteral | ParameterReference | Missing {
  if (token === undefined) return missing(source, "a text in quotes");
  if (token.tokenType === StringToken) return buildString(source, token);
  if (token.tokenType === Parameter) return buildParameter(source, token);
  return buildUnquoted(source, token);
}

/** `Literal | Param`, the right side of a comparison. */
export function buildRight(
  source: Source,
  sign: IToken | undefined,
  token: IToken | undefined,
): Literal | ParameterReference | Missing {
  if (sign !== undefined) return buildNegative(source, sign, token);
  if (token === undefined) return missing(source, "a value");
  switch (token.tokenType) {
    case StringToken:
      return buildString(source, token);
    case Parameter:
      return buildParameter(source, token);
    case NumberToken:
      if (!NUMBER.test(token.image)) return buildUnquoted(source, token);
      return { kind: "NumberLiteral", span: take(source, token), value: Number(token.image), text: token.image };
  }
  if (token.image === "true" || token.image === "false") {
    return { kind: "BooleanLiteral", span: take(source, token), value: token.image === "true" };
  }
  return buildUnquoted(source, token);
}

const NUMBER = /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function buildNegative(
  source: Source,
  sign: IToken,
  token: IToken | undefined,
): Literal | ParameterReference | Missing {
  const { start } = take(source, sign);
  if (token === undefined || sign.tokenType !== Minus) return missing(source, "a number");
  if (token.tokenType === NumberToken && NUMBER.test(token.image)) {
    const { end } = take(source, token);
    const text = `-${token.image}`;
    return { kind: "NumberLiteral", span: { start, end }, value: Number(text), text };
  }
  report(source, "SXP1001", spanOf(sign), { text: "-" }, [fix("Remove it", spanOf(sign), "")]);
  return buildRight(source, undefined, token);
}

/** A word where a value belongs was meant as text, so that is what the tree has. */
function buildUnquoted(source: Source, token: IToken): StringLiteral {
  const span = take(source, token);
  report(source, "SXP1018", span, { text: token.image }, [fix("Put it in quotes", span, `"${token.image}"`)]);
  return { kind: "StringLiteral", span, value: token.image };
}
