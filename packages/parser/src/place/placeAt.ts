import type { Span } from "../ast/span.js";
import { tokenize } from "../tokens/tokenize.js";
import { type FunctionRow, functionOf, type ParameterKind } from "../words/functions.js";
import { OPERATORS, type Operator, operatorOf } from "../words/operators.js";
import {
  currentItems,
  type Frame,
  type Item,
  innermost,
  isSeparator,
  type Left,
  pathText,
  readLeft,
  type Word,
} from "./frames.js";

/** What a comparison or relevance is about. */
export interface PlacedOperand {
  readonly kind: "attribute" | "field" | "node" | "text" | "call" | "other";
  /** Of an attribute or field. */
  readonly name: string;
}

/** What the grammar has room for at the cursor. `base` is the path whose nodes are tested there, `origin` the path before a step. */
export type Place =
  | { readonly kind: "query"; readonly isStart: boolean; readonly inModule: boolean }
  | { readonly kind: "keyword"; readonly words: readonly string[] }
  | { readonly kind: "import"; readonly what: "schema" | "data" }
  | {
      readonly kind: "step";
      readonly origin: string;
      readonly separator: "/" | "//";
      readonly axis: string | null;
      /** Inside `(A|B)`. */
      readonly inNames: boolean;
      /** A path inside of a bracket, relative to the node that is tested. */
      readonly isEvidence: boolean;
      /** How the path goes on after the cursor, such as `/Day[1]`: what is put in place must have that. */
      readonly following: string;
    }
  | { readonly kind: "afterStep"; readonly path: string; readonly isEvidence: boolean; readonly hasBracket: boolean }
  | { readonly kind: "attributeStep"; readonly origin: string; readonly separator: "/" | "//" }
  | { readonly kind: "evidence"; readonly base: string }
  | {
      readonly kind: "operand";
      readonly base: string;
      /** Alone in its bracket, which may be a position. */
      readonly isBracketStart: boolean;
      /** An offset may be here: there is a bracket before. */
      readonly hasAnchor: boolean;
      /** The function around. */
      readonly call: string | null;
    }
  | { readonly kind: "attribute"; readonly base: string }
  | { readonly kind: "operator"; readonly base: string; readonly operand: PlacedOperand; readonly inBracket: boolean }
  | { readonly kind: "condition"; readonly base: string; readonly operand: PlacedOperand }
  | { readonly kind: "value"; readonly base: string; readonly operand: PlacedOperand; readonly equality: boolean }
  | {
      readonly kind: "afterCondition";
      readonly base: string;
      readonly isRelevance: boolean;
      readonly inBracket: boolean;
    }
  | { readonly kind: "position" }
  | { readonly kind: "comment" }
  | { readonly kind: "nothing" };

/** The function call around the cursor, with nothing but parentheses between. */
export interface PlacedCall {
  readonly name: string;
  /** Which argument the cursor is in, from 0. */
  readonly argument: number;
  /** The first argument begins with a slash. */
  readonly isPath: boolean;
}

export interface PlaceAt {
  readonly place: Place;
  readonly offset: number;
  readonly word: Word;
  /** What is typed of the word, up to the cursor. */
  readonly insert: Span;
  /** The word with what follows of it. */
  readonly replace: Span;
  readonly call: PlacedCall | null;
}

export interface PlaceOptions {
  /** The text is what a bracket may hold, and not a document: an expression, a position or a path. Default false. */
  readonly isExpression?: boolean;
}

const NOTHING: Place = { kind: "nothing" };

/** The text, what is left of the cursor in it, and the path that follows. */
interface Cursor extends Left {
  readonly text: string;
  readonly following: string;
}

/**
 * What the grammar has room for at an offset of a text, however broken the text is: read from the tokens left and right of it.
 *
 * @example placeAt("/Plan/Day[@", 11).place.kind // "attribute"
 */
export function placeAt(text: string, offset: number, { isExpression = false }: PlaceOptions = {}): PlaceAt {
  const left = readLeft(text, offset, isExpression);
  const here = { start: offset, end: offset };
  if (left === null) {
    const word = { kind: "none", start: offset, quote: "", text: "" } as const;
    return { place: { kind: "comment" }, offset, word, insert: here, replace: here, call: null };
  }
  const { word } = left;
  const replace = { start: word.start, end: endOfWord(text, offset, word) };
  const place = placeOf({ ...left, text, following: pathFrom(text, replace.end) });
  return { place, offset, word, insert: { start: word.start, end: offset }, replace, call: callAround(left) };
}

const NAME_PART = /[\p{L}\p{N}\p{M}_.-]*/uy;
const REST_OF_STRING = /[^"'\n[\]]*/y;

/** An unterminated string ends at the cursor. */
function endOfWord(text: string, offset: number, { kind, quote }: Word): number {
  const pattern = kind === "string" ? REST_OF_STRING : NAME_PART;
  pattern.lastIndex = offset;
  const end = offset + (pattern.exec(text)?.[0].length ?? 0);
  return kind === "string" && text[end] !== quote ? offset : end;
}

/** The steps and brackets right of an offset, empty if something else follows. */
function pathFrom(text: string, offset: number): string {
  let depth = 0;
  let end = offset;
  let previous = "";
  for (const { kind, span } of tokenize(text)) {
    if (span.end <= offset || kind === "comment") continue;
    // The cursor may be between the slashes of `//`.
    const token = text.slice(Math.max(offset, span.start), span.end);
    if (token === "[" || token === "(") depth++;
    else if (depth > 0) depth -= token === "]" || token === ")" ? 1 : 0;
    else if (!goesOn(previous, token, kind)) break;
    if (previous === "" && token === "(") break;
    previous = token;
    if (depth === 0) end = span.end;
  }
  return text.slice(offset, end).trim();
}

function goesOn(previous: string, token: string, kind: string): boolean {
  if (token === "/" || token === "//") return true;
  if (previous === "") return false;
  const isOpen = previous === "/" || previous === "//" || previous === "::";
  if (token === "::") return true;
  if (token === "*" || token === "." || token === ".." || token === "@") return isOpen;
  return kind === "axis" || (kind === "name" && (isOpen || previous === "@"));
}

function callAround(left: Left): PlacedCall | null {
  const frame = left.frames.findLast(({ kind }) => kind === "call" || kind === "bracket");
  if (frame?.kind !== "call") return null;
  const argument = frame.items.filter(({ text }) => text === ",").length;
  const first = frame.items[0]?.text ?? (frame === innermost(left) ? left.word.text : "");
  return { name: frame.name, argument, isPath: first.startsWith("/") };
}

function placeOf(cursor: Cursor): Place {
  const frame = innermost(cursor);
  const items = currentItems(frame);
  switch (frame.kind) {
    case "document":
    case "group":
      return inPaths(cursor, frame, items);
    case "names":
      return inNames(cursor);
    case "parameters":
      return inParameters(items);
    case "bracket":
    case "parentheses":
    case "call":
      return isPath(items) ? inPath(cursor, frame, items, true) : inExpression(cursor, frame, items);
  }
}

/** Steps, or a group with some after it. */
function isPath([first, second]: readonly Item[]): boolean {
  if (first === undefined) return false;
  const isGroup = first.kind === "closed" && first.text === "(";
  return isSeparator(first) || (isGroup && second !== undefined && (isSeparator(second) || second.text === "["));
}

function inPaths(cursor: Cursor, frame: Frame, items: readonly Item[]): Place {
  const last = frame.items.at(-1);
  if (frame.kind === "document") {
    const declaring = inDeclaration(frame.items);
    if (declaring !== null) return declaring;
  }
  if (items.length === 0) {
    const isStart = last === undefined || last.text === ";";
    return { kind: "query", isStart: frame.kind === "document" && isStart, inModule: last?.text === ";" };
  }
  return inPath(cursor, frame, items, false);
}

function inDeclaration(items: readonly Item[]): Place | null {
  const last = items.at(-1);
  const before = items.at(-2);
  if (last?.text === "import") return { kind: "keyword", words: ["schema", "data"] };
  if (before?.text === "import") return { kind: "import", what: last?.text === "data" ? "data" : "schema" };
  if (items.at(-3)?.text === "import" && last?.kind === "string") return NOTHING;
  if (last?.text === "declare") return { kind: "keyword", words: ["query"] };
  if (before?.text === "declare") return NOTHING;
  if (items.at(-3)?.text === "declare" && last?.kind !== "closed") return NOTHING;
  return items.at(-4)?.text === "declare" && last?.kind === "closed" ? { kind: "keyword", words: [":="] } : null;
}

/** In a path: after a separator, an axis, an `@` or a whole step. */
function inPath(cursor: Cursor, frame: Frame, items: readonly Item[], isEvidence: boolean): Place {
  if (cursor.word.kind !== "name" && cursor.word.kind !== "none") return NOTHING;
  const last = items.at(-1);
  const before = items.at(-2);
  if (last === undefined) return NOTHING;
  const step = (separator: Item, axis: string | null): Place => ({
    kind: "step",
    origin: pathText(cursor.text, frame, separator.start),
    separator: separator.text === "//" ? "//" : "/",
    axis,
    inNames: false,
    isEvidence,
    following: cursor.following,
  });
  if (isSeparator(last)) return step(last, null);
  if (last.text === "::") {
    const separator = items.at(-3);
    return before !== undefined && separator !== undefined && isSeparator(separator)
      ? step(separator, before.text)
      : NOTHING;
  }
  if (last.text === "@" && before !== undefined && isSeparator(before)) {
    const origin = pathText(cursor.text, frame, before.start);
    return { kind: "attributeStep", origin, separator: before.text === "//" ? "//" : "/" };
  }
  if (cursor.word.kind === "name" || !endsStep(last)) return NOTHING;
  const path = pathText(cursor.text, frame, last.end);
  return { kind: "afterStep", path, isEvidence, hasBracket: last.text === "[" };
}

const endsStep = ({ kind, text }: Item): boolean =>
  kind === "name" || kind === "closed" || text === "*" || text === "." || text === "..";

function inNames(cursor: Cursor): Place {
  const outer = cursor.frames.at(-2);
  if (outer === undefined) return NOTHING;
  const items = currentItems(outer);
  const at = items.findLastIndex(isSeparator);
  const separator = items[at];
  const last = innermost(cursor).items.at(-1);
  if (separator === undefined || (last !== undefined && last.text !== "|")) return NOTHING;
  const next = items[at + 1];
  return {
    kind: "step",
    origin: pathText(cursor.text, outer, separator.start),
    separator: separator.text === "//" ? "//" : "/",
    axis: next?.kind === "axis" ? next.text : null,
    inNames: true,
    following: "",
    isEvidence: outer.kind !== "document" && outer.kind !== "group",
  };
}

function inParameters(items: readonly Item[]): Place {
  const last = items.at(-1);
  if (last?.text === "as") return { kind: "keyword", words: ["string", "number"] };
  return last?.kind === "parameter" ? { kind: "keyword", words: ["as"] } : NOTHING;
}

/** What a function takes as its `n`th argument, in any of its forms; empty: nothing. */
const takes = ({ forms }: FunctionRow, n: number): readonly ParameterKind[] =>
  forms.flatMap(({ parameters, repeats }) => parameters[repeats ? Math.min(n, parameters.length - 1) : n] ?? []);

function inExpression(cursor: Cursor, frame: Frame, items: readonly Item[]): Place {
  const { base } = frame;
  const { word } = cursor;
  const call = frame.kind === "call" ? frame.name : null;
  const inBracket = frame.kind === "bracket";
  const row = call === null ? null : functionOf(call);
  const comma = frame.items.findIndex(({ text }) => text === ",");
  const kinds = row === null ? null : takes(row, frame.items.filter(({ text }) => text === ",").length);
  if (kinds?.includes("text")) {
    if (frame.items.length > comma + 1) return NOTHING;
    return { kind: "value", base, operand: operandOf(frame.items.slice(0, comma)), equality: false };
  }
  if (items.length === 0) {
    if (kinds?.length === 0 || word.kind === "string" || word.kind === "number") return NOTHING;
    if (kinds?.every((kind) => kind === "path")) return { kind: "evidence", base };
    const isBracketStart = inBracket && frame.items.length === 0;
    if (word.kind === "parameter") return isBracketStart ? { kind: "position" } : NOTHING;
    const outer = cursor.frames.at(-2)?.items.at(-1);
    const hasAnchor = isBracketStart && outer?.kind === "closed" && outer.text === "[";
    return { kind: "operand", base, isBracketStart, hasAnchor, call };
  }
  const last = items.at(-1);
  if (last === undefined) return NOTHING;
  if (last.text === "@" && items.length === 1) return { kind: "attribute", base };
  if (inBracket && (last.text === ":" || last.kind === "number" || last.text === "-") && isPosition(items)) {
    return word.kind === "parameter" ? { kind: "position" } : NOTHING;
  }
  const at = items.findIndex((item) => joined(item) !== null);
  const operand = operandOf(at < 0 ? items : items.slice(0, at));
  if (at < 0)
    return isComplete(last) && word.kind !== "string" ? { kind: "operator", base, operand, inBracket } : NOTHING;
  const operator = joined(items[at]);
  const isRelevance = operator !== null && OPERATORS[operator].joins === "relevance";
  if (at === items.length - 1) {
    if (isRelevance) return { kind: "condition", base, operand };
    return { kind: "value", base, operand, equality: operator === "=" || operator === "!=" };
  }
  if (word.kind === "string") return NOTHING;
  // A threshold: what is compared is a relevance.
  if (joined(last) !== null) return { kind: "value", base, operand: { kind: "other", name: "" }, equality: false };
  return { kind: "afterCondition", base, isRelevance: isRelevance && at === items.length - 2, inBracket };
}

/** The operator that compares or scores, null if an item is none. */
function joined(item: Item | undefined): Operator | null {
  const operator = item?.kind === "operator" ? operatorOf(item.text) : null;
  return operator === null || OPERATORS[operator].joins === "conditions" ? null : operator;
}

const isComplete = ({ kind, text }: Item): boolean =>
  kind === "name" || kind === "closed" || kind === "function" || text === ".";
const isPosition = (items: readonly Item[]): boolean =>
  items.every(({ kind, text }) => kind === "number" || kind === "parameter" || text === ":" || text === "-");

function operandOf(items: readonly Item[]): PlacedOperand {
  const [first, second] = items;
  if (first?.text === "@" && second !== undefined) return { kind: "attribute", name: second.text };
  if (first === undefined || items.length > 1) return { kind: "other", name: "" };
  if (first.text === "." || first.text === "node" || first.text === "content") return { kind: "node", name: "" };
  if (first.text === "text()") return { kind: "text", name: "" };
  if (first.kind === "closed") return { kind: "call", name: first.text };
  return first.kind === "name" || first.kind === "function"
    ? { kind: "field", name: first.text }
    : { kind: "other", name: "" };
}
