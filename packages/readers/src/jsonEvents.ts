import { type ReadError, type ReadLimits, readError } from "@semantic-xpath/tree";
import { createScanner, type JSONScanner } from "jsonc-parser";
import { checkLength } from "./decode.js";

/**
 * Takes JSON as events in document order. A format whose values are those of JSON feeds one, so that `JsonOptions` say for all of
 * them how values become nodes. Places are offsets in the source: of the first character, and after the last.
 */
export interface JsonSink {
  /** The key of the member whose value comes next. */
  key(name: string): void;
  beginObject(start: number): void;
  endObject(end: number): void;
  beginArray(start: number): void;
  endArray(end: number): void;
  /** A string, number or boolean as written, or null. */
  scalar(text: string | null, isString: boolean, start: number, end: number): void;
}

/** Token kinds of the scanner, whose own enum exists for the compiler only. */
const Token = {
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
  lineBreak: 14,
  space: 15,
  unknown: 16,
  end: 17,
} as const;

const BOM = 0xfeff;

/**
 * Reads strict JSON token by token, from an offset to the end of the text. It keeps its own stack: a recursive reader would end in a
 * stack overflow where a limit should speak.
 */
export function readJsonText(text: string, sink: JsonSink, from = 0): void {
  const scanner = createScanner(text, false);
  scanner.setPosition(from === 0 && text.charCodeAt(0) === BOM ? 1 : from);
  /** Whether each open bracket is an object's. */
  const open: boolean[] = [];
  let token = next(scanner, text);
  let previous: number = Token.unknown;
  while (true) {
    const isObject = open[open.length - 1];
    if (isObject === true && !(token === Token.closeBrace && previous === Token.openBrace)) {
      if (token !== Token.string) throw keyProblem(scanner, text, token);
      sink.key(scanner.getTokenValue());
      if (next(scanner, text) !== Token.colon) throw problem(scanner, text, '":" is missing after a property name');
      previous = Token.colon;
      token = next(scanner, text);
    }
    // Here is a value, or the end of an empty object or array.
    const start = scanner.getTokenOffset();
    if (token === Token.openBrace || token === Token.openBracket) {
      open.push(token === Token.openBrace);
      if (token === Token.openBrace) sink.beginObject(start);
      else sink.beginArray(start);
      previous = token;
      token = next(scanner, text);
      continue;
    }
    const isEmpty = (token as number) === (isObject ? Token.closeBrace : Token.closeBracket) && open.length > 0;
    if (isEmpty && (previous === Token.openBrace || previous === Token.openBracket)) {
      close(scanner, open, sink);
    } else {
      readScalar(scanner, text, token, previous, sink);
    }
    token = next(scanner, text);
    while (open.length > 0 && token === (open[open.length - 1] ? Token.closeBrace : Token.closeBracket)) {
      close(scanner, open, sink);
      token = next(scanner, text);
    }
    if (open.length === 0) {
      if (token !== Token.end) throw problem(scanner, text, "there is more after its end");
      return;
    }
    if (token !== Token.comma) {
      throw problem(scanner, text, `a comma or "${open[open.length - 1] ? "}" : "]"}" is missing here`);
    }
    previous = token;
    token = next(scanner, text);
  }
}

function close(scanner: JSONScanner, open: boolean[], sink: JsonSink): void {
  const end = scanner.getPosition();
  if (open.pop()) sink.endObject(end);
  else sink.endArray(end);
}

function readScalar(scanner: JSONScanner, text: string, token: number, previous: number, sink: JsonSink): void {
  const start = scanner.getTokenOffset();
  const end = scanner.getPosition();
  if (token === Token.null) sink.scalar(null, false, start, end);
  else if (token === Token.string) sink.scalar(scanner.getTokenValue(), true, start, end);
  else if (token >= Token.null && token <= Token.number) sink.scalar(scanner.getTokenValue(), false, start, end);
  else throw valueProblem(scanner, text, token, previous);
}

/** The next token that is not white space. The scanner itself would make a string of white space. */
function next(scanner: JSONScanner, text: string): number {
  const from = scanner.getPosition();
  let at = from;
  for (let code = text.charCodeAt(at); code === 32 || code === 10 || code === 13 || code === 9; ) {
    code = text.charCodeAt(++at);
  }
  if (at > from) scanner.setPosition(at);
  const token: number = scanner.scan();
  if (scanner.getTokenError() !== 0 || token === Token.lineComment || token === Token.blockComment) {
    throw tokenProblem(scanner, text, token);
  }
  return token;
}

/** What the scanner itself finds wrong, by its number. */
const TOKEN_PROBLEMS: Readonly<Record<number, string>> = {
  2: "the string is not closed",
  3: "the number is not complete",
  4: 'in the string, "\\u" must be followed by four hexadecimal digits',
  5: "the string has an unknown escape",
  6: "the string has a control character; write it as an escape",
};

function tokenProblem(scanner: JSONScanner, text: string, token: number): ReadError {
  if (token === Token.lineComment || token === Token.blockComment)
    return problem(scanner, text, "comments are not allowed");
  return problem(scanner, text, TOKEN_PROBLEMS[scanner.getTokenError()] ?? "it has an unknown symbol");
}

function keyProblem(scanner: JSONScanner, text: string, token: number): ReadError {
  if (token === Token.closeBrace) return problem(scanner, text, 'a comma is not allowed before "}"');
  return problem(scanner, text, "a property name must be in double quotes");
}

function valueProblem(scanner: JSONScanner, text: string, token: number, previous: number): ReadError {
  if (token === Token.closeBracket && previous === Token.comma) {
    return problem(scanner, text, 'a comma is not allowed before "]"');
  }
  const word = text.slice(scanner.getTokenOffset(), scanner.getPosition());
  if (word.startsWith("'")) return problem(scanner, text, "a string must be in double quotes");
  const shown = word.length <= 40 ? word : `${word.slice(0, 39)}…`;
  return problem(
    scanner,
    text,
    token === Token.unknown ? `"${shown}" is no value` : `a value is missing before "${shown}"`,
  );
}

function problem(scanner: JSONScanner, text: string, what: string): ReadError {
  const isEnd = scanner.getToken() === Token.end;
  const isBlank = isEnd && text.trim() === "";
  const end = Math.min(scanner.getPosition(), text.length);
  // At the end the span widens to the last character, so that it can be seen.
  const start = Math.max(0, Math.min(scanner.getTokenOffset(), end - 1));
  return readError(
    "SXP4007",
    { problem: isBlank ? "it is empty" : isEnd ? "it ends too early" : what },
    { start, end },
  );
}

interface Walk {
  readonly value: Readonly<Record<string, unknown>> | readonly unknown[];
  /** Keys of an object, null for an array. */
  readonly keys: readonly string[] | null;
  at: number;
}

/**
 * Walks a parsed value as JSON would be written from it: `toJSON` is asked, what JSON has no words for is absent. It keeps
 * its own stack, so that the depth limit also ends a value that contains itself.
 */
export function readJsonValue(root: unknown, sink: JsonSink, limits: ReadLimits): void {
  const open: Walk[] = [];
  let length = 0;
  const count = (text: string): string => {
    length += text.length;
    checkLength(length, limits);
    return text;
  };
  const visit = (value: unknown): void => {
    const plain = asPlain(value);
    if (typeof plain !== "object" || plain === null) {
      const text = plain === null ? null : count(String(plain));
      sink.scalar(text, typeof plain === "string", 0, 0);
    } else if (Array.isArray(plain)) {
      sink.beginArray(0);
      open.push({ value: plain, keys: null, at: 0 });
    } else {
      sink.beginObject(0);
      open.push({ value: plain as Readonly<Record<string, unknown>>, keys: Object.keys(plain), at: 0 });
    }
  };
  visit(root);
  while (open.length > 0) {
    const walk = open[open.length - 1]!;
    const { keys, at } = walk;
    walk.at++;
    if (keys === null) {
      const list = walk.value as readonly unknown[];
      if (at < list.length) {
        visit(list[at]);
        continue;
      }
      sink.endArray(0);
    } else {
      if (at < keys.length) {
        const value = (walk.value as Readonly<Record<string, unknown>>)[keys[at]!];
        if (isAbsent(value)) continue;
        sink.key(count(keys[at]!));
        visit(value);
        continue;
      }
      sink.endObject(0);
    }
    open.pop();
  }
}

const isAbsent = (value: unknown): boolean =>
  value === undefined || typeof value === "function" || typeof value === "symbol";

/** A JSON value: what `toJSON` gives, null for what JSON can't write. */
function asPlain(value: unknown): string | number | boolean | bigint | object | null {
  let plain = value;
  if (typeof plain === "object" && plain !== null && "toJSON" in plain && typeof plain.toJSON === "function") {
    plain = plain.toJSON();
  }
  if (isAbsent(plain)) return null;
  if (typeof plain === "number" && !Number.isFinite(plain)) return null;
  return plain as string | number | boolean | bigint | object | null;
}
