import { VERBS } from "../tokens/updateWords.js";
import type { Item, Word } from "./frames.js";
import type { Place } from "./place.js";

/** The text of an update, the word at the cursor, and the reading of a path in it. */
interface UpdateText {
  readonly text: string;
  readonly word: Word;
  readonly inPath: (items: readonly Item[]) => Place;
}

/** Place in an update, given the items outside of all brackets; null outside of updates. */
export function inUpdate(items: readonly Item[], { text, word, inPath }: UpdateText): Place | null {
  const from = items.findLastIndex(({ text }) => text === ":=" || text === ";") + 1;
  const updateItems = items.slice(from);
  // Alone, the word could still be a name.
  const at = updateItems.length === 1 && VERBS.has(updateItems[0]!.text) ? 0 : updateItems.findLastIndex(isVerb);
  const verb = updateItems[at];
  if (verb === undefined) return updateItems.length === 0 && declaresUpdate(items, from) ? { kind: "primitive" } : null;
  const rest = updateItems.slice(at + 1);
  if (updateItems.at(-1)?.text === "," && !isInElement(rest)) return { kind: "primitive" };
  const enclosed = inEnclosed(rest, inPath);
  if (enclosed !== null) return enclosed;
  const element = inElement(rest, word);
  if (element !== null) return element;
  const last = rest.at(-1);
  if (last === undefined)
    return { kind: "keyword", words: verb.text === "replace" ? ["node", "value of node"] : ["node"] };
  if (last.kind === "keyword") return afterWord(verb.text, rest, last.text, text);
  const start = rest.findLastIndex(({ kind }) => kind === "keyword") + 1;
  const words = wordsAfter(verb.text, rest);
  const path = rest.slice(start);
  const [first] = path;
  const isPath =
    first !== undefined &&
    (first.text === "/" || first.text === "//" || (first.kind === "closed" && first.text === "("));
  if (!isPath) return words.length === 0 ? NOTHING : { kind: "keyword", words };
  const place = inPath(path);
  return place.kind === "afterStep" ? { ...place, words } : place;
}

/** In the braces around a value; null: in none. */
function inEnclosed(items: readonly Item[], inPath: (items: readonly Item[]) => Place): Place | null {
  const at = items.findLastIndex(({ kind, text }) => kind === "punctuation" && (text === "{" || text === "}"));
  if (items[at]?.text !== "{") return null;
  const inside = items.slice(at + 1);
  if (inside.length > 0) return inPath(inside);
  const name = items[at - 1];
  return name?.kind === "name" ? newValueOf(name, "//*") : VALUE;
}

/** A value that may be a path. */
export const VALUE = {
  kind: "operand",
  base: "",
  takes: "value",
  isBracketStart: false,
  isJoined: false,
  hasAnchor: false,
  call: null,
} as const satisfies Place;

/** The new value of an attribute of the nodes of a path. */
const newValueOf = (name: Item, path: string): Place => ({
  kind: "value",
  base: "",
  operand: { kind: "attribute", name: plain(name.text), path },
  equality: true,
});

const NOTHING: Place = { kind: "nothing" };

const isVerb = ({ kind, text }: Item): boolean => kind === "keyword" && VERBS.has(text);

const declaresUpdate = (items: readonly Item[], from: number): boolean =>
  items[from - 1]?.text === ":=" &&
  items.slice(0, from).findLast(({ text }) => text === "query" || text === "update")?.text === "update";

function afterWord(verb: string, rest: readonly Item[], word: string, text: string): Place {
  const isValue = rest.some(({ kind, text }) => kind === "keyword" && text === "of");
  switch (word) {
    case "value":
      return { kind: "keyword", words: ["of node"] };
    case "of":
      return { kind: "keyword", words: ["node"] };
    case "as":
      return verb === "rename"
        ? { kind: "made", parent: null, isRename: true }
        : { kind: "keyword", words: ["first into", "last into"] };
    case "first":
    case "last":
      return { kind: "keyword", words: ["into"] };
    case "attribute":
      return { kind: "madeAttribute", type: "", given: [] };
    case "with":
      if (isValue) return newValue(rest, text);
      return { kind: "updated", takesContent: true, takesAttribute: false };
    default: {
      const isInserted = verb === "insert" && word === "node";
      return { kind: "updated", takesContent: isInserted, takesAttribute: isInserted };
    }
  }
}

/** After `replace value of node P with`. */
function newValue(rest: readonly Item[], text: string): Place {
  const from = rest.findIndex(({ kind, text: word }) => kind === "keyword" && word === "node") + 1;
  const [separator, at, name] = rest.slice(from, -1).slice(-3);
  return at?.text === "@" && name !== undefined
    ? newValueOf(name, text.slice(rest[from]!.start, separator!.start) || "//*")
    : VALUE;
}

const PLACINGS = ["into", "as first into", "as last into", "before", "after"];

/** Words that may follow a path or content, by the present words. */
function wordsAfter(verb: string, rest: readonly Item[]): readonly string[] {
  const has = (word: string): boolean => rest.some(({ kind, text }) => kind === "keyword" && text === word);
  const isPlaced = ["into", "before", "after"].some(has);
  switch (verb) {
    case "insert":
      return isPlaced ? [] : has("attribute") ? ["into"] : PLACINGS;
    case "move":
      return isPlaced ? [] : PLACINGS;
    case "replace":
      return has("with") ? [] : ["with"];
    case "rename":
      return has("as") ? [] : ["as"];
    default:
      return [];
  }
}

/** An open element, as far as it is written. */
interface Open {
  readonly name: string;
  readonly attributes: string[];
}

interface Reading {
  readonly open: Open[];
  /** In the tag of the innermost one; in the quotes of an attribute. */
  place: "content" | "name" | "tag" | "equals" | "value" | "closing";
  hasTags: boolean;
}

function readTags(items: readonly Item[]): Reading {
  const reading: Reading = { open: [], place: "content", hasTags: false };
  for (const { kind, text } of items) {
    if (kind === "tag") readSign(reading, text);
    else if (reading.place === "name") {
      reading.open.push({ name: plain(text), attributes: [] });
      reading.place = "tag";
    } else if (reading.place === "tag" && kind === "name") reading.open.at(-1)?.attributes.push(plain(text));
    else if (kind === "text" && (text === '"' || text === "'"))
      reading.place = reading.place === "equals" ? "value" : reading.place === "value" ? "tag" : reading.place;
  }
  return reading;
}

function readSign(reading: Reading, sign: string): void {
  if (sign === "<") {
    reading.place = "name";
    reading.hasTags = true;
  } else if (sign === "=") reading.place = "equals";
  else if (sign === "</") {
    reading.place = "closing";
  } else {
    if (sign === "/>" || reading.place === "closing") reading.open.pop();
    reading.place = "content";
  }
}

const plain = (text: string): string => (/^["']/.test(text) ? text.slice(1, -1) : text);

const isInElement = (items: readonly Item[]): boolean => {
  const { open, place } = readTags(items);
  return open.length > 0 || place !== "content";
};

/** In an element constructor; null: outside of one, or after it. */
function inElement(items: readonly Item[], word: Word): Place | null {
  const { open, place, hasTags } = readTags(items);
  const around = open.at(-1);
  if (!hasTags) return null;
  switch (place) {
    case "name":
      return { kind: "made", parent: around?.name ?? null, isRename: false };
    case "tag":
      return around === undefined ? NOTHING : { kind: "madeAttribute", type: around.name, given: around.attributes };
    case "value":
      return around === undefined
        ? NOTHING
        : { kind: "madeValue", type: around.name, attribute: around.attributes.at(-1) ?? "" };
    case "closing":
      return around === undefined ? NOTHING : { kind: "keyword", words: [`${around.name}>`] };
    default:
      return around === undefined && word.kind !== "string" ? null : NOTHING;
  }
}
