import type { CustomPatternMatcherReturn } from "chevrotain";

/**
 * The token patterns that no sticky regular expression without flags can say. Each is linear in the length of its token.
 * A match is a one-element array (the lexer's convention); its payload is true if the text ends inside the token.
 */
type Match = CustomPatternMatcherReturn | null;

const match = (text: string, start: number, end: number): Match => (end === start ? null : [text.slice(start, end)]);

const openMatch = (text: string, start: number, end: number): Match =>
  Object.assign<[string], { payload: boolean }>([text.slice(start, end)], { payload: true });

/** A name may have one prefix: `dc:title`, but neither `child::Day` nor `$a:$b`. */
export function matchName(text: string, offset: number): Match {
  const end = endOfPlainName(text, offset);
  if (end === offset || text.charCodeAt(end) !== 58) return match(text, offset, end);
  const local = endOfPlainName(text, end + 1);
  return match(text, offset, local === end + 1 ? end : local);
}

/** End of the name without prefix at `offset`, or `offset` if there is none. */
function endOfPlainName(text: string, offset: number): number {
  let end = offset;
  let length = nameCharacter(text, end, START);
  while (length > 0) {
    end += length;
    length = nameCharacter(text, end, PART);
  }
  return end;
}

/** What names are made of: ASCII by table, the rest by Unicode category. */
const START = 1;
const PART = 2;

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z_]/.test(character) ? START | PART : /[0-9.-]/.test(character) ? PART : 0;
});

const LETTER = /^[\p{L}\p{Nl}]$/u;
/** Combining marks and other scripts' digits belong to the names of those scripts; XML allows them too. */
const LETTER_OR_MARK = /^[\p{L}\p{Nl}\p{M}\p{Nd}·]$/u;

/** UTF-16 units of the name character at `offset`, 0 if there is none. */
function nameCharacter(text: string, offset: number, role: typeof START | typeof PART): number {
  const code = text.codePointAt(offset) ?? 0;
  if (code < 128) return ((ASCII[code] ?? 0) & role) === 0 ? 0 : 1;
  const character = String.fromCodePoint(code);
  return (role === START ? LETTER : LETTER_OR_MARK).test(character) ? character.length : 0;
}

/**
 * What is glued to the digits of a number belongs to it (`1.0`, `12ab`, `2024-01-01`), so that one mistake stays one token;
 * only the minus of `1-node` and the dots of `1..3` do not.
 */
export function matchNumber(text: string, offset: number): Match {
  const date = endOf(DATE, text, offset);
  if (date !== null) return match(text, offset, date);
  let end = endOf(NUMBER, text, offset) ?? offset;
  for (let length = 1; length > 0; end += length) {
    const code = text.charCodeAt(end);
    length = code === 45 || code === 46 ? 0 : nameCharacter(text, end, PART);
  }
  return match(text, offset, end);
}

const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A date without quotes is a common slip. */
const DATE = /\d{4}-\d{2}-\d{2}(?:T[\d:.Z+-]*)?/y;

function endOf(pattern: RegExp, text: string, offset: number): number | null {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** A `$` alone is a parameter whose name is still to be typed. A parameter has no prefix: `[$a:$b]` is a range. */
export const matchParameter = (text: string, offset: number): Match =>
  text[offset] === "$" ? match(text, offset, endOfPlainName(text, offset + 1)) : null;

/** A doubled quote is one. An unterminated string is taken to end with its line, so that the next lines survive. */
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

/** Comments nest. An unterminated one takes the rest of the text. */
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
