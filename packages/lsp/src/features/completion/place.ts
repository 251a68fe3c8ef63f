import { type Cursor, currentItems, type Frame, frameOf, type Item, isSeparator, pathText } from "./cursor.js";

/** What a comparison or relevance is about. */
export interface Operand {
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
    }
  | { readonly kind: "behindStep"; readonly path: string; readonly isEvidence: boolean; readonly hasBracket: boolean }
  | { readonly kind: "attributeStep"; readonly origin: string; readonly separator: "/" | "//" }
  | { readonly kind: "evidence"; readonly base: string }
  | {
      readonly kind: "operand";
      readonly base: string;
      /** Alone in its bracket, where a position may stand. */
      readonly isBracketStart: boolean;
      /** An offset may stand here: there is a bracket before. */
      readonly hasAnchor: boolean;
      /** The function around. */
      readonly call: string | null;
    }
  | { readonly kind: "attribute"; readonly base: string }
  | { readonly kind: "operator"; readonly base: string; readonly operand: Operand; readonly inBracket: boolean }
  | { readonly kind: "condition"; readonly base: string; readonly operand: Operand }
  | { readonly kind: "value"; readonly base: string; readonly operand: Operand; readonly equality: boolean }
  | {
      readonly kind: "behindCondition";
      readonly base: string;
      readonly isRelevance: boolean;
      readonly inBracket: boolean;
    }
  | { readonly kind: "position" }
  | { readonly kind: "nothing" };

const NOTHING: Place = { kind: "nothing" };

/** What may be typed at the cursor. */
export function placeOf(cursor: Cursor): Place {
  const frame = frameOf(cursor);
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
      return items[0] !== undefined && isSeparator(items[0])
        ? inPath(cursor, frame, items, true)
        : inExpression(cursor, frame, items);
  }
}

function inPaths(cursor: Cursor, frame: Frame, items: readonly Item[]): Place {
  const last = frame.items.at(-1);
  if (frame.kind === "document") {
    const declaring = inDeclaration(cursor, frame.items);
    if (declaring !== null) return declaring;
  }
  if (items.length === 0) {
    const isStart = last === undefined || last.text === ";";
    return { kind: "query", isStart: frame.kind === "document" && isStart, inModule: last?.text === ";" };
  }
  return inPath(cursor, frame, items, false);
}

function inDeclaration({ word }: Cursor, items: readonly Item[]): Place | null {
  const last = items.at(-1);
  const before = items.at(-2);
  if (last?.text === "import") return { kind: "keyword", words: ["schema", "data"] };
  if (before?.text === "import" && word.kind === "string") {
    return { kind: "import", what: last?.text === "data" ? "data" : "schema" };
  }
  if (before?.text === "import") return { kind: "import", what: last?.text === "data" ? "data" : "schema" };
  if (items.at(-3)?.text === "import" && last?.kind === "string") return NOTHING;
  if (last?.text === "declare") return { kind: "keyword", words: ["query"] };
  if (before?.text === "declare") return NOTHING;
  if (items.at(-3)?.text === "declare" && last?.kind !== "closed") return NOTHING;
  return items.at(-4)?.text === "declare" && last?.kind === "closed" ? { kind: "keyword", words: [":="] } : null;
}

/** In a path: behind a separator, an axis, an `@` or a whole step. */
function inPath(cursor: Cursor, frame: Frame, items: readonly Item[], isEvidence: boolean): Place {
  if (cursor.word.kind !== "name" && cursor.word.kind !== "none") return NOTHING;
  const last = items.at(-1)!;
  const before = items.at(-2);
  const step = (separator: Item, axis: string | null): Place => ({
    kind: "step",
    origin: pathText(cursor.text, frame, separator.start),
    separator: separator.text === "//" ? "//" : "/",
    axis,
    inNames: false,
    isEvidence,
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
  return { kind: "behindStep", path, isEvidence, hasBracket: last.text === "[" };
}

const endsStep = ({ kind, text }: Item): boolean =>
  kind === "name" || kind === "closed" || text === "*" || text === "." || text === "..";

function inNames(cursor: Cursor): Place {
  const outer = cursor.frames.at(-2)!;
  const items = currentItems(outer);
  const at = items.findLastIndex(isSeparator);
  const last = frameOf(cursor).items.at(-1);
  if (at < 0 || (last !== undefined && last.text !== "|")) return NOTHING;
  const separator = items[at]!;
  return {
    kind: "step",
    origin: pathText(cursor.text, outer, separator.start),
    separator: separator.text === "//" ? "//" : "/",
    axis: items[at + 1]?.kind === "axis" ? items[at + 1]!.text : null,
    inNames: true,
    isEvidence: outer.kind !== "document" && outer.kind !== "group",
  };
}

function inParameters(items: readonly Item[]): Place {
  const last = items.at(-1);
  if (last?.text === "as") return { kind: "keyword", words: ["string", "number"] };
  return last?.kind === "parameter" ? { kind: "keyword", words: ["as"] } : NOTHING;
}

const PATH_CALLS = new Set(["count", "exists", "agg_min", "agg_max", "agg_avg", "agg_gmean"]);
const TEXT_CALLS = new Set(["contains", "starts-with", "ends-with"]);
const PLAIN_CALLS = new Set(["position", "last", "name", "text"]);

function inExpression(cursor: Cursor, frame: Frame, items: readonly Item[]): Place {
  const { base } = frame;
  const { word } = cursor;
  const call = frame.kind === "call" ? frame.name : null;
  const inBracket = frame.kind === "bracket";
  if (call !== null && TEXT_CALLS.has(call) && frame.items.some(({ text }) => text === ",")) {
    const comma = frame.items.findIndex(({ text }) => text === ",");
    if (frame.items.length > comma + 1) return NOTHING;
    return { kind: "value", base, operand: operandOf(frame.items.slice(0, comma)), equality: false };
  }
  if (items.length === 0) {
    if (call !== null && PLAIN_CALLS.has(call)) return NOTHING;
    if (word.kind === "string" || word.kind === "number") return NOTHING;
    if (call !== null && PATH_CALLS.has(call)) return { kind: "evidence", base };
    const isBracketStart = inBracket && frame.items.length === 0;
    if (word.kind === "parameter") return isBracketStart ? { kind: "position" } : NOTHING;
    const outer = cursor.frames.at(-2)?.items.at(-1);
    const hasAnchor = isBracketStart && outer?.kind === "closed" && outer.text === "[";
    return { kind: "operand", base, isBracketStart, hasAnchor, call };
  }
  const last = items.at(-1)!;
  if (last.text === "@" && items.length === 1) return { kind: "attribute", base };
  if (inBracket && (last.text === ":" || last.kind === "number" || last.text === "-") && isPosition(items)) {
    return word.kind === "parameter" ? { kind: "position" } : NOTHING;
  }
  const at = items.findIndex(isOperator);
  const operand = operandOf(at < 0 ? items : items.slice(0, at));
  if (at < 0)
    return isComplete(last) && word.kind !== "string" ? { kind: "operator", base, operand, inBracket } : NOTHING;
  const operator = items[at]!.text;
  const isRelevance = RELEVANCE.has(operator);
  if (at === items.length - 1) {
    if (isRelevance) return { kind: "condition", base, operand };
    return { kind: "value", base, operand, equality: operator === "=" || operator === "!=" };
  }
  if (word.kind === "string") return NOTHING;
  return { kind: "behindCondition", base, isRelevance: isRelevance && at === items.length - 2, inBracket };
}

const RELEVANCE = new Set(["=~", "≈", "~=", "~"]);
const COMPARISON = new Set([
  "=",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "==",
  "<>",
  "eq",
  "ne",
  "lt",
  "le",
  "gt",
  "ge",
  "≠",
  "≤",
  "≥",
]);
const isOperator = ({ kind, text }: Item): boolean =>
  kind === "operator" && (RELEVANCE.has(text) || COMPARISON.has(text));
const isComplete = ({ kind, text }: Item): boolean =>
  kind === "name" || kind === "closed" || kind === "function" || text === ".";
const isPosition = (items: readonly Item[]): boolean =>
  items.every(({ kind, text }) => kind === "number" || kind === "parameter" || text === ":" || text === "-");

function operandOf(items: readonly Item[]): Operand {
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
