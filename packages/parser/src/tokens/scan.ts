import type { IToken, TokenType } from "chevrotain";
import { scanElement } from "./scanElement.js";
import * as T from "./tokenTypes.js";

/** The tokens of a text, white space left out. The payload of a string or comment is true if the text ends inside of it. */
export interface Scanned {
  readonly tokens: IToken[];
  readonly comments: IToken[];
}

/**
 * Cuts a text into tokens, the longest that begins at each place. Whatever belongs to none is `Unexpected`, character by character, so
 * there are no lexical errors. One pass by the first character: measured, half the time of a generated lexer, whose custom patterns
 * names and strings would be.
 */
export function scan(text: string): Scanned {
  const scanned: Scanning = { tokens: [], comments: [], isInElement: false, braces: 0, limit: -1 };
  scanFrom(scanned, text, 0);
  return scanned;
}

interface Scanning extends Scanned {
  /** In a value that an element encloses. */
  isInElement: boolean;
  /** Open braces of `attribute name { … }`. */
  braces: number;
  /** Where an element ends at the latest, as long as it begins before that; -1: not looked for yet. */
  limit: number;
}

/** Scans to the end of the text, or to the `}` of a value that an element encloses: to a closing tag where it has none. */
function scanFrom(scanned: Scanning, text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? KINDS[code]! : kindBeyondAscii(text, at);
    if (kind === BLANK) at++;
    else if (kind === NAME) at = push(scanned.tokens, T.Name, text, at, endOfName(text, at));
    else if (kind === ALONE) at = push(scanned.tokens, SIGNS_ALONE.get(code)!, text, at, at + 1);
    else if (kind === DIGIT) at = push(scanned.tokens, T.NumberToken, text, at, endOfNumber(text, at));
    else if (scanned.isInElement && (code === 125 || text.startsWith("</", at))) return at;
    else at = scanSign(scanned, text, at);
  }
  return at;
}

function push(tokens: IToken[], tokenType: TokenType, text: string, start: number, end: number): number {
  tokens.push(tokenOf(tokenType, text, start, end, undefined));
  return end;
}

const tokenOf = (tokenType: TokenType, text: string, start: number, end: number, payload: unknown): IToken => ({
  image: text.slice(start, end),
  startOffset: start,
  endOffset: end - 1,
  tokenTypeIdx: tokenType.tokenTypeIdx!,
  tokenType,
  payload,
});

/** Signs of one character that begin no longer one. */
const SIGNS_ALONE: ReadonlyMap<number, TokenType> = new Map(
  Object.entries({
    "[": T.LeftBracket,
    "]": T.RightBracket,
    ")": T.RightParenthesis,
    "@": T.At,
    ",": T.Comma,
    ";": T.Semicolon,
    "*": T.Star,
    "-": T.Minus,
    "+": T.Plus,
    "%": T.ProductSign,
  }).map(([sign, type]) => [sign.charCodeAt(0), type]),
);

/** What else begins with a sign: strings, comments, parameters and longer signs before their prefixes. */
function scanSign(scanned: Scanning, text: string, at: number): number {
  const { tokens, comments } = scanned;
  const next = text[at + 1];
  const one = (type: TokenType): number => push(tokens, type, text, at, at + 1);
  const two = (type: TokenType): number => push(tokens, type, text, at, at + 2);
  switch (text[at]) {
    case "/":
      return next === "/" ? two(T.DoubleSlash) : one(T.Slash);
    case "(":
      return next === ":"
        ? pushOpenEnded(comments, T.Comment, text, at, endOfComment(text, at))
        : one(T.LeftParenthesis);
    case '"':
    case "'":
      return pushOpenEnded(tokens, T.StringToken, text, at, endOfString(text, at));
    case "=":
      return next === "~" ? two(T.Tilde) : next === "=" ? two(T.ComparisonSign) : one(T.ComparisonSign);
    case "~":
      return next === "=" ? two(T.Tilde) : one(T.Tilde);
    case "<":
      if (beginsElement(scanned, next)) return scanElementAt(scanned, text, at);
      return next === ">" || next === "=" ? two(T.ComparisonSign) : one(T.ComparisonSign);
    case ">":
      return next === "=" ? two(T.ComparisonSign) : one(T.ComparisonSign);
    case "!":
      return next === "=" ? two(T.ComparisonSign) : one(T.Unexpected);
    case "$":
      // Alone it is a parameter whose name is still to be typed. A parameter has no prefix: `[$a:$b]` is a range.
      return push(tokens, T.Parameter, text, at, endOfPlainName(text, at + 1));
    case ":":
      return next === ":" ? two(T.DoubleColon) : next === "=" ? two(T.ColonEquals) : one(T.Colon);
    case ".":
      return next === "." ? two(T.DoubleDot) : one(T.Dot);
    case "&":
      return next === "&" ? two(T.And) : one(T.And);
    case "|":
      return next === "|" ? two(T.Or) : one(T.Pipe);
    case "{":
      if (!isAfterAttribute(tokens)) return one(T.Unexpected);
      scanned.braces++;
      return one(T.LeftBrace);
    case "}":
      if (scanned.braces === 0) return one(T.Unexpected);
      scanned.braces--;
      return one(T.RightBrace);
    case "#":
      return push(
        tokens,
        endOf(KEY, text, at) === null ? T.Unexpected : T.Key,
        text,
        at,
        endOf(KEY, text, at) ?? at + 1,
      );
    case "×":
    case "÷":
      return one(T.ProductSign);
    case "≈":
      return one(T.Tilde);
    case "≠":
    case "≤":
    case "≥":
      return one(T.ComparisonSign);
    default: {
      const end = endOfCurly(text, at);
      if (end === null)
        return push(tokens, T.Unexpected, text, at, at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1));
      tokens.push(tokenOf(T.StringToken, text, at, end, CURLY));
      return end;
    }
  }
}

/** A token that may be unterminated: `end` is negative then, and its complement the end. */
function pushOpenEnded(tokens: IToken[], type: TokenType, text: string, start: number, end: number): number {
  const stop = end < 0 ? ~end : end;
  tokens.push(tokenOf(type, text, start, stop, end < 0 ? true : undefined));
  return stop;
}

/** `#17`, and `#17@3` for version 3. */
const KEY = /#\d+(?:@\d+)?/y;

/** `<` after `insert node` and after `with`, where no query has room for a comparison. */
function beginsElement({ tokens, isInElement }: Scanning, next: string | undefined): boolean {
  if (isInElement || next === "=" || next === ">" || next === "/") return false;
  const previous = tokens.at(-1);
  const before = tokens.at(-2);
  if (previous?.tokenType !== T.Name) return false;
  if (previous.image === "with")
    return before !== undefined && (WITH_FOLLOWS.has(before.tokenType) || before.image === "node");
  if (previous.image === "insert")
    return /^[\p{L}_]/u.test(next ?? "") && (before === undefined || INSERT_FOLLOWS.has(before.tokenType));
  return /^nodes?$/.test(previous.image) && before?.tokenType === T.Name && before.image === "insert";
}

/** What may be the end of a path. */
const WITH_FOLLOWS: ReadonlySet<TokenType> = new Set([
  T.Name,
  T.StringToken,
  T.Parameter,
  T.Key,
  T.RightBracket,
  T.RightParenthesis,
  T.Star,
  T.Dot,
  T.DoubleDot,
]);
const INSERT_FOLLOWS: ReadonlySet<TokenType> = new Set([T.ColonEquals, T.Comma, T.Semicolon]);

/** `attribute name {` */
function isAfterAttribute(tokens: readonly IToken[]): boolean {
  const name = tokens.at(-1)?.tokenType;
  const word = tokens.at(-2);
  return (name === T.Name || name === T.StringToken) && word?.tokenType === T.Name && word.image === "attribute";
}

/** A line that begins a declaration ends whatever element is open there. */
const DECLARATION_LINE = /\n[ \t]*(?:declare[ \t]+(?:query|update)|import[ \t]+(?:schema|data))(?![\w.-])/g;

function scanElementAt(scanned: Scanning, text: string, start: number): number {
  if (scanned.limit < start) {
    DECLARATION_LINE.lastIndex = start;
    scanned.limit = DECLARATION_LINE.exec(text)?.index ?? text.length;
  }
  const { tokens, comments, limit } = scanned;
  return scanElement(text, start, {
    limit,
    mark: () => {
      const [tokenCount, commentCount, braces] = [tokens.length, comments.length, scanned.braces];
      return () => {
        tokens.length = tokenCount;
        comments.length = commentCount;
        scanned.braces = braces;
      };
    },
    push: (type, from, to) => {
      const token = tokenOf(type, text, from, to, undefined);
      tokens.push(token);
      return token;
    },
    endOfName: (from) => endOfName(text, from),
    endOfString: (from) => endOfString(text, from),
    scanValue: (from) => {
      scanned.isInElement = true;
      const end = scanFrom(scanned, text, from);
      scanned.isInElement = false;
      return end;
    },
  });
}

/** The payload of a string in the quotes of word processors. */
export const CURLY = "curly";
const CURLY_CLOSERS: ReadonlyMap<string, RegExp> = new Map([
  ["“", /[”\n]/g],
  ["„", /[“”\n]/g],
  ["‘", /[’\n]/g],
  ["‚", /[‘’\n]/g],
]);

/** Where a text in curly quotes ends in its line; null: there is none. */
function endOfCurly(text: string, start: number): number | null {
  const closer = CURLY_CLOSERS.get(text[start]!);
  if (closer === undefined) return null;
  closer.lastIndex = start + 1;
  return closer.test(text) && text[closer.lastIndex - 1] !== "\n" ? closer.lastIndex : null;
}

/** A doubled quote is one. An unterminated string is taken to end with its line, so that the next lines survive. */
function endOfString(text: string, start: number): number {
  const quote = text[start]!;
  let end = text.indexOf(quote, start + 1);
  while (end !== -1 && text[end + 1] === quote) end = text.indexOf(quote, end + 2);
  if (end !== -1) return end + 1;
  const newline = text.indexOf("\n", start);
  return ~(newline === -1 ? text.length : newline);
}

const COMMENT_DELIMITER = /\(:|:\)/g;

/** Comments nest. An unterminated one takes the rest of the text. */
function endOfComment(text: string, start: number): number {
  COMMENT_DELIMITER.lastIndex = start + 2;
  for (let depth = 1; depth > 0; ) {
    const delimiter = COMMENT_DELIMITER.exec(text);
    if (delimiter === null) return ~text.length;
    depth += delimiter[0] === "(:" ? 1 : -1;
  }
  return COMMENT_DELIMITER.lastIndex;
}

/** A name may have one prefix: `dc:title`, but neither `child::Day` nor `$a:$b`. */
function endOfName(text: string, start: number): number {
  const end = endOfPlainName(text, start);
  if (text.charCodeAt(end) !== 58) return end;
  const local = endOfPlainName(text, end + 1);
  return local === end + 1 ? end : local;
}

/** Whether a text can stand as a name without quotes. */
export const isName = (text: string): boolean =>
  nameCharacter(text, 0, START) > 0 && endOfName(text, 0) === text.length;

/** End of the name without prefix at `start`, or `start` if there is none. */
function endOfPlainName(text: string, start: number): number {
  let end = start;
  for (let length = nameCharacter(text, end, START); length > 0; length = nameCharacter(text, end, PART)) end += length;
  return end;
}

/**
 * What is glued to the digits of a number belongs to it (`1.0`, `12ab`, `2024-01-01`), so that one mistake stays one token;
 * only the minus of `1-node` and the dots of `1..3` do not.
 */
function endOfNumber(text: string, start: number): number {
  const date = endOf(DATE, text, start);
  if (date !== null) return date;
  let end = endOf(NUMBER, text, start) ?? start;
  for (let length = 1; length > 0; end += length) {
    const code = text.charCodeAt(end);
    length = code === 45 || code === 46 ? 0 : nameCharacter(text, end, PART);
  }
  return end;
}

const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A date without quotes is a common slip. */
const DATE = /\d{4}-\d{2}-\d{2}(?:T[\d:.Z+-]*)?/y;

function endOf(pattern: RegExp, text: string, start: number): number | null {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** What a token may be by its first character. */
const SIGN = 0;
const BLANK = 1;
const NAME = 2;
const DIGIT = 3;
const ALONE = 4;

/** What names are made of: ASCII by table, the rest by Unicode category. */
const START = 1;
const PART = 2;

const asciiTable = (valueOfCharacter: (character: string) => number): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => valueOfCharacter(String.fromCharCode(code)));

const KINDS = asciiTable((character) =>
  /\s/.test(character)
    ? BLANK
    : /[A-Za-z_]/.test(character)
      ? NAME
      : /\d/.test(character)
        ? DIGIT
        : SIGNS_ALONE.has(character.charCodeAt(0))
          ? ALONE
          : SIGN,
);
const NAME_ROLES = asciiTable((character) =>
  /[A-Za-z_]/.test(character) ? START | PART : /[\d.-]/.test(character) ? PART : 0,
);

function kindBeyondAscii(text: string, at: number): number {
  if (/\s/.test(text[at]!)) return BLANK;
  return nameCharacter(text, at, START) > 0 ? NAME : SIGN;
}

const LETTER = /^[\p{L}\p{Nl}]$/u;
/** Combining marks and other scripts' digits belong to the names of those scripts; XML allows them too. */
const LETTER_OR_MARK = /^[\p{L}\p{Nl}\p{M}\p{Nd}·]$/u;

/** UTF-16 units of the name character at `offset`, 0 if there is none. */
function nameCharacter(text: string, offset: number, role: typeof START | typeof PART): number {
  const code = text.codePointAt(offset) ?? 0;
  if (code < 128) return (NAME_ROLES[code]! & role) === 0 ? 0 : 1;
  const character = String.fromCodePoint(code);
  return (role === START ? LETTER : LETTER_OR_MARK).test(character) ? character.length : 0;
}
