import { groupBy } from "@semantic-xpath/values";
import type { IToken, TokenType } from "chevrotain";
import { startsDeclaration } from "./roles.js";
import { scanElement } from "./scanElement.js";
import * as T from "./tokenTypes.js";

/** The tokens of a text, white space left out. The payload of a string or comment is true if the text ends inside of it. */
interface Scanned {
  readonly tokens: IToken[];
  readonly comments: IToken[];
}

/**
 * Cuts a text into tokens, the longest at each place. Characters outside of tokens are `Unexpected`, one by one, so
 * there are no lexical errors. One pass by the first character: measured, half the time of a generated lexer, whose custom patterns
 * names and strings would be.
 */
export function scan(text: string): Scanned {
  const scanned: Scanning = { tokens: [], comments: [], isInElement: false, braces: 0, records: 0, limit: -1 };
  scanFrom(scanned, text, 0);
  return scanned;
}

interface Scanning extends Scanned {
  /** In a value that an element encloses. */
  isInElement: boolean;
  /** Open braces of `attribute name { … }`. */
  braces: number;
  /** Records that are open. */
  records: number;
  /** Latest end of an element, while its start is before; -1: not searched yet. */
  limit: number;
}

/** Scans to the end of the text, or to the `}` of a value that an element encloses: to a closing tag where it has none. */
function scanFrom(scanned: Scanning, text: string, start: number): number {
  const { tokens } = scanned;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? KINDS[code]! : kindBeyondAscii(text, at);
    if (kind === BLANK) at++;
    else if (kind === NAME) {
      const end = scanned.records > 0 && beginsField(tokens) ? endOfPlainName(text, at) : endOfName(text, at);
      at = push(tokens, T.Name, text.slice(at, end), at);
      if ((scanned.isInElement || scanned.braces + scanned.records > 0) && endsAtDeclaration(scanned))
        return scanned.limit;
    } else if (kind === SIGN) at = pushSign(tokens, text, at);
    else if (kind === DIGIT) at = push(tokens, T.NumberToken, text.slice(at, endOfNumber(text, at)), at);
    else if (scanned.isInElement && (code === 125 || text.startsWith("</", at))) return at;
    else at = scanOther(scanned, text, at);
  }
  return at;
}

/** Gives where the token ends. */
function push(tokens: IToken[], type: TokenType, image: string, start: number, payload: unknown = undefined): number {
  const end = start + image.length;
  tokens.push({
    image,
    startOffset: start,
    endOffset: end - 1,
    tokenTypeIdx: type.tokenTypeIdx!,
    tokenType: type,
    payload,
  });
  return end;
}

/** All signs, those of other languages that the grammar reports included. */
const SIGNS: Readonly<Record<string, TokenType>> = {
  "[": T.LeftBracket,
  "]": T.RightBracket,
  "(": T.LeftParenthesis,
  ")": T.RightParenthesis,
  "/": T.Slash,
  "//": T.DoubleSlash,
  "@": T.At,
  ",": T.Comma,
  ";": T.Semicolon,
  ":": T.Colon,
  "::": T.DoubleColon,
  ":=": T.ColonEquals,
  ".": T.Dot,
  "..": T.DoubleDot,
  "*": T.Star,
  "-": T.Minus,
  "+": T.Plus,
  "%": T.ProductSign,
  "×": T.ProductSign,
  "÷": T.ProductSign,
  "=~": T.Tilde,
  "~=": T.Tilde,
  "~": T.Tilde,
  "≈": T.Tilde,
  "=": T.ComparisonSign,
  "==": T.ComparisonSign,
  "!=": T.ComparisonSign,
  "≠": T.ComparisonSign,
  "<": T.ComparisonSign,
  "<=": T.ComparisonSign,
  "≤": T.ComparisonSign,
  "<>": T.ComparisonSign,
  ">": T.ComparisonSign,
  ">=": T.ComparisonSign,
  "≥": T.ComparisonSign,
  "&": T.And,
  "&&": T.And,
  "|": T.Pipe,
  "||": T.Concat,
};

/** The signs by the code of their first character, the longer ones before their prefixes. */
const SIGNS_FROM = groupBy(
  Object.entries(SIGNS).sort(([a], [b]) => b.length - a.length),
  ([image]) => image.charCodeAt(0),
);

function pushSign(tokens: IToken[], text: string, at: number): number {
  for (const [image, type] of SIGNS_FROM.get(text.charCodeAt(at)) ?? [])
    if (image.length === 1 || image.charCodeAt(1) === text.charCodeAt(at + 1)) return push(tokens, type, image, at);
  return push(tokens, T.Unexpected, String.fromCodePoint(text.codePointAt(at)!), at);
}

/** Scans tokens whose first character may begin more than a sign: strings, comments, parameters, keys, elements. */
function scanOther(scanned: Scanning, text: string, at: number): number {
  const { tokens, comments } = scanned;
  switch (text[at]) {
    case "(":
      return text[at + 1] === ":"
        ? pushOpenEnded(comments, T.Comment, text, at, endOfComment(text, at))
        : pushSign(tokens, text, at);
    case '"':
    case "'":
      return pushOpenEnded(tokens, T.StringToken, text, at, endOfString(text, at));
    case "<":
      return beginsElement(scanned, text[at + 1]) ? scanElementAt(scanned, text, at) : pushSign(tokens, text, at);
    case "$":
      // Alone it is a parameter whose name is still to be typed. A parameter has no prefix: `[$a:$b]` is a range.
      return push(tokens, T.Parameter, text.slice(at, endOfPlainName(text, at + 1)), at);
    case "{":
      if (!scanned.isInElement && RECORD_FOLLOWS.has(tokens.at(-1)?.tokenType ?? null)) {
        scanned.records++;
        return push(tokens, T.RecordStart, "{", at);
      }
      if (!isAfterAttribute(tokens)) break;
      scanned.braces++;
      return push(tokens, T.LeftBrace, "{", at);
    case "}":
      if (scanned.records > 0) {
        scanned.records--;
        return push(tokens, T.RecordEnd, "}", at);
      }
      if (scanned.braces === 0) break;
      scanned.braces--;
      return push(tokens, T.RightBrace, "}", at);
    case "#": {
      const end = endOf(KEY, text, at);
      if (end === null) break;
      return push(tokens, T.Key, text.slice(at, end), at);
    }
    default: {
      const end = endOfCurly(text, at);
      if (end !== null) return push(tokens, T.StringToken, text.slice(at, end), at, CURLY);
    }
  }
  return pushSign(tokens, text, at);
}

/** A token that may be unterminated: `end` is negative then, and its complement the end. */
const pushOpenEnded = (tokens: IToken[], type: TokenType, text: string, start: number, end: number): number =>
  end < 0
    ? push(tokens, type, text.slice(start, ~end), start, true)
    : push(tokens, type, text.slice(start, end), start);

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

/** Tokens that may end a path. */
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

/** A record is a step. */
const RECORD_FOLLOWS: ReadonlySet<TokenType | null> = new Set([T.Slash, T.DoubleSlash]);

/** The payload of a comma between the fields of a record. */
const BETWEEN_FIELDS = "field";

/** Tests that a name here is that of a field, which has no prefix: the next colon ends it. */
function beginsField(tokens: readonly IToken[]): boolean {
  const last = tokens.at(-1);
  if (last?.tokenType === T.RecordStart) return true;
  if (last?.tokenType !== T.Comma) return false;
  let depth = 0;
  for (let at = tokens.length - 2; at >= 0; at--) {
    const token = tokens[at]!;
    const { tokenType } = token;
    if (depth === 0 && (tokenType === T.RecordStart || token.payload === BETWEEN_FIELDS)) {
      last.payload = BETWEEN_FIELDS;
      return true;
    }
    if (tokenType === T.RightParenthesis || tokenType === T.RightBracket || tokenType === T.RecordEnd) depth++;
    if (tokenType === T.LeftParenthesis || tokenType === T.LeftBracket || tokenType === T.RecordStart) {
      if (depth === 0) return false;
      depth--;
    }
  }
  return false;
}

/** `attribute name {` */
function isAfterAttribute(tokens: readonly IToken[]): boolean {
  const name = tokens.at(-1)?.tokenType;
  const word = tokens.at(-2);
  return (name === T.Name || name === T.StringToken) && word?.tokenType === T.Name && word.image === "attribute";
}

/** Ends what is open around a declaration, recognised by its second word. True in an element: its first word is read again, outside. */
function endsAtDeclaration(scanned: Scanning): boolean {
  const { tokens, comments } = scanned;
  const at = meaningfulBefore(tokens, tokens.length - 1);
  const first = tokens[at];
  const isFirst = tokens[meaningfulBefore(tokens, at)]?.tokenType === T.Semicolon;
  if (first?.tokenType !== T.Name || !startsDeclaration(first, tokens.at(-1), isFirst)) return false;
  scanned.braces = scanned.records = 0;
  if (!scanned.isInElement) return false;
  scanned.limit = first.startOffset;
  tokens.length = at;
  while ((comments.at(-1)?.startOffset ?? -1) > scanned.limit) comments.pop();
  return true;
}

function meaningfulBefore(tokens: readonly IToken[], index: number): number {
  let at = index - 1;
  while (tokens[at]?.tokenType === T.Unexpected) at--;
  return at;
}

/** A line that begins a declaration ends whatever element is open there. */
const DECLARATION_LINE = /\n[ \t]*(?:declare[ \t]+(?:query|update)|import[ \t]+(?:schema|data))(?![\w.-])/g;

function scanElementAt(scanned: Scanning, text: string, start: number): number {
  if (scanned.limit < start) {
    DECLARATION_LINE.lastIndex = start;
    scanned.limit = DECLARATION_LINE.exec(text)?.index ?? text.length;
  }
  const { tokens, comments } = scanned;
  return scanElement(text, start, {
    get limit() {
      return scanned.limit;
    },
    mark: () => {
      const [tokenCount, commentCount, braces] = [tokens.length, comments.length, scanned.braces];
      return () => {
        tokens.length = tokenCount;
        comments.length = commentCount;
        scanned.braces = braces;
      };
    },
    push: (type, from, to) => {
      push(tokens, type, text.slice(from, to), from);
      return tokens.at(-1)!;
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

/** End of a text in curly quotes within its line; null without one. */
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

/** Tests that a text can stand as a name without quotes. */
export const isName = (text: string): boolean =>
  nameCharacter(text, 0, START) > 0 && endOfName(text, 0) === text.length;

/** End of the name without prefix at `start`, or `start` if there is none. */
function endOfPlainName(text: string, start: number): number {
  let end = start + nameCharacter(text, start, START);
  if (end === start) return start;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code < 128 && (NAME_ROLES[code]! & PART) === 0) return end;
    const length = code < 128 ? 1 : nameCharacter(text, end, PART);
    if (length === 0) return end;
    end += length;
  }
}

/**
 * Characters attached to the digits of a number belong to it (`1.0`, `12ab`, `2024-01-01`), so that one mistake stays one token.
 * Only the minus of `1-node` and the dots of `1..3` do not.
 */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  let code = text.charCodeAt(end);
  while (code >= 48 && code <= 57) code = text.charCodeAt(++end);
  if (code === 45) return (end === start + 4 ? endOf(DATE, text, start) : null) ?? end;
  if (code < 128 && (NAME_ROLES[code]! & PART) === 0) return end;
  end = endOf(NUMBER, text, start) ?? start;
  for (let length = 1; length > 0; end += length) {
    code = text.charCodeAt(end);
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

/** Kind of a token by its first character. */
const OTHER = 0;
const BLANK = 1;
const NAME = 2;
const DIGIT = 3;
const SIGN = 4;

/** Characters of names: ASCII by table, the rest by Unicode category. */
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
        : SIGNS_FROM.has(character.charCodeAt(0)) && !"(<".includes(character)
          ? SIGN
          : OTHER,
);
const NAME_ROLES = asciiTable((character) =>
  /[A-Za-z_]/.test(character) ? START | PART : /[\d.-]/.test(character) ? PART : 0,
);

function kindBeyondAscii(text: string, at: number): number {
  if (/\s/.test(text[at]!)) return BLANK;
  return nameCharacter(text, at, START) > 0 ? NAME : OTHER;
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
