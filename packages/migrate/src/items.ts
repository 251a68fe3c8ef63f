import { functionOf, ID_STEP, type Span, type TextEdit, type TokenKind, tokenize } from "@semantic-xpath/parser";

/**
 * The tokens of a text with what is between brackets as one item: all that the rules look at. What the tokens are is the parser's
 * business; which of them stand together is enough to recognise the forms of a dialect.
 */
export type Item = Leaf | Group;

export interface Leaf {
  readonly kind: TokenKind;
  readonly text: string;
  readonly span: Span;
}

export interface Group {
  readonly kind: "group";
  readonly text: "(" | "[";
  readonly span: Span;
  readonly inside: readonly Item[];
  /** True if its closing bracket exists. */
  readonly isClosed: boolean;
}

interface OpenGroup {
  readonly text: "(" | "[";
  readonly start: number;
  readonly inside: Item[];
}

const CLOSERS: Readonly<Record<string, "(" | "[">> = { ")": "(", "]": "[" };

/** The items of a text. A closing bracket ends what is still open inside of its own. */
export function itemsOf(text: string): readonly Item[] {
  const items: Item[] = [];
  const open: OpenGroup[] = [];
  const into = (): Item[] => open.at(-1)?.inside ?? items;
  const close = (end: number, isClosed: boolean): void => {
    const { text: opening, start, inside } = open.pop()!;
    into().push({ kind: "group", text: opening, span: { start, end }, inside, isClosed });
  };
  for (const { kind, span } of tokenize(text)) {
    const word = text.slice(span.start, span.end);
    const opening = kind === "punctuation" ? CLOSERS[word] : undefined;
    if (kind === "comment") continue;
    if (kind === "punctuation" && (word === "(" || word === "["))
      open.push({ text: word, start: span.start, inside: [] });
    else if (opening === undefined) into().push({ kind, text: word, span });
    else if (open.some((group) => group.text === opening)) {
      while (open.at(-1)!.text !== opening) close(span.start, false);
      close(span.end, true);
    }
  }
  while (open.length > 0) close(text.length, false);
  return items;
}

/** Items that stand together: those of a query or group, of a bracket or parenthesis in it, or the arguments of a call. */
export interface Sequence {
  readonly items: readonly Item[];
  /** `names` are those of the parenthesis of a step: `/(POI|Restaurant)`. */
  readonly role: "query" | "names" | "condition" | "arguments";
  /** The name before the parenthesis, for arguments. */
  readonly call: Leaf | null;
}

/** All sequences of a text, outer ones first. */
export function sequencesOf(items: readonly Item[]): readonly Sequence[] {
  const sequences: Sequence[] = [{ items, role: "query", call: null }];
  // It grows while it is read.
  for (const { items: own, role } of sequences) {
    for (const [index, item] of own.entries()) {
      if (item.kind !== "group") continue;
      const before = own[index - 1];
      const isCall = item.text === "(" && before?.kind === "function" && (role !== "query" || isKnown(before));
      if (item.text === "[") sequences.push({ items: item.inside, role: "condition", call: null });
      else if (isCall) sequences.push({ items: item.inside, role: "arguments", call: before });
      else if (isSeparator(before) || isSign(before, "::") || (role === "query" && isWord(before)))
        sequences.push({ items: item.inside, role: "names", call: null });
      else sequences.push({ items: item.inside, role: role === "query" ? "query" : "condition", call: null });
    }
  }
  return sequences;
}

export const isGroup = (item: Item | undefined, text?: "(" | "["): item is Group =>
  item?.kind === "group" && (text === undefined || item.text === text);
type LeafOf<K extends TokenKind> = Leaf & { readonly kind: K };
export const isSign = (item: Item | undefined, ...signs: readonly string[]): item is LeafOf<"punctuation"> =>
  item?.kind === "punctuation" && signs.includes(item.text);
export const isSeparator = (item: Item | undefined): item is LeafOf<"punctuation"> => isSign(item, "/", "//");
/** A type of nodes; a word before a parenthesis in a bracket is a function and none. */
export const isName = (item: Item | undefined): item is LeafOf<"name"> => item?.kind === "name";
/** A word, whether or not a parenthesis follows. */
export const isWord = (item: Item | undefined): item is Leaf => isName(item) || item?.kind === "function";
const isKnown = ({ text }: Leaf): boolean => functionOf(text) !== null || text === ID_STEP.name;
export const isString = (item: Item | undefined): item is LeafOf<"string"> => item?.kind === "string";

/** Tests for the condition of a relevance: a string, or a parameter for one. */
export const isText = (item: Item | undefined): item is Leaf => isString(item) || item?.kind === "parameter";

const CONNECTORS = new Set(["and", "or", "&", "&&", "||"]);
/** `and` and `or` between conditions, in any spelling. */
export const isConnector = (item: Item | undefined): item is LeafOf<"operator"> =>
  item?.kind === "operator" && CONNECTORS.has(item.text.toLowerCase());
/** `or` in any spelling, also between steps, where the parser takes it for a name. */
export const isOr = (item: Item | undefined): item is Leaf =>
  (item?.kind === "operator" || item?.kind === "name") && (item.text === "||" || item.text.toLowerCase() === "or");

const RELEVANCE = new Set(["=~", "≈", "~=", "~"]);
export const isTilde = (item: Item | undefined): item is LeafOf<"operator"> =>
  item?.kind === "operator" && RELEVANCE.has(item.text);

/** The parts between separators; `at` is the separator before a part, null for the first. */
export interface Part {
  readonly at: Leaf | null;
  readonly items: readonly Item[];
}

export function split(items: readonly Item[], separates: (item: Item) => boolean): readonly Part[] {
  const parts: { at: Leaf | null; items: Item[] }[] = [{ at: null, items: [] }];
  for (const item of items) {
    if (item.kind !== "group" && separates(item)) parts.push({ at: item, items: [] });
    else parts.at(-1)!.items.push(item);
  }
  return parts;
}

/** Between the paths of a union, the names of a list, and in error between conditions. */
/** Divides what stands in parentheses at `OR`, `|` and commas. */
export const splitAlternatives = (items: readonly Item[]): readonly Part[] =>
  split(items, (item) => isOr(item) || isSign(item, ",") || isPipe(item));

export const isPipe = (item: Item): boolean => item.kind === "operator" && item.text === "|";
export const isComma = (item: Item): boolean => isSign(item, ",");

/** From the first to the last of some items; there is one at least. */
export const spanOf = (items: readonly Item[]): Span => ({
  start: items[0]!.span.start,
  end: items.at(-1)!.span.end,
});

export const textOf = (text: string, { span }: { readonly span: Span }): string => text.slice(span.start, span.end);

export const insert = (at: number, newText: string): TextEdit => ({ span: { start: at, end: at }, newText });
export const replace = (start: number, end: number, newText: string): TextEdit => ({ span: { start, end }, newText });
export const remove = (start: number, end: number): TextEdit => replace(start, end, "");
/** Takes away the closing bracket of a group, if there is one. */
export const removeClosing = ({ span, isClosed }: Group): readonly TextEdit[] =>
  isClosed ? [remove(span.end - 1, span.end)] : [];
