import { tokenize } from "@semantic-xpath/parser";

/** A token left of the cursor, or a pair of brackets with all between them, which reads like one operand. */
export interface Item {
  readonly kind: string;
  /** As written; of a closed pair its opener, of a closed call `name()`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What is open at the cursor: the text itself, or a bracket with what stands in it so far. */
export interface Frame {
  /** `names`: the `(A|B)` of a step. */
  readonly kind: "text" | "bracket" | "call" | "parentheses" | "names";
  /** The function of a call. */
  readonly name: string;
  /** The path from the current nodes to those that are tested here; empty: the current nodes themselves. */
  readonly base: string;
  readonly items: Item[];
}

/** The word, string or parameter that is being typed, up to the cursor. */
export interface Word {
  readonly kind: "name" | "string" | "parameter" | "none";
  readonly start: number;
  readonly text: string;
  /** Of a string. */
  readonly quote: string;
}

export interface Cursor {
  readonly text: string;
  readonly frames: readonly Frame[];
  readonly word: Word;
}

const CLOSED_STRING = /^(["'])(?:(?!\1)[\s\S]|\1\1)*\1$/;

/** What stands left of the cursor, read from the tokens alone: what is typed is hardly ever whole. */
export function readCursor(text: string): Cursor {
  const items = tokenize(text)
    .filter(({ kind }) => kind !== "comment")
    .map(({ kind, span: { start, end } }): Item => ({ kind, text: text.slice(start, end), start, end }));
  const word = takeWord(items, text.length);
  return { text, frames: openFrames(text, items), word };
}

/** Takes the token that is being typed off the end. */
function takeWord(items: Item[], end: number): Word {
  const last = items.at(-1);
  const none: Word = { kind: "none", start: end, text: "", quote: "" };
  if (last === undefined || last.end !== end) return none;
  if (last.kind === "string" && !CLOSED_STRING.test(last.text)) {
    items.pop();
    return { kind: "string", start: last.start + 1, text: last.text.slice(1), quote: last.text[0]! };
  }
  const kind =
    last.kind === "parameter" || last.text === "$" ? "parameter" : /^[\p{L}_]/u.test(last.text) ? "name" : null;
  if (kind === null) return none;
  items.pop();
  return { kind, start: last.start, text: last.text, quote: "" };
}

const CLOSERS: Readonly<Record<string, string>> = { "[": "]", "(": ")" };

function openFrames(text: string, items: readonly Item[]): Frame[] {
  const frames: Frame[] = [{ kind: "text", name: "", base: "", items: [] }];
  const openers: Item[] = [];
  for (const item of items) {
    const frame = frames.at(-1)!;
    if (CLOSERS[item.text] !== undefined) {
      frames.push(open(text, frame, item));
      openers.push(item);
    } else if (item.text === "]" || item.text === ")") {
      const at = openers.findLastIndex((opener) => CLOSERS[opener.text] === item.text);
      if (at >= 0) close(frames, openers, at, item);
    } else frame.items.push(item);
  }
  return frames;
}

function close(frames: Frame[], openers: Item[], at: number, closer: Item): void {
  const isCall = frames[at + 1]!.kind === "call";
  const opener = openers[at]!;
  frames.length = at + 1;
  openers.length = at;
  const { items } = frames[at]!;
  const called = isCall ? items.pop() : undefined;
  const text = called === undefined ? opener.text : `${called.text}()`;
  items.push({ kind: "closed", text, start: (called ?? opener).start, end: closer.end });
}

function open(text: string, frame: Frame, opener: Item): Frame {
  const previous = frame.items.at(-1);
  if (opener.text === "[") return { kind: "bracket", name: "", base: pathTo(text, frame, opener.start), items: [] };
  const { base } = frame;
  if (previous !== undefined && (isSeparator(previous) || previous.text === "::"))
    return { kind: "names", name: "", base: pathTo(text, frame, previous.start), items: [] };
  const isCall = previous?.kind === "name" && frame.items.at(-2)?.text !== "@";
  return { kind: isCall ? "call" : "parentheses", name: isCall ? previous.text : "", base, items: [] };
}

export const isSeparator = ({ text }: Item): boolean => text === "/" || text === "//";

const JOINTS = new Set(["and", "or", "|", ","]);

/** The items of the path or operand that the cursor is in. */
export const currentItems = ({ items }: Frame): readonly Item[] =>
  items.slice(items.findLastIndex(({ text, kind }) => kind !== "string" && JOINTS.has(text)) + 1);

/** The path from the current nodes to what stands at `end` in a frame. */
export function pathTo(text: string, frame: Frame, end: number): string {
  const first = currentItems(frame).find((item) => isSeparator(item) || (item.kind === "closed" && item.text === "("));
  return first === undefined || first.start >= end ? frame.base : frame.base + text.slice(first.start, end);
}
