import { type TokenKind, tokenize } from "../tokens/tokenize.js";
import { ID_STEP } from "../words/functions.js";
import { OPERATORS, type Operator, operatorOf } from "../words/operators.js";

/** A token left of the cursor, or a pair of brackets with all between them, which reads like one operand. */
export interface Item {
  readonly kind: TokenKind | "closed";
  /** As written; of a closed pair its opener, of a closed call `name()`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Open part at the cursor: the text itself, or a bracket with its content so far. */
export interface Frame {
  readonly kind: "document" | "group" | "bracket" | "record" | "call" | "parentheses" | "names" | "parameters";
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
  /** Typed text; for a string its content. */
  readonly text: string;
}

/** State left of the cursor: open frames, innermost last, and the word being typed. */
export interface LeftContext {
  readonly frames: readonly Frame[];
  readonly word: Word;
  readonly bound: Bound;
}

/** The parameters that quantifiers bind at a place, with the paths that they go through. */
type Bound = () => ReadonlyMap<string, string>;

const DECLARATION = /(?:^|\n)[ \t]*(?:declare[ \t]+(?:query|update)|import[ \t]+(?:schema|data))\b/g;
const CLOSED_STRING = /^(["'])(?:(?!\1)[\s\S]|\1\1)*\1$/;

/**
 * Reads the tokens left of an offset: no recovery of the parser can change what they are. Null inside of a comment.
 * An `expression` is read as if it were in a bracket.
 */
export function readLeft(text: string, offset: number, isExpression: boolean): LeftContext | null {
  const from = isExpression ? 0 : startOfDeclaration(text, offset);
  const before = isExpression ? "[" : "";
  const shift = from - before.length;
  const tokens = itemsOf(text, before + text.slice(from, offset), shift).flatMap((item) => enclosedIn(text, item));
  const last = tokens.at(-1);
  if (last?.kind === "comment" && last.end === offset && !isClosedComment(last.text)) return null;
  const items = tokens.filter(({ kind }) => kind !== "comment");
  const word = takeWord(items, offset);
  const frames = openFrames(text, items);
  return { frames, word, bound: () => boundIn(text, frames) };
}

/** The tokens of a part of a text that begins `shift` characters later. */
const itemsOf = (text: string, part: string, shift: number): Item[] =>
  tokenize(part).map(({ kind, span }) => {
    const [start, end] = [span.start + shift, span.end + shift];
    return { kind, text: start < 0 ? part.slice(0, -start) : text.slice(start, end), start, end };
  });

/** The text of an attribute with an enclosed value that is still open: what is before the brace, and the tokens from there on. */
function enclosedIn(text: string, item: Item): readonly Item[] {
  if (item.kind !== "text") return [item];
  const brace = /\{(?!\{)[^}]*$/.exec(item.text.replaceAll("{{", "  "))?.index;
  if (brace === undefined) return [item];
  const at = item.start + brace;
  const before = brace === 0 ? [] : [{ ...item, text: item.text.slice(0, brace), end: at }];
  const opener: Item = { kind: "punctuation", text: "{", start: at, end: at + 1 };
  return [...before, opener, ...itemsOf(text, text.slice(at + 1, item.end), at + 1)];
}

export const innermost = ({ frames }: LeftContext): Frame => frames.at(-1) ?? EMPTY;
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
  if (last.kind === "text") return takeText(items, last, none);
  if (last.kind === "number") return { ...none, kind: "number", text: last.text };
  const prefix = items.at(-2);
  if (last.text === ":" && prefix?.kind === "name" && prefix.end === last.start && beginsName(items.at(-3))) {
    items.length -= 2;
    return { kind: "name", start: prefix.start, quote: "", text: `${prefix.text}:` };
  }
  if (last.kind !== "string" || CLOSED_STRING.test(last.text)) return none;
  items.pop();
  return { kind: "string", start: last.start + 1, quote: last.text.charAt(0), text: last.text.slice(1) };
}

/** Tests that a name after an item may have a prefix: the name of a field may not. */
const beginsName = (before: Item | undefined): boolean =>
  before === undefined || (before.text !== "{" && before.text !== ",");

/** The value of an attribute in a tag, whose quote stays. */
function takeText(items: Item[], last: Item, none: Word): Word {
  const isQuote = last.text === '"' || last.text === "'";
  const quote = isQuote ? last : items.at(-2);
  const isOpen = isQuote ? items.at(-2)?.text === "=" : quote?.text === '"' || quote?.text === "'";
  if (!isOpen) return none;
  if (!isQuote) items.pop();
  return { kind: "string", start: isQuote ? last.end : last.start, quote: quote!.text, text: isQuote ? "" : last.text };
}

const CLOSERS: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}" };

function openFrames(text: string, items: readonly Item[]): Frame[] {
  const first: Frame = { ...EMPTY, items: [] };
  const frames: Frame[] = [first];
  const openers: Item[] = [];
  for (const item of items) {
    const frame = frames.at(-1) ?? first;
    const last = frame.items.at(-1);
    const isRecord = item.text === "{" && last !== undefined && isSeparator(last);
    if (item.text === "[" || item.text === "(" || isRecord) {
      frames.push(open(text, frame, item, () => boundIn(text, frames)));
      openers.push(item);
    } else if (
      item.text === "]" ||
      item.text === ")" ||
      (item.text === "}" && openers.some(({ text }) => text === "{"))
    ) {
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

function open(text: string, frame: Frame, opener: Item, bound: Bound): Frame {
  const previous = frame.items.at(-1);
  const before = frame.items.at(-2);
  const path = opener.start < 0 ? "" : pathText(text, frame, opener.start, bound);
  if (opener.text === "[") return { kind: "bracket", name: "", base: path, items: [] };
  // The fields of a record read the nodes before its slash.
  if (opener.text === "{")
    return { kind: "record", name: "", base: pathText(text, frame, previous!.start, bound), items: [] };
  if (previous !== undefined && (isSeparator(previous) || previous.text === "::")) {
    return { kind: "names", name: "", base: path, items: [] };
  }
  const isInside = frame.kind !== "document" && frame.kind !== "group";
  // The step `id(…)` reads the nodes before it.
  if (previous?.text === ID_STEP.name && before !== undefined && isSeparator(before))
    return { kind: "call", name: previous.text, base: pathText(text, frame, before.start, bound), items: [] };
  if (previous !== undefined && NAME_KINDS.has(previous.kind)) {
    if (before?.text === "query" || before?.text === "update")
      return { kind: "parameters", name: "", base: "", items: [] };
    if ((isInside || previous.kind === "function") && before?.text !== "@")
      return { kind: "call", name: previous.text, base: frame.base, items: [] };
  }
  return isInside
    ? { kind: "parentheses", name: "", base: frame.base, items: [] }
    : { kind: "group", name: "", base: "", items: [] };
}

export const isSeparator = ({ text }: Item): boolean => text === "/" || text === "//";

/** Kind of a part of a frame: bindings of a quantifier, keys of an order or of groups, or an expression. */
export type Clause = "expression" | "bindings" | "order" | "groups";

/** The items of the operand or the chain of operands that the cursor is in, and the item before them. */
interface Current {
  readonly items: readonly Item[];
  readonly joint: Item | null;
  readonly clause: Clause;
}

/** Items after the last comma, `and`, `or`, `satisfies`, `in`, `by`, `|`, `except`, `intersect`, `:=` or `;`. */
export function currentIn({ items, kind }: Frame): Current {
  const isPaths = kind === "document" || kind === "group";
  const at = items.findLastIndex((item) => isJoint(item, isPaths) || (kind === "record" && item.text === ":"));
  let from = at + 1;
  while (!isPaths && items[from]?.text === "1" && items[from + 1]?.text === "-") from += 2;
  return { items: items.slice(from), joint: items[at] ?? null, clause: clauseOf(items) };
}

export const currentItems = (frame: Frame): readonly Item[] => currentIn(frame).items;

function clauseOf(items: readonly Item[]): Clause {
  let clause: Clause = "expression";
  for (const [i, { kind, text }] of items.entries()) {
    if (kind !== "keyword") continue;
    if (text === "some" || text === "every") clause = "bindings";
    else if (text === "satisfies") clause = "expression";
    else if (/^by$/i.test(text)) clause = /^group$/i.test(items[i - 1]?.text ?? "") ? "groups" : "order";
  }
  return clause;
}

const JOINTS = new Set(
  "some every in satisfies by := node value of attribute as first last into before after with".split(" "),
);

function isJoint({ kind, text }: Item, isPaths: boolean): boolean {
  if (text === "," || text === ";" || text === ":=" || (kind === "punctuation" && text === "{")) return true;
  if (kind === "keyword") return JOINTS.has(text.toLowerCase());
  const operator = kind === "operator" ? operatorOf(text) : null;
  return operator !== null && OPERATORS[operator].joins === (isPaths ? "sets" : "conditions");
}

/** Items after the last operator. */
export function operandIn(frame: Frame): readonly Item[] {
  const items = currentItems(frame);
  return items.slice(items.findLastIndex((item) => joinedBy(item) !== null) + 1);
}

/** The operator of an item that joins values or scores; null for other items. */
export function joinedBy(item: Item | undefined): Operator | null {
  const operator = item?.kind === "operator" ? operatorOf(item.text) : null;
  if (operator === null) return null;
  const { joins } = OPERATORS[operator];
  return joins === "conditions" || joins === "sets" ? null : operator;
}

/** The path from the document to what is at `end` in a frame: its base, and the path begun in it. */
export function pathText(text: string, frame: Frame, end: number, bound: Bound): string {
  const items = operandIn(frame);
  const at = items.findIndex((item) => isSeparator(item) || (item.kind === "closed" && item.text === "("));
  const first = items[at];
  if (first === undefined) return baseOf(items.at(-1), frame, bound);
  const base = baseOf(items[at - 1], frame, bound);
  const path = first.start < end ? text.slice(first.start, end) : "";
  // The paths in parentheses begin at the tested node, too.
  return path.startsWith("(") ? path.replace(/^\(\s*/, `(${base}`) : base + path;
}

/** Base of a path: the node of `root()` or of a bound parameter before it, the parent, a child whose slash is missing, else the tested node. */
function baseOf(before: Item | undefined, { base }: Frame, bound: Bound): string {
  if (before?.text === "root()") return "";
  if (before?.text === "..") return `${base}/..`;
  if (before?.kind === "name") return `${base}/${before.text}`;
  return before?.kind === "parameter" ? (bound().get(before.text.slice(1)) ?? "") : base;
}

/** Bindings of the quantifiers around a place: names before a comma or `satisfies`. */
function boundIn(text: string, frames: readonly Frame[]): ReadonlyMap<string, string> {
  const bound = new Map<string, string>();
  for (const frame of frames) {
    const around = new Map(bound);
    let path: Item[] | null = null;
    let name = "";
    let isCondition = true;
    frame.items.forEach((item, i) => {
      const { kind, text: word } = item;
      if (kind === "keyword" && (word === "some" || word === "every")) isCondition = false;
      else if (kind === "keyword" && word === "in") {
        name = frame.items[i - 1]?.text.slice(1) ?? "";
        path = [];
      } else if (path !== null && (word === "," || word === "satisfies")) {
        bound.set(
          name,
          pathText(text, { ...frame, items: path }, path.at(-1)?.end ?? 0, () => bound),
        );
        path = null;
        isCondition = word === "satisfies";
      } else if (word === "," && isCondition && LISTS.has(frame.kind)) restore(bound, around);
      else path?.push(item);
    });
  }
  return bound;
}

/** Frames in which a comma ends what a quantifier has bound. */
const LISTS: ReadonlySet<Frame["kind"]> = new Set(["call", "record"]);

function restore(bound: Map<string, string>, before: ReadonlyMap<string, string>): void {
  bound.clear();
  for (const [name, path] of before) bound.set(name, path);
}
