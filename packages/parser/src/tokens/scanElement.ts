import type { IToken, TokenType } from "chevrotain";
import * as T from "./tokenTypes.js";

/** Services of the surrounding scanner for that of elements. */
interface ElementSink {
  /** Remembers what is scanned so far; the function that it gives takes back what came after. */
  readonly mark: () => () => void;
  readonly push: (type: TokenType, start: number, end: number) => IToken;
  /** End of a name with or without a prefix; its start if there is no name. */
  readonly endOfName: (start: number) => number;
  /** The end of a string that begins at a quote, negative (by `~`) if it is not terminated. */
  readonly endOfString: (start: number) => number;
  /** Scans an enclosed value up to its `}`, or to the end of the text. */
  readonly scanValue: (start: number) => number;
  /** No element goes on beyond this offset: a line that begins a declaration, one in an enclosed value, or the end of the text. */
  readonly limit: number;
}

/**
 * The tokens of an element constructor from its `<` on; where it ends. What can be in no tag ends the constructor, so that the rest is read
 * as if it were closed. The payload of `<` is true if nothing closes the element, that of `</` says which element it closes, counted
 * from outside.
 */
export function scanElement(text: string, start: number, sink: ElementSink): number {
  const open: { readonly token: IToken; readonly name: string }[] = [];
  let at = start;
  do {
    const first = at === start;
    if (text.startsWith("</", at)) at = scanClosing(text, at, sink, open);
    else if (first || beginsTag(text, at)) {
      const token = sink.push(T.TagOpen, at, at + 1);
      const tag = scanOpening(text, at + 1, sink);
      at = tag.end;
      if (!tag.isWhole) return at;
      if (!tag.isEmpty) open.push({ token, name: tag.name });
    } else if (text[at] === "{" && text[at + 1] !== "{") at = scanEnclosed(text, at, sink);
    else at = scanText(text, at, sink);
  } while (open.length > 0 && at < sink.limit);
  for (const { token } of open) token.payload = true;
  return at;
}

const BLANK = /[ \t\r\n]*/y;

function skipBlanks(text: string, start: number): number {
  BLANK.lastIndex = start;
  BLANK.test(text);
  return BLANK.lastIndex;
}

/** A name in a tag, which quotes may be around; where it begins if there is none. */
function endOfTagName(text: string, at: number, sink: ElementSink): number {
  if (text[at] !== '"' && text[at] !== "'") return sink.endOfName(at);
  const end = sink.endOfString(at);
  return end < 0 || end > sink.limit ? at : end;
}

/** The name, so that quotes around it make no difference. */
const nameOf = (image: string): string => {
  const quote = image[0];
  return quote === '"' || quote === "'" ? image.slice(1, -1).replaceAll(quote + quote, quote) : image;
};

/** Tests that a `<` in content begins a tag, and is not a text. */
const beginsTag = (text: string, at: number): boolean =>
  text[at] === "<" && (at + 1 === text.length || /^[\p{L}_"']/u.test(text.slice(at + 1, at + 3)));

interface Tag {
  readonly name: string;
  readonly end: number;
  /** It has its `>` or `/>`. */
  readonly isWhole: boolean;
  readonly isEmpty: boolean;
}

function scanOpening(text: string, start: number, sink: ElementSink): Tag {
  let end = endOfTagName(text, start, sink);
  const name = nameOf(text.slice(start, end));
  if (end > start) sink.push(T.TagName, start, end);
  for (;;) {
    const at = skipBlanks(text, end);
    if (text[at] === ">") {
      sink.push(T.TagEnd, at, at + 1);
      return { name, end: at + 1, isWhole: true, isEmpty: false };
    }
    if (text.startsWith("/>", at)) {
      sink.push(T.TagSelfEnd, at, at + 2);
      return { name, end: at + 2, isWhole: true, isEmpty: true };
    }
    const next = scanAttribute(text, at, sink);
    if (next === at) return { name, end, isWhole: false, isEmpty: true };
    end = next;
  }
}

/** A value whose quotes were left out, up to the end of its word or tag. */
const BARE_VALUE = /^(?:[^\s"'<>{}=/;]|\/(?!>))*/;

/** `name="value"`; where it begins if there is none. */
function scanAttribute(text: string, start: number, sink: ElementSink): number {
  const nameEnd = endOfTagName(text, start, sink);
  const sign = skipBlanks(text, nameEnd);
  if (nameEnd === start || text[sign] !== "=" || sign >= sink.limit) return start;
  sink.push(T.TagName, start, nameEnd);
  sink.push(T.TagEquals, sign, sign + 1);
  const at = skipBlanks(text, sign + 1);
  const quote = text[at];
  if (quote === "{") return scanEnclosed(text, at, sink);
  if (quote !== '"' && quote !== "'") {
    const end = Math.min(sink.limit, at + BARE_VALUE.exec(text.slice(at, sink.limit))![0].length);
    // Before a quote, the opening one was left out.
    if (end === at || text[end] === '"' || text[end] === "'") return sign + 1;
    sink.push(T.TagText, at, end);
    return end;
  }
  const takeBack = sink.mark();
  const end = scanQuoted(text, at, sink);
  if (end >= 0) return end;
  // Not terminated: it ends with its line, so that the next lines survive.
  takeBack();
  const newline = text.indexOf("\n", at);
  const lineEnd = newline === -1 ? sink.limit : Math.min(newline, sink.limit);
  sink.push(T.TagQuote, at, at + 1).payload = true;
  if (lineEnd > at + 1) sink.push(T.TagText, at + 1, lineEnd);
  return lineEnd;
}

/** A value in quotes, doubled ones in it; -1: it is not terminated before the limit. */
function scanQuoted(text: string, start: number, sink: ElementSink): number {
  const quote = text[start]!;
  sink.push(T.TagQuote, start, start + 1);
  let from = start + 1;
  const flush = (to: number): void => {
    if (to > from) sink.push(T.TagText, from, to);
  };
  for (let at = from; at < sink.limit; ) {
    const character = text[at];
    if (character === quote && text[at + 1] !== quote) {
      flush(at);
      sink.push(T.TagQuote, at, at + 1);
      return at + 1;
    }
    if (character === quote || text.startsWith("{{", at)) at += 2;
    else if (character === "{") {
      flush(at);
      at = scanEnclosed(text, at, sink);
      from = at;
    } else at++;
  }
  return -1;
}

function scanEnclosed(text: string, start: number, sink: ElementSink): number {
  sink.push(T.LeftBrace, start, start + 1);
  const end = sink.scanValue(start + 1);
  if (text[end] !== "}") return end;
  sink.push(T.RightBrace, end, end + 1);
  return end + 1;
}

const SECTIONS: readonly (readonly [opening: string, closing: string])[] = [
  ["<![CDATA[", "]]>"],
  ["<!--", "-->"],
  ["<?", "?>"],
];

/** A text up to the next tag or value, or one section. */
function scanText(text: string, start: number, { limit, push }: ElementSink): number {
  const section = SECTIONS.find(([opening]) => text.startsWith(opening, start));
  if (section !== undefined) {
    const endAt = text.indexOf(section[1], start + section[0].length);
    const end = endAt === -1 ? limit : Math.min(limit, endAt + section[1].length);
    push(T.TagText, start, end);
    return end;
  }
  let at = start;
  while (at < limit && !endsText(text, at)) at += text.startsWith("{{", at) ? 2 : 1;
  at = Math.min(Math.max(at, start + 1), limit);
  push(T.TagText, start, at);
  return at;
}

function endsText(text: string, at: number): boolean {
  if (text[at] === "{") return text[at + 1] !== "{";
  if (text[at] !== "<") return false;
  return text[at + 1] === "/" || beginsTag(text, at) || SECTIONS.some(([opening]) => text.startsWith(opening, at));
}

function scanClosing(
  text: string,
  start: number,
  sink: ElementSink,
  open: { readonly token: IToken; readonly name: string }[],
): number {
  const token = sink.push(T.TagClose, start, start + 2);
  let end = endOfTagName(text, start + 2, sink);
  const name = nameOf(text.slice(start + 2, end));
  if (end > start + 2) sink.push(T.TagName, start + 2, end);
  const match = open.findLastIndex((each) => each.name === name);
  // A name that is open nowhere is a slip, and closes the innermost.
  token.payload = match === -1 ? open.length - 1 : match;
  open.length = token.payload as number;
  const at = skipBlanks(text, end);
  if (text[at] === ">") {
    sink.push(T.TagEnd, at, at + 1);
    end = at + 1;
  }
  return end;
}
