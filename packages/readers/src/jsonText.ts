import { type ReadError, readError } from "@semantic-xpath/tree";
import { oneLine, shortened } from "@semantic-xpath/values";
import type { JsonSink } from "./jsonEvents.js";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  endOfPlainNumber,
  endOfPlainString,
  endOfWord,
  JsonScanner,
  QUOTE,
  SPACE,
  TOKEN_PROBLEMS,
  Token,
} from "./jsonScanner.js";
import type { Report } from "./readerOptions.js";
import { RepeatedNames } from "./repeatedNames.js";

const BOM = 0xfeff;
const COLON = 58;
const OPEN_BRACE = 123;
const OPEN_BRACKET = 91;

/** Next part: a member's key, a value, or the part after a value. */
type Expected = "key" | "value" | "after";

/**
 * Reads strict JSON. It keeps its own stack: a recursive reader would overflow the stack before the limit.
 *
 * @param report null: the first problem is thrown. Otherwise problems are reported and everything readable is read. Commas and
 * closing brackets may be missing or too many; names and strings may lack their quotation marks. Comments are skipped, and values after
 * the first one are further elements of it, or further members called `item`.
 */
export function readJsonText(text: string, sink: JsonSink, report: Report | null = null): void {
  new JsonText(text, sink, report).read(0, text.length);
}

/**
 * Reads a text that may hold several values. What is plain, as most of a text is, is read a character at a time; all else token by token.
 */
export class JsonText {
  private scanner: JsonScanner;
  private readonly names: RepeatedNames;
  private token: number = Token.unknown;
  /** The token before, where it is a bracket, a comma or a colon. */
  private previous: number = Token.unknown;
  private expected: Expected = "value";
  /** True for each open bracket of an object. */
  private readonly open: boolean[] = [];
  /** The keys so far of each open bracket; for a text that is read on. */
  private readonly keys: Set<string>[] = [];
  /** The root's bracket, when a text that is read on has closed it, and where: more may follow. */
  private root: { readonly isObject: boolean; end: number } | null = null;

  private isReopened = false;

  constructor(
    private readonly text: string,
    private readonly sink: JsonSink,
    private readonly report: Report | null,
  ) {
    this.scanner = new JsonScanner(text);
    this.names = new RepeatedNames(text);
  }

  /** Reads a value with nothing else from an offset up to a limit, which is the end of the text or of a line. */
  read(from: number, limit: number): void {
    this.scanner = new JsonScanner(this.text, limit);
    this.scanner.end = from === 0 && this.text.charCodeAt(0) === BOM ? 1 : from;
    this.expected = "value";
    this.keys.length = 0;
    this.root = null;
    this.isReopened = false;
    this.previous = Token.unknown;
    this.step();
    while (true) {
      const isRead =
        this.expected === "value" ? this.readValue() : this.expected === "key" ? this.readKey() : this.readAfter();
      if (isRead) return;
    }
  }

  /**
   * Reads on, from an offset, what is plain: names and strings without escapes, numbers without exponents, words, and all but the last of
   * the brackets, each where it belongs. It took half the time that tokens take. Gives where it stopped, before anything else.
   */
  private readPlain(from: number): number {
    let at = from;
    while (true) {
      const next =
        this.expected === "key"
          ? this.plainName(at)
          : this.expected === "value"
            ? this.plainValue(at)
            : this.plainAfter(at);
      if (next < 0) return at;
      at = next;
    }
  }

  /** Each of these is where what is plain ends, -1 where something else comes next. */
  private plainName(at: number): number {
    const { text, names, scanner } = this;
    const start = text.charCodeAt(at) > SPACE ? at : scanner.skipSpace(at);
    if (text.charCodeAt(start) !== QUOTE) return this.plainEnd(start, this.previous === Token.openBrace);
    const likely = names.likely(start);
    const end = likely === null ? endOfPlainString(text, start) : start + 1 + likely.length;
    if (end < 0) return -1;
    const colon = text.charCodeAt(end + 1) === COLON ? end + 1 : scanner.skipSpace(end + 1);
    if (text.charCodeAt(colon) !== COLON) return -1;
    scanner.start = start;
    scanner.end = end + 1;
    this.givenKey(likely ?? names.between(start, end));
    this.previous = Token.colon;
    return colon + 1;
  }

  private plainValue(at: number): number {
    const { text, sink, scanner } = this;
    const start = text.charCodeAt(at) > SPACE ? at : scanner.skipSpace(at);
    const code = text.charCodeAt(start);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      const isObject = code === OPEN_BRACE;
      this.begin(isObject, start);
      this.previous = isObject ? Token.openBrace : Token.openBracket;
      return start + 1;
    }
    let end = -1;
    if (code === QUOTE) {
      const close = endOfPlainString(text, start);
      if (close < 0) return -1;
      end = close + 1;
      sink.scalar(text.substring(start + 1, close), true, start, end);
    } else {
      end = endOfPlainNumber(text, start);
      if (end === start) end = endOfWord(text, start);
      if (end < 0) return this.plainEnd(start, this.previous === Token.openBracket);
      const word = text.substring(start, end);
      sink.scalar(word === "null" ? null : word, false, start, end);
    }
    this.expected = "after";
    return end;
  }

  private plainAfter(at: number): number {
    const { text, open } = this;
    const start = text.charCodeAt(at) > SPACE ? at : this.scanner.skipSpace(at);
    if (text.charCodeAt(start) !== COMMA || open.length === 0) return this.plainEnd(start, true);
    this.expected = open[open.length - 1] ? "key" : "value";
    this.previous = Token.comma;
    return start + 1;
  }

  /** Closes the innermost bracket where it can end here, unless it is the last. */
  private plainEnd(start: number, canEnd: boolean): number {
    const { open } = this;
    const code = open[open.length - 1] ? CLOSE_BRACE : CLOSE_BRACKET;
    if (!canEnd || open.length < 2 || this.text.charCodeAt(start) !== code) return -1;
    this.leave(start + 1);
    return start + 1;
  }

  /** Each of these is whether the text is at its end. */
  private readValue(): boolean {
    const { token, sink, open } = this;
    const start = this.scanner.start;
    if (token === Token.string) sink.scalar(this.scanner.value, true, start, this.scanner.end);
    else if (token >= Token.null && token <= Token.number) {
      const text = token === Token.null ? null : this.scanner.value;
      sink.scalar(text, false, start, this.scanner.end);
    } else if (token === Token.openBrace || token === Token.openBracket) {
      this.begin(token === Token.openBrace, start);
      this.step();
      return false;
    } else if (token === Token.closeBracket && this.previous === Token.openBracket && open[open.length - 1] === false) {
      this.close();
      return false;
    } else return this.readNoValue(start);
    this.expected = "after";
    this.next();
    return false;
  }

  private begin(isObject: boolean, start: number): void {
    this.open.push(isObject);
    if (this.report !== null) this.keys.push(new Set());
    if (isObject) this.sink.beginObject(start);
    else this.sink.beginArray(start);
    this.expected = isObject ? "key" : "value";
  }

  private readKey(): boolean {
    const { token } = this;
    if (token === Token.closeBrace) {
      if (this.previous !== Token.openBrace) this.fail('a comma is not allowed before "}"');
      this.close();
      return false;
    }
    if (token !== Token.string) this.fail("a property name must be in double quotes");
    if (token === Token.end) return this.closeAll();
    if (token === Token.comma) this.step();
    else if (token === Token.closeBracket) this.closeUpTo(false);
    else if (token === Token.openBrace || token === Token.openBracket) this.givenKey(UNNAMED);
    else if (token === Token.colon) {
      this.givenKey(UNNAMED);
      this.step();
    } else {
      this.givenKey(token === Token.string ? this.scanner.value : this.scanner.word());
      this.next();
      this.readColon();
    }
    return false;
  }

  private readColon(): void {
    if (this.token === Token.colon) {
      this.step();
      return;
    }
    this.fail('":" is missing after a property name');
    this.previous = Token.colon;
    if (this.token === Token.comma || this.token === Token.closeBrace) this.expected = "after";
  }

  private givenKey(name: string): void {
    if (this.report !== null) this.noteKey(name, this.report);
    this.sink.key(name);
    this.expected = "value";
  }

  private noteKey(name: string, report: Report): void {
    const keys = this.keys[this.keys.length - 1]!;
    if (keys.has(name)) {
      const duplicate = `The key "${oneLine(name, 40)}" is given twice in one object`;
      const reading = "the later text, number or truth value counts, and objects and arrays are all read";
      report(readError("SXP4016", { what: duplicate, reading }, this.span()));
    }
    keys.add(name);
  }

  private readAfter(): boolean {
    const { token, open } = this;
    const isObject = open[open.length - 1];
    if (isObject === undefined) return this.readAfterRoot();
    if (token === (isObject ? Token.closeBrace : Token.closeBracket)) this.close();
    else if (token === Token.comma) {
      this.expected = isObject ? "key" : "value";
      this.step();
    } else {
      const isAfterRoot = this.isReopened && open.length === 1;
      if (!isAfterRoot) this.fail(`a comma or "${isObject ? "}" : "]"}" is missing here`);
      if (token === Token.end) return this.closeAll();
      if (token === Token.closeBrace || token === Token.closeBracket) this.closeUpTo(token === Token.closeBrace);
      else if (token === Token.colon) this.next();
      else this.expected = isObject ? "key" : "value";
    }
    return false;
  }

  private readAfterRoot(): boolean {
    if (this.token === Token.end) return this.closeAll();
    const isBracket = this.token === Token.openBrace || this.token === Token.openBracket;
    this.fail(`there is more after its end${isBracket ? SEVERAL : ""}`);
    const { root } = this;
    this.skipTo(root === null ? NOTHING : VALUES);
    if (root === null || this.token === Token.end) return this.closeAll();
    this.root = null;
    this.isReopened = true;
    this.open.push(root.isObject);
    this.keys.push(new Set());
    if (root.isObject) this.sink.key(UNNAMED);
    this.previous = Token.colon;
    this.expected = "value";
    return false;
  }

  /** Something else where a value should be. */
  private readNoValue(start: number): boolean {
    const { token, open } = this;
    this.fail(this.valueProblem());
    const isObject = open[open.length - 1];
    if (token === Token.end) return this.closeAll();
    if (isObject === undefined) {
      this.skipTo(SURE_VALUES);
      return this.token === Token.end && this.closeAll();
    }
    if (token === Token.unknown) {
      const word = this.scanner.word();
      this.sink.scalar(word, true, start, this.scanner.end);
      this.expected = "after";
      this.next();
    } else if (token === Token.colon || (token === Token.comma && !isObject)) this.step();
    else this.expected = "after";
    return false;
  }

  /** Closes the innermost bracket, at the token. */
  private close(): void {
    this.leave(this.scanner.end);
    if (this.token !== Token.end) this.next();
  }

  private leave(end: number): void {
    const isObject = this.open.pop()!;
    this.keys.pop();
    if (this.report !== null && this.open.length === 0) this.root = { isObject, end };
    else this.end(isObject, end);
    this.expected = "after";
  }

  /** A closing bracket of the other kind closes what is open up to its own; where there is none, it is left out. */
  private closeUpTo(isObject: boolean): void {
    if (!this.open.includes(isObject)) {
      this.next();
      return;
    }
    const end = this.scanner.start;
    while (this.open[this.open.length - 1] !== isObject) {
      this.keys.pop();
      this.end(this.open.pop()!, end);
    }
    this.close();
  }

  private closeAll(): boolean {
    const end = this.text.length;
    while (this.open.length > 0) this.end(this.open.pop()!, end);
    if (this.root !== null) this.end(this.root.isObject, this.root.end);
    return true;
  }

  private end(isObject: boolean, end: number): void {
    if (isObject) this.sink.endObject(end);
    else this.sink.endArray(end);
  }

  private skipTo(tokens: ReadonlySet<number>): void {
    while (!tokens.has(this.token) && this.token !== Token.end) this.next();
  }

  /** Goes on after a bracket, a comma or a colon. */
  private step(): void {
    this.previous = this.token;
    this.scanner.end = this.readPlain(this.scanner.end);
    this.next();
  }

  /** The next token that is not a comment. */
  private next(): void {
    const { scanner } = this;
    while (true) {
      this.token = scanner.next();
      const isComment = this.token === Token.lineComment || this.token === Token.blockComment;
      if (isComment) this.fail("comments are not allowed");
      else if (scanner.problem !== 0) this.fail(TOKEN_PROBLEMS[scanner.problem] ?? "it has an unknown symbol");
      if (!isComment) return;
    }
  }

  private valueProblem(): string {
    const { scanner, text, token } = this;
    if (token === Token.closeBracket && this.previous === Token.comma) return 'a comma is not allowed before "]"';
    const word = text.slice(scanner.start, scanner.end);
    if (word.startsWith("'")) return "a string must be in double quotes";
    return token === Token.unknown
      ? `"${shortened(word, 40)}" is no value`
      : `a value is missing before "${shortened(word, 40)}"`;
  }

  private fail(what: string): void {
    const isEnd = this.scanner.kind === Token.end;
    const isBlank = isEnd && this.text.trim() === "";
    const problem = isBlank ? "it is empty" : isEnd ? "it ends too early" : what;
    const error: ReadError = readError("SXP4007", { problem }, this.span());
    if (this.report === null) throw error;
    this.report(error);
  }

  /** At the end the span widens to the last character, so that it can be seen. */
  private span(): { start: number; end: number } {
    const end = Math.min(this.scanner.end, this.text.length);
    return { start: Math.max(0, Math.min(this.scanner.start, end - 1)), end };
  }
}

/** Advice for several values in one text. */
const SEVERAL = ": several values go into one list, or each into a line of its own, as JSON Lines";

/** The key of a value that has none. */
const UNNAMED = "item";

const NOTHING: ReadonlySet<number> = new Set();
/** First tokens of a value; and tokens that may be meant as one, after others. */
const SURE_VALUES: ReadonlySet<number> = new Set([
  ...[Token.openBrace, Token.openBracket, Token.null, Token.true, Token.false],
  ...[Token.string, Token.number],
]);
const VALUES: ReadonlySet<number> = new Set([...SURE_VALUES, Token.unknown]);
