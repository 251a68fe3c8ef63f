import type { CustomPatternMatcherReturn } from "chevrotain";
import { endOfName, endOfNumber, endOfPlainName } from "./characters.js";

/**
 * The token patterns that no sticky regular expression without flags can say. Each is linear in the length of its token.
 * A match is a one-element array (the lexer's convention); its payload is true where the text ends inside the token.
 */
type Match = CustomPatternMatcherReturn | null;

const match = (text: string, start: number, end: number): Match => (end === start ? null : [text.slice(start, end)]);

const openMatch = (text: string, start: number, end: number): Match =>
  Object.assign<[string], { payload: boolean }>([text.slice(start, end)], { payload: true });

export const matchName = (text: string, offset: number): Match => match(text, offset, endOfName(text, offset));

export const matchNumber = (text: string, offset: number): Match => match(text, offset, endOfNumber(text, offset));

/** A `$` alone is a parameter whose name is still to be typed. A parameter has no prefix: `[$a:$b]` is a range. */
export const matchParameter = (text: string, offset: number): Match =>
  text[offset] === "$" ? match(text, offset, endOfPlainName(text, offset + 1)) : null;

/** A doubled quote stands for itself. A string without end is taken to end with its line, so that the next lines survive. */
export function matchString(text: string, offset: number): Match {
  const quote = text[offset];
  if (quote !== '"' && quote !== "'") return null;
  let end = text.indexOf(quote, offset + 1);
  while (end !== -1 && text[end + 1] === quote) end = text.indexOf(quote, end + 2);
  if (end !== -1) return [text.slice(offset, end + 1)];
  const newline = text.indexOf("\n", offset);
  return openMatch(text, offset, newline === -1 ? text.length : newline);
}

const COMMENT_DELIMITER = /\(:|:\)/g;

/** Comments nest. One without end takes the rest of the text. */
export function matchComment(text: string, offset: number): Match {
  if (!text.startsWith("(:", offset)) return null;
  let depth = 1;
  COMMENT_DELIMITER.lastIndex = offset + 2;
  while (depth > 0) {
    const delimiter = COMMENT_DELIMITER.exec(text);
    if (delimiter === null) return openMatch(text, offset, text.length);
    depth += delimiter[0] === "(:" ? 1 : -1;
  }
  return [text.slice(offset, COMMENT_DELIMITER.lastIndex)];
}

/** Whatever no other pattern takes: one character, a surrogate pair included. */
export function matchUnexpected(text: string, offset: number): Match {
  const length = (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return [text.slice(offset, offset + length)];
}
