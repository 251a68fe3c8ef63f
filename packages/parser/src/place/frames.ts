import { type TokenKind, tokenize } from "../tokens/tokenize.js";
import { operatorOf } from "../words/operators.js";

/** A token left of the cursor, or a pair of brackets with all between them, which reads like one operand. */
export interface Item {
  readonly kind: TokenKind | "closed";
  /** As written; of a closed pair its opener, of a closed call `name()`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What is open at the cursor: the text itself, or a bracket with what is in it so far. */
export interface Frame {
  readonly kind: "document" | "group" | "bracket" | "call" | "parentheses" | "names" | "parameters";
  /** The function of a call. */
  readonly name: string;
  /** The path whose nodes are tested here; empty outside of brackets. */
  readonly base: string;
  /** Everything in the frame up to the cursor, the word at the cursor left out. */
  readonly items: Item[];
}

/** The word, string or parameter that the cursor touches from the right. */
export interface Word {
  readonly kind: "name" | "string" | "parameter" | "number" | "none";
  readonly start: number;
  /** For a string: the quote. */
  readonly quote: string;
  /** What is typed of it; of a string its content. */
  readonly text: string;
}

/** What is left of the cursor: what is open there, innermost last, and the word that is being typed. */
export interface Left {
  readonly frames: readonly Frame[];
  readonly word: Word;
}

const DECLARATION = /(?:^|\n)[ \t]*(?:declare[ \t]+query|import[ \t]+(?:schema|data))\b/g;
const CLOSED_STRING = /^(["'])(?:(?!\1)[\s\S]|\1\1)*\1$/;

/**
 * Reads the tokens left of an offset: no recovery of the parser can change what they are. Null inside of a comment.
 * An `expression` is read as if it were in a bracket.
 */
export function readLeft(text: string, offset: number, isExpression: boolean): Left | null {
  const from = isExpression ? 0 : startOfDeclaration(text, offset);
  const before = isExpression ? "[" : "";
  const shift = from - before.length;
  const tokens = tokenize(before + text.slice(from, offset)).map(({ kind, span }): Item => {
    const [start, end] = [span.start + shift, span.end + shift];
    return { kind, text: start < 0 ? before : text.slice(start, end), start, end };
  });
  const last = tokens.at(-1);
  if (last?.kind === "comment" && last.end === offset && !isClosedComment(last.text)) return null;
  const items = tokens.filter(({ kind }) => kind !== "comment");
  const word = takeWord(items, offset);
  return { frames: openFrames(text, items), word };
}

export const innermost = ({ frames }: Left): Frame => frames.at(-1) ?? EMPTY;
const EMPTY: Frame = { kind: "document", name: "", base: "", items: [] };

/** A module is read from its last declaration on: what is broken in those before can't matter, and takes no time. */
function startOfDeclaration(text: string, offset: number): number {
  let start = 0;
  DECLARATION.lastIndex = 0;
  for (let found = DECLARATION.exec(text); found !== null && found.index < offset; found = DECLARATION.exec(text)) {
    start = found.index;
  }
  return start;
}

const isClosedComment = (text: string): boolean => text.split("(:").length === text.split(":)").length;

const WORD_KINDS = new Set<string>(["name", "keyword", "axis", "function"]);

/** Takes the token that is being typed off the end. */
function takeWord(items: Item[], offset: number): Word {
  const none: Word = { kind: "none", start: offset, quote: "", text: "" };
  const last = items.at(-1);
  if (last === undefined || last.end !== offset) return none;
  const isWord = WORD_KINDS.has(last.kind) || (last.kind === "operator" && /^[\p{L}_]/u.test(last.text));
  if (isWord || last.kind === "parameter") {
    items.pop();
    return { kind: isWord ? "name" : "parameter", start: last.start, quote: "", text: last.text };
  }
  if (last.kind === "number") return { kind: "number", start: last.start, quote: "", text: last.text };
  if (last.kind !== "string" || CLOSED_STRING.test(last.text)) return none;
  items.pop();
  return { kind: "string", start: last.start + 1, quote: last.text.charAt(0), text: last.text.slice(1) };
}

const CLOSERS: Readonly<Record<string, string>> = { "[": "]", "(": ")" };

function openFrames(text: string, items: readonly Item[]): Frame[] {
  const first: Frame = { ...EMPTY, items: [] };
  const frames: Frame[] = [first];
  const openers: Item[] = [];
  for (const item of items) {
    const frame = frames.at(-1) ?? first;
    if (item.text === "[" || item.text === "(") {
      frames.push(open(text, frame, item));
      openers.push(item);
    } else if (item.text === "]" || item.text === ")") {
      close(frames, openers, item);
    } else if (item.text === ";" || item.text === ":=") {
      frames.length = 1;
      openers.length = 0;
      first.items.push(item);
    } else frame.items.push(item);
  }
  return frames;
}

/** A closer closes the nearest opener of its kind; without one it is a slip and means nothing. */
function close(frames: Frame[], openers: Item[], closer: Item): void {
  const at = openers.findLastIndex(({ text }) => CLOSERS[text] === closer.text);
  const opener = openers[at];
  const outer = frames[at];
  if (opener === undefined || outer === undefined) return;
  const called = frames[at + 1]?.kind === "call" ? outer.items.pop() : undefined;
  frames.length = at + 1;
  openers.length = at;
  const text = called === undefined ? opener.text : `${called.text}()`;
  outer.items.push({ kind: "closed", text, start: (called ?? opener).start, end: closer.end });
}

const NAME_KINDS = new Set<string>(["name", "function"]);

function open(text: string, frame: Frame, opener: Item): Frame {
  const previous = frame.items.at(-1);
  const before = frame.items.at(-2);
  const path = opener.start < 0 ? "" : pathText(text, frame, opener.start);
  if (opener.text === "[") return { kind: "bracket", name: "", base: path, items: [] };
  if (previous !== undefined && (isSeparator(previous) || previous.text === "::")) {
    return { kind: "names", name: "", base: path, items: [] };
  }
  const isInside = frame.kind !== "document" && frame.kind !== "group";
  if (previous !== undefined && NAME_KINDS.has(previous.kind)) {
    if (before?.kind === "keyword") return { kind: "parameters", name: "", base: "", items: [] };
    if (isInside && before?.text !== "@") return { kind: "call", name: previous.text, base: frame.base, items: [] };
  }
  return isInside
    ? { kind: "parentheses", name: "", base: frame.base, items: [] }
    : { kind: "group", name: "", base: "", items: [] };
}

export const isSeparator = ({ text }: Item): boolean => text === "/" || text === "//";

/** The items of the path or operand that the cursor is in: those after the last comma, `and`, `or`, `|`, `:=` or `;`. */
export function currentItems({ items, kind }: Frame): readonly Item[] {
  const isPaths = kind === "document" || kind === "group";
  const at = items.findLastIndex(
    ({ kind: of, text }) =>
      text === "," || text === ";" || text === ":=" || (of === "operator" && isJoint(text, isPaths)),
  );
  let from = at + 1;
  while (!isPaths && items[from]?.text === "1" && items[from + 1]?.text === "-") from += 2;
  return items.slice(from);
}

function isJoint(text: string, isPaths: boolean): boolean {
  const operator = operatorOf(text);
  return operator === "and" || operator === "or" || (isPaths && text === "|");
}

/** The path from the document to what is at `end` in a frame: its base, and the path begun in it. */
export function pathText(text: string, frame: Frame, end: number): string {
  const items = currentItems(frame);
  const first = items.find((item) => isSeparator(item) || (item.kind === "closed" && item.text === "("));
  return first === undefined || first.start >= end ? frame.base : frame.base + text.slice(first.start, end);
}
