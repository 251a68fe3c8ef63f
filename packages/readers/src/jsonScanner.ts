import { createScanner, type JSONScanner } from "jsonc-parser";

/** Kinds of tokens, by the scanner's numbers: its own enum exists for the compiler only. */
export const Token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  unknown: 16,
  end: 17,
} as const;

/** The kinds of single characters; 0 for all others. */
const KIND_OF = new Uint8Array(128);
for (const [kind, character] of [..."{}[],:"].entries()) KIND_OF[character.charCodeAt(0)] = kind + 1;

export const QUOTE = 34;
const BACKSLASH = 92;
export const SPACE = 32;
export const COMMA = 44;
export const CLOSE_BRACE = 125;
export const CLOSE_BRACKET = 93;
const POINT = 46;
const MINUS = 45;
const ZERO = 48;
const isDigit = (code: number): boolean => code >= ZERO && code <= 57;
/** `e` or `E`. */
const isExponent = (code: number): boolean => (code | 0x20) === 101;

/** White space of JSON. */
export const isJsonSpace = (code: number): boolean =>
  code <= SPACE && (code === SPACE || code === 10 || code === 13 || code === 9);

/** The closing quotation mark of the string at `start`; -1 for a string with an escape, or anything else. */
export function endOfPlainString(text: string, start: number): number {
  let end = start + 1;
  let code = text.charCodeAt(end);
  while (code !== QUOTE && code !== BACKSLASH && code >= SPACE) code = text.charCodeAt(++end);
  return code === QUOTE ? end : -1;
}

/** End of a number of a sign, digits and at most one point; its start for anything else. */
export function endOfPlainNumber(text: string, start: number): number {
  let at = text.charCodeAt(start) === MINUS ? start + 1 : start;
  let code = text.charCodeAt(at);
  if (!isDigit(code)) return start;
  const isZero = code === ZERO;
  code = text.charCodeAt(++at);
  if (!isZero) while (isDigit(code)) code = text.charCodeAt(++at);
  if (code === POINT) {
    code = text.charCodeAt(++at);
    if (!isDigit(code)) return start;
    while (isDigit(code)) code = text.charCodeAt(++at);
  }
  return isExponent(code) ? start : at;
}

/** End of `true`, `false` or `null` standing alone; else -1. */
export function endOfWord(text: string, start: number): number {
  for (const word of WORDS) {
    if (!text.startsWith(word, start)) continue;
    const end = start + word.length;
    const code = text.charCodeAt(end);
    return code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || isJsonSpace(code) ? end : -1;
  }
  return -1;
}

const WORDS = ["true", "false", "null"];

/**
 * The tokens of a JSON text, white space left out. Brackets, strings and plain numbers are read here, which takes half the time; all
 * else, and every mistake, is the library's.
 */
export class JsonScanner {
  /** The token: its kind, where it starts and ends, its text without quotation marks and escapes, and what is wrong with it, 0 for nothing. */
  kind: number = Token.unknown;
  start = 0;
  end = 0;
  value = "";
  problem = 0;
  /** Made when it is first needed: for a line of JSON Lines it costs more than to read it. */
  private library: JSONScanner | null = null;

  /** @param limit where reading ends as if the text did: its end, or a line's */
  constructor(
    private readonly text: string,
    private readonly limit = text.length,
  ) {}

  /** Reads the token that begins at `end` or, after white space, later. */
  next(): number {
    const { text } = this;
    const at = this.skipSpace(this.end);
    const code = at < this.limit ? text.charCodeAt(at) : NaN;
    this.start = at;
    this.problem = 0;
    if (code === QUOTE) {
      const end = endOfPlainString(text, at);
      return end < 0 ? this.escaped(at) : this.set(Token.string, text.substring(at + 1, end), end + 1);
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfPlainNumber(text, at);
      if (end > at) return this.set(Token.number, text.substring(at, end), end);
    } else if (code < KIND_OF.length && KIND_OF[code] !== 0) {
      return this.set(KIND_OF[code]!, "", at + 1);
    }
    return this.ask(at);
  }

  /** The first place from `at` on, up to the limit, with no white space. */
  skipSpace(at: number): number {
    const { text, limit } = this;
    while (at < limit && isJsonSpace(text.charCodeAt(at))) at++;
    return at;
  }

  /** The token as a word, or what is in single quotation marks on one line, which is then the token. */
  word(): string {
    const { text, start } = this;
    if (text[start] !== "'") return text.slice(start, this.end);
    const quoted = /'[^'\n\r]*'/y;
    quoted.lastIndex = start;
    const quotedWord = quoted.exec(text)?.[0];
    if (quotedWord !== undefined) this.end = start + quotedWord.length;
    return quotedWord === undefined ? text.slice(start + 1, this.end) : quotedWord.slice(1, -1);
  }

  /** A string with escapes; the library says what is wrong with it. */
  private escaped(start: number): number {
    const { text } = this;
    let end = start + 1;
    let code = text.charCodeAt(end);
    for (; code !== QUOTE && code >= SPACE; code = text.charCodeAt(++end)) if (code === BACKSLASH) end++;
    if (code !== QUOTE) return this.ask(start);
    try {
      return this.set(Token.string, JSON.parse(text.substring(start, end + 1)), end + 1);
    } catch {
      return this.ask(start);
    }
  }

  private ask(at: number): number {
    this.library ??= createScanner(this.text.slice(0, this.limit), false);
    const { library } = this;
    library.setPosition(at);
    const kind = library.scan();
    this.start = library.getTokenOffset();
    this.problem = library.getTokenError();
    return this.set(kind, library.getTokenValue(), library.getPosition());
  }

  private set(kind: number, value: string, end: number): number {
    this.value = value;
    this.end = end;
    this.kind = kind;
    return kind;
  }
}

/** Problem of a token, by its `problem`. */
export const TOKEN_PROBLEMS: Readonly<Record<number, string>> = {
  2: "the string is not closed",
  3: "the number is not complete",
  4: 'in the string, "\\u" must be followed by four hexadecimal digits',
  5: "the string has an unknown escape",
  6: "the string has a control character; write it as an escape",
};
