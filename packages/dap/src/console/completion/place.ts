import { type Cursor, currentItems, type Frame, type Item, isSeparator, pathTo } from "./cursor.js";

/** What a comparison or relevance is about. */
export interface Operand {
  readonly kind: "attribute" | "node" | "call" | "other";
  /** Of an attribute, or of a call with its parentheses. */
  readonly name: string;
}

/** What there is room for at the cursor. `base` is the path from the current nodes to those that are tested, `origin` that before a step. */
export type Place =
  | { readonly kind: "step"; readonly origin: string; readonly separator: string; readonly axis: string | null }
  | { readonly kind: "attributeStep"; readonly origin: string; readonly separator: string }
  | { readonly kind: "behindStep" }
  | { readonly kind: "operand"; readonly base: string; readonly isFirst: boolean }
  | { readonly kind: "evidence" }
  | { readonly kind: "attribute"; readonly base: string }
  | { readonly kind: "operator"; readonly operand: Operand }
  | { readonly kind: "condition" }
  | { readonly kind: "value"; readonly base: string; readonly operand: Operand }
  | { readonly kind: "behindCondition"; readonly isRelevance: boolean }
  | { readonly kind: "parameter" }
  | { readonly kind: "nothing" };

const NOTHING: Place = { kind: "nothing" };

export function placeOf(cursor: Cursor): Place {
  const frame = cursor.frames.at(-1)!;
  if (cursor.word.kind === "parameter") return { kind: "parameter" };
  if (frame.kind === "names") return inNames(cursor, frame);
  const items = currentItems(frame);
  const [first] = items;
  const isPath = first !== undefined && (isSeparator(first) || isGroup(frame, items));
  return isPath ? inPath(cursor, frame, items) : inExpression(cursor, frame, items);
}

/** `(/POI)` at the start of what is typed goes on as a path. */
const isGroup = (frame: Frame, [first, second]: readonly Item[]): boolean =>
  frame.kind === "text" && first?.text === "(" && second !== undefined && (isSeparator(second) || second.text === "[");

function inNames({ frames }: Cursor, { base }: Frame): Place {
  const outer = frames.at(-2)!.items;
  const at = outer.findLastIndex(isSeparator);
  if (at < 0) return NOTHING;
  const axis = outer[at + 2]?.text === "::" ? outer[at + 1]!.text : null;
  return { kind: "step", origin: base, separator: outer[at]!.text, axis };
}

/** In a path: behind a separator, an axis, an `@` or a whole step. */
function inPath({ text, word }: Cursor, frame: Frame, items: readonly Item[]): Place {
  if (word.kind === "string") return NOTHING;
  const last = items.at(-1)!;
  const from = (separator: Item) => ({ origin: pathTo(text, frame, separator.start), separator: separator.text });
  if (isSeparator(last)) return { kind: "step", ...from(last), axis: null };
  if (last.text === "::") {
    const separator = items.at(-3);
    return separator !== undefined && isSeparator(separator)
      ? { kind: "step", ...from(separator), axis: items.at(-2)!.text }
      : NOTHING;
  }
  const before = items.at(-2);
  if (last.text === "@") return before === undefined ? NOTHING : { kind: "attributeStep", ...from(before) };
  return word.kind === "none" ? { kind: "behindStep" } : NOTHING;
}

const PATH_CALLS = new Set(["count", "exists"]);
const TEXT_CALLS = new Set(["contains", "starts-with", "ends-with"]);
const RELEVANCE = "=~";
const COMPARISON = new Set(["=", "!=", "<", "<=", ">", ">="]);
const isOperator = ({ kind, text }: Item): boolean =>
  kind === "operator" && (text === RELEVANCE || COMPARISON.has(text));

function inExpression({ word }: Cursor, frame: Frame, items: readonly Item[]): Place {
  const { base } = frame;
  if (frame.kind === "call" && TEXT_CALLS.has(frame.name) && frame.items.at(-1)?.text === ",")
    return { kind: "value", base, operand: operandOf(frame.items.slice(0, -1)) };
  const last = items.at(-1);
  if (last === undefined) {
    if (word.kind === "string") return NOTHING;
    if (frame.kind === "call" && PATH_CALLS.has(frame.name)) return { kind: "evidence" };
    return { kind: "operand", base, isFirst: frame.items.length === 0 && frame.kind !== "call" };
  }
  if (last.text === "@" && items.length === 1) return { kind: "attribute", base };
  const at = items.findIndex(isOperator);
  const operand = operandOf(at < 0 ? items : items.slice(0, at));
  if (at < 0) return word.kind === "none" && operand.kind !== "other" ? { kind: "operator", operand } : NOTHING;
  const isRelevance = items[at]!.text === RELEVANCE;
  if (at === items.length - 1) return isRelevance ? { kind: "condition" } : { kind: "value", base, operand };
  return word.kind === "string"
    ? NOTHING
    : { kind: "behindCondition", isRelevance: isRelevance && at === items.length - 2 };
}

function operandOf(items: readonly Item[]): Operand {
  const [first, second] = items;
  if (first?.text === "@" && second !== undefined && items.length === 2)
    return { kind: "attribute", name: second.text };
  if (first === undefined || items.length > 1) return { kind: "other", name: "" };
  if (first.text === "node" || first.text === "text()") return { kind: "node", name: "" };
  if (first.kind === "closed") return { kind: "call", name: first.text };
  return first.kind === "name" ? { kind: "attribute", name: first.text } : { kind: "other", name: "" };
}
