import { tokenize } from "../tokens/tokenize.js";
import { type FunctionRow, functionOf, ID_STEP, type ParameterKind } from "../words/functions.js";
import { COMPARISON_OPERATORS, OPERATORS, type Operator } from "../words/operators.js";
import {
  type Clause,
  currentIn,
  currentItems,
  type Frame,
  type Item,
  innermost,
  isSeparator,
  joinedBy,
  type LeftContext,
  operandIn,
  pathText,
  readLeft,
  type Word,
} from "./frames.js";
import { inUpdate, VALUE } from "./inUpdate.js";
import type { Place, PlaceAt, PlacedCall, PlacedList, PlacedOperand } from "./place.js";

export interface PlaceOptions {
  /** The text is what a bracket may hold, and not a document: an expression, a position or a path. Default false. */
  readonly isExpression?: boolean;
}

const NOTHING: Place = { kind: "nothing" };

/** The text, what is left of the cursor in it, and the path that follows. */
interface Cursor extends LeftContext {
  readonly text: string;
  readonly offset: number;
  readonly following: string;
}

/**
 * Place at an offset of a text, however broken: read from the tokens left and right of it.
 *
 * @example placeAt("/Plan/Day[@", 11).place.kind // "attribute"
 */
export function placeAt(text: string, offset: number, { isExpression = false }: PlaceOptions = {}): PlaceAt {
  const context = readLeft(text, offset, isExpression);
  const cursorSpan = { start: offset, end: offset };
  if (context === null) {
    const word = { kind: "none", start: offset, quote: "", text: "" } as const;
    return {
      place: { kind: "comment" },
      offset,
      word,
      insert: cursorSpan,
      replace: cursorSpan,
      call: null,
      list: null,
      bound: new Map(),
    };
  }
  const { word } = context;
  const replace = { start: word.start, end: endOfWord(text, offset, word) };
  const place = placeOf({ ...context, text, offset, following: pathFrom(text, replace.end) });
  const insert = { start: word.start, end: offset };
  return {
    place,
    offset,
    word,
    insert,
    replace,
    call: callAround(context),
    list: listAround(context),
    bound: context.bound(),
  };
}

const NAME_PART = /[\p{L}\p{N}\p{M}_.-]*/uy;
const REST_OF_STRING = /[^"'\n[\]]*/y;

/** An unterminated string ends at the cursor, and so does a name whose quotes are not closed. */
function endOfWord(text: string, offset: number, { kind, quote, text: typed }: Word): number {
  const nameQuote = kind === "name" && /^["']/.test(typed) ? typed.charAt(0) : "";
  const pattern = kind === "string" || nameQuote !== "" ? REST_OF_STRING : NAME_PART;
  pattern.lastIndex = offset;
  const end = offset + (pattern.exec(text)?.[0].length ?? 0);
  if (nameQuote !== "") return text[end] === nameQuote ? end + 1 : offset;
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

function callAround(left: LeftContext): PlacedCall | null {
  const frame = left.frames.findLast(({ kind }) => kind === "call" || kind === "bracket");
  if (frame?.kind !== "call") return null;
  const argument = frame.items.filter(({ text }) => text === ",").length;
  const first = frame.items[0]?.text ?? (frame === innermost(left) ? left.word.text : "");
  const row = functionOf(frame.name);
  return { name: frame.name, argument, takes: row === null ? [] : takes(row, argument), isPath: first.startsWith("/") };
}

const LISTS: Readonly<Partial<Record<Clause, PlacedList["kind"]>>> = { order: "order by", groups: "group by" };

function listAround(left: LeftContext): PlacedList | null {
  const frame = left.frames.findLast(({ kind }) => kind === "call" || kind === "bracket" || kind === "record");
  if (frame === undefined || frame.kind === "call") return null;
  const kind = frame.kind === "record" ? "record" : LISTS[currentIn(frame).clause];
  if (kind === undefined) return null;
  const entry = frame.items.slice(frame.items.findLastIndex(({ text }) => text === ",") + 1);
  return { kind, isAfterFirst: entry.some((item) => PARTS[kind].test(item.text)) };
}

/** The words after which the second part of a key or field follows. */
const PARTS: Readonly<Record<PlacedList["kind"], RegExp>> = {
  "order by": /^(?:ascending|descending)$/i,
  "group by": /^as$/i,
  record: /^:$/,
};

function placeOf(cursor: Cursor): Place {
  const frame = innermost(cursor);
  switch (frame.kind) {
    case "document":
    case "group":
      return inPaths(cursor, frame);
    case "names":
      return inNames(cursor);
    case "parameters":
      return inParameters(
        currentItems(frame),
        cursor.frames.at(-2)?.items.some(({ text }) => text === "update") === true,
      );
    case "bracket":
    case "record":
    case "parentheses":
    case "call":
      return inExpression(cursor, frame);
  }
}

/** Steps, or what they start from with some after it. */
function isPath([first, second]: readonly Item[]): boolean {
  if (first === undefined) return false;
  if (isSeparator(first)) return true;
  if (second === undefined) return false;
  if (first.kind === "closed" && first.text === "(") return isSeparator(second) || second.text === "[";
  return isSeparator(second) && (first.kind === "parameter" || first.text === "root()" || first.text === "..");
}

function inPaths(cursor: Cursor, frame: Frame): Place {
  if (frame.kind === "document") {
    const declaring = inDeclaration(frame.items);
    if (declaring !== null) return declaring;
    const inPath = (items: readonly Item[]): Place => placeInPath(cursor, frame, items);
    const updating = inUpdate(frame.items, { text: cursor.text, word: cursor.word, inPath });
    if (updating !== null) return updating;
  }
  return placeInPath(cursor, frame, currentItems(frame));
}

function placeInPath(cursor: Cursor, frame: Frame, found: readonly Item[]): Place {
  const last = frame.items.at(-1);
  const isDocument = frame.kind === "document";
  const isMoment = isDocument && found[0]?.text === "as";
  if (isMoment && found.length === 1) return { kind: "keyword", words: ["of"] };
  const hasMoment = isMoment && found[1]?.text === "of";
  if (hasMoment && found.length === 2) return { kind: "moment" };
  const items = hasMoment ? found.slice(3) : found;
  if (items.length === 0) {
    const isStart = last === undefined || last.text === ";";
    const isWhole = isDocument && (isStart || last.text === ":=" || hasMoment);
    return { kind: "query", isStart: isDocument && isStart, inModule: last?.text === ";", isWhole, hasMoment };
  }
  if (items.some(({ kind, text }) => kind === "closed" && text === "{")) return NOTHING;
  const [first] = items;
  const isValue = items.some((item) => joinedBy(item) !== null) || (first?.kind === "closed" && first.text.length > 1);
  return isValue ? inOperands(cursor, frame, items) : inPath(cursor, frame, items, false);
}

function inDeclaration(items: readonly Item[]): Place | null {
  const last = items.at(-1);
  const before = items.at(-2);
  if (last?.text === "import") return { kind: "keyword", words: ["schema", "data"] };
  if (before?.text === "import") return { kind: "import", what: last?.text === "data" ? "data" : "schema" };
  if (items.at(-3)?.text === "import" && last?.kind === "string") return NOTHING;
  if (last?.text === "declare") return { kind: "keyword", words: ["query", "update"] };
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
    origin: pathText(cursor.text, frame, separator.start, cursor.bound),
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
    const origin = pathText(cursor.text, frame, before.start, cursor.bound);
    return { kind: "attributeStep", origin, separator: before.text === "//" ? "//" : "/" };
  }
  if ((cursor.word.kind === "name" && cursor.word.start === last.end) || !endsStep(last)) return NOTHING;
  if (before !== undefined && isSeparator(before) && VALUE_STEP.test(cursor.text.slice(last.start, last.end)))
    return NOTHING;
  const path = pathText(cursor.text, frame, last.end, cursor.bound);
  const { clause } = currentIn(frame);
  const [inBinding, inKey] = [clause === "bindings", clause === "order"];
  const hasBracket = last.text === "[";
  return { kind: "afterStep", path, isEvidence, hasBracket, inBinding, inKey, isCompared: false, words: null };
}

/** Parentheses that hold more than names: a value for each node, which ends its path. */
const VALUE_STEP = /^\(.*[@(*+\d"'.]/s;

const endsStep = ({ kind, text }: Item): boolean =>
  kind === "name" || kind === "closed" || text === "*" || text === "." || text === "..";

function inNames(cursor: Cursor): Place {
  const outer = cursor.frames.at(-2);
  if (outer === undefined) return NOTHING;
  const items = operandIn(outer);
  const at = items.findLastIndex(isSeparator);
  const separator = items[at];
  const last = innermost(cursor).items.at(-1);
  if (separator === undefined) return NOTHING;
  const origin = pathText(cursor.text, outer, separator.start, cursor.bound);
  // A value for each node: `/(@minutes * 2)`.
  if (last?.text === "@" && innermost(cursor).items.length === 1)
    return { kind: "attributeStep", origin, separator: "/" };
  if (last !== undefined && last.text !== "|") return NOTHING;
  const next = items[at + 1];
  return {
    kind: "step",
    origin,
    separator: separator.text === "//" ? "//" : "/",
    axis: next?.kind === "axis" ? next.text : null,
    inNames: true,
    following: "",
    isEvidence: outer.kind !== "document" && outer.kind !== "group",
  };
}

/** Updates take nodes, too. */
function inParameters(items: readonly Item[], isOfUpdate: boolean): Place {
  const last = items.at(-1);
  if (last?.text === "as") return { kind: "keyword", words: ["string", "number", ...(isOfUpdate ? ["node"] : [])] };
  return last?.kind === "parameter" ? { kind: "keyword", words: ["as"] } : NOTHING;
}

/** Kinds of the `n`th argument of a function, in any of its forms; empty: none. */
const takes = ({ forms }: FunctionRow, n: number): readonly ParameterKind[] =>
  forms.flatMap(({ parameters, repeats }) => parameters[repeats ? Math.min(n, parameters.length - 1) : n] ?? []);

function inExpression(cursor: Cursor, frame: Frame): Place {
  const { items, joint, clause } = currentIn(frame);
  if (clause === "bindings") return inBindings(cursor, frame, items, joint);
  if (items.length === 0) return beforeOperand(cursor, frame, clause);
  if (frame.kind === "call" && frame.name === ID_STEP.name)
    return items.length === 1 && items[0]?.text === "@" ? { kind: "attribute", base: frame.base } : NOTHING;
  const joins = items.at(-1)?.text;
  if (frame.kind === "call" && (joins === "except" || joins === "intersect" || joins === "|"))
    return { kind: "evidence", base: frame.base };
  if (joins === "||") return { ...VALUE, base: frame.base };
  const place = inOperands(cursor, frame, items);
  if (clause === "groups" && items.some(({ kind, text }) => kind === "keyword" && text === "as")) return NOTHING;
  const isWhole = place.kind === "operator" || place.kind === "afterCondition";
  if (clause === "groups" && (isWhole || (place.kind === "afterStep" && items.at(-2)?.text === "@")))
    return { kind: "keyword", words: ["as"] };
  if (clause !== "order") return place;
  if (items.at(-1)?.kind === "keyword")
    return { kind: "afterKey", base: frame.base, hasDirection: true, operand: operandOf(items.slice(0, -1)) };
  if (place.kind !== "operator" && place.kind !== "afterCondition") return place;
  return { kind: "afterKey", base: frame.base, hasDirection: false, operand: operandOf(items) };
}

/** `some $x in /a, $y in $x/b satisfies`: a new name, `in`, a path. */
function inBindings(cursor: Cursor, frame: Frame, items: readonly Item[], joint: Item | null): Place {
  if (joint?.text !== "in")
    return items.length === 1 && items[0]?.kind === "parameter" ? { kind: "keyword", words: ["in"] } : NOTHING;
  return items.length === 0 ? { kind: "evidence", base: frame.base } : inPath(cursor, frame, items, true);
}

/** Place where an operand may begin, by the surrounding function. */
function beforeOperand({ frames, word, text, offset }: Cursor, frame: Frame, clause: Clause): Place {
  const { base, items } = frame;
  const call = frame.kind === "call" ? frame.name : null;
  if (call === ID_STEP.name) return items.length > 0 ? NOTHING : { kind: "ids", base };
  const row = call === null ? null : functionOf(call);
  const argument = items.filter(({ text }) => text === ",").length;
  const kinds = row === null ? null : takes(row, argument);
  const isText = kinds?.every((kind) => kind === "text") === true && kinds.length > 0;
  if (isText || (argument > 0 && kinds?.every((kind) => kind === "value") && kinds.length > 0)) {
    const comma = items.findIndex(({ text }) => text === ",");
    return { kind: "value", base, operand: operandOf(items.slice(0, Math.max(comma, 0))), equality: false };
  }
  if (kinds?.length === 0 || word.kind === "string" || word.kind === "number") return NOTHING;
  // In arithmetic, and where no node is tested, `avg(` is over values.
  const isInArithmetic = OPERATORS[joinedBy(frames.at(-2)?.items.at(-2)) ?? "="].joins === "numbers";
  const isOfValues = isInArithmetic || !frames.some(({ kind }) => kind === "bracket" || kind === "record");
  const takesPath = kinds?.every((kind) => kind === "path" || kind === "values");
  if (takesPath || (isOfValues && kinds?.includes("values"))) return { kind: "evidence", base };
  const isBracketStart = frame.kind === "bracket" && items.length === 0;
  if (word.kind === "parameter" && isBracketStart) return { kind: "position" };
  const outer = frames.at(-2)?.items.at(-1);
  const hasAnchor = isBracketStart && outer?.kind === "closed" && outer.text === "[";
  const isValue = kinds?.every((kind) => kind === "value") === true;
  return {
    kind: "operand",
    base,
    takes: clause === "order" || clause === "groups" ? "key" : isValue ? "value" : "condition",
    isBracketStart,
    isJoined: isConnective(currentIn(frame).joint?.text) || isConnective(nextWord(text, offset)),
    hasAnchor,
    call,
  };
}

const isConnective = (word: string | undefined): boolean => word === "and" || word === "or";

/** The word after an offset and the rest of the one that is there. */
const nextWord = (text: string, offset: number): string | undefined =>
  /^[\p{L}\p{N}_-]*\s*(\p{L}+)/u.exec(text.slice(offset, offset + 100))?.[1];

/** In a chain of operands that operators join. */
function inOperands(cursor: Cursor, frame: Frame, items: readonly Item[]): Place {
  const { base } = frame;
  const { word } = cursor;
  const inBracket = frame.kind === "bracket";
  const last = items.at(-1);
  if (inBracket && isPosition(items)) return word.kind === "parameter" ? { kind: "position" } : NOTHING;
  const at = items.findLastIndex((item) => joinedBy(item) !== null || item.text === "||");
  const tail = items.slice(at + 1);
  const operator = joinedBy(items[at]);
  const joins = operator === null ? null : OPERATORS[operator].joins;
  const compares = items.findIndex((item) => COMPARES.has(joinedBy(item)));
  const isPlain = compares >= 0 && items.slice(0, compares).every((item) => joinedBy(item) === null);
  const operand = operandOf(compares < 0 ? tail : isPlain ? items.slice(0, compares) : []);
  if (tail.length === 0) {
    if (joins === "relevance") return { kind: "condition", base, operand: operandOf(items.slice(0, at)) };
    if (joins === "values") return { kind: "value", base, operand, equality: operator === "=" || operator === "!=" };
    if (word.kind === "string" || word.kind === "number") return NOTHING;
    return { ...VALUE, base };
  }
  if (isPath(tail)) {
    const place = inPath(cursor, frame, tail, true);
    return place.kind === "afterStep" ? { ...place, isCompared: compares >= 0 } : place;
  }
  if (last?.text === "@" && tail.length === 1) return { kind: "attribute", base };
  if (word.kind === "string" || word.kind === "number" || !isComplete(last)) return NOTHING;
  if (at < 0) return { kind: "operator", base, operand, inBracket };
  const isRelevance = joins === "relevance";
  if (compares < 0 && !isRelevance) return { kind: "operator", base, operand: OTHER, inBracket };
  return { kind: "afterCondition", base, isRelevance, isValue: !isRelevance, inBracket };
}

const COMPARES: ReadonlySet<Operator | null> = new Set([...COMPARISON_OPERATORS, "=~", "≈"]);

const isComplete = (item: Item | undefined): boolean =>
  item !== undefined && (OPERAND_KINDS.has(item.kind) || item.text === ".");
const OPERAND_KINDS = new Set<Item["kind"]>(["name", "closed", "function", "string", "number", "parameter"]);

const isPosition = (items: readonly Item[]): boolean =>
  items.at(-1)?.kind !== "parameter" &&
  items.every(({ kind, text }) => kind === "number" || kind === "parameter" || text === ":" || text === "-");

const OTHER: PlacedOperand = { kind: "other", name: "" };

function operandOf(items: readonly Item[]): PlacedOperand {
  const [first, second] = items;
  if (first?.text === "@" && second !== undefined) return { kind: "attribute", name: second.text };
  if (first === undefined || items.length > 1) return OTHER;
  if (first.text === "." || first.text === "node" || first.text === "content") return { kind: "node", name: "" };
  if (first.text === "text()") return { kind: "text", name: "" };
  if (first.kind === "closed") return { kind: "call", name: first.text };
  return first.kind === "name" || first.kind === "function" ? { kind: "field", name: first.text } : OTHER;
}
