import { EOF, type IToken } from "chevrotain";
import type { Literal, Missing, Name, ParameterReference, StringLiteral } from "../ast/nodes.js";
import { fix, type Gap, missing, offer, report, type Source, spanOf } from "../source.js";
import { NumberToken, Parameter, StringToken } from "../tokens/tokenTypes.js";

/** What one token means, as the grammar needs it in different places. `gap` is the place after the token. */

export const nameOf = (token: IToken): Name => ({ kind: "Name", span: spanOf(token), text: token.image });

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

/** `String | Param`, the right side of `=~` and of `contains`. */
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

/** `Literal | Param`, the right side of a comparison. */
export function comparedValueOf(
  source: Source,
  sign: IToken | undefined,
  token: IToken | undefined,
  gap: Gap,
): Literal | ParameterReference | Missing {
  if (sign !== undefined) return signedValueOf(source, sign, token, gap);
  if (token === undefined) return missing(source, gap, "a value");
  const { image } = token;
  if (token.tokenType === NumberToken && NUMBER.test(image)) {
    return { kind: "NumberLiteral", span: spanOf(token), value: Number(image), text: image };
  }
  if (image === "true" || image === "false") {
    return { kind: "BooleanLiteral", span: spanOf(token), value: image === "true" };
  }
  return conditionOf(source, token, gap);
}

const NUMBER = /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function signedValueOf(
  source: Source,
  sign: IToken,
  token: IToken | undefined,
  gap: Gap,
): Literal | ParameterReference | Missing {
  if (token === undefined) return missing(source, gap, "a number");
  const value = comparedValueOf(source, undefined, token, gap);
  if (value.kind === "NumberLiteral") {
    const text = `-${value.text}`;
    return { ...value, span: { start: sign.startOffset, end: value.span.end }, value: Number(text), text };
  }
  report(source, "SXP1001", spanOf(sign), { text: "-" }, [offer("Remove it", spanOf(sign), "")]);
  return value;
}

/** A word where a value belongs was meant as text, so that is what the tree has. */
function unquoted(source: Source, token: IToken): StringLiteral {
  const span = spanOf(token);
  report(source, "SXP1018", span, { text: token.image }, [fix("Put it in quotes", span, `"${token.image}"`)]);
  return { kind: "StringLiteral", span, value: token.image };
}
