import type { Item, MeasureValue } from "./item.js";
import { CANDIDATES, UNCLEAR_UNIT } from "./propose.js";
import { readMeasure } from "./read/measure.js";
import { MOST_CHARACTERS, readValue } from "./readValue.js";
import { printValueType, type ValueType } from "./type.js";
import { readsAsDate } from "./untyped.js";

/** The type that the texts of a column have, and the texts that do not read as it. docs/values.md#inference. */
export interface ColumnFacts {
  /** Null for text. */
  readonly type: ValueType | null;
  /** The type that at least half of the values read as where it is not that of the column; null if there is none. */
  readonly nearly: ValueType | null;
  /** True if its dates are all written as ISO 8601. */
  readonly isIso: boolean;
  /** Values that are not blank. */
  readonly count: number;
  /** Values that do not read as `type`, or else as `nearly`. */
  readonly odd: number;
  /** Up to three of them, each once. */
  readonly examples: readonly string[];
}

/** Shares of the values that must read as a type: to be it, and to be worth a remark. */
const TYPE_SHARE = 0.9;
const NEAR_SHARE = 0.5;
const MAX_EXAMPLES = 3;
/** An integer with leading zeros identifies something: one such value makes its column text. */
const IDENTIFIER = /^[+-]?0\d+(?:\.\d+)?$/;

const QUANTITY = CANDIDATES.findIndex(([{ kind }]) => kind === "quantity");

/** A kind of values: for quantities one of a dimension. */
interface Kind {
  readonly index: number;
  readonly read: (text: string) => Item | null;
  count: number;
  /** The first value in document order. */
  first: Item | null;
  firstAt: number;
  isIso: boolean;
  currencies: Set<string>;
}

/**
 * Infers the type of a column from its distinct texts and their uses: the first kind that at least nine in ten values read as, blank ones left
 * out. Linear in the texts.
 *
 * @example inferColumn([["CAD 9", 1], ["CAD 89", 1]]).type // { kind: "money", currency: "CAD" }
 */
export function inferColumn(texts: readonly (readonly [text: string, uses: number])[]): ColumnFacts {
  const kinds = new Map<string, Kind>();
  let count = 0;
  let identifies = false;
  let favourite: Kind | null = null;
  const unclear: { readonly item: MeasureValue; readonly uses: number; readonly at: number }[] = [];
  for (const [at, [written, uses]] of texts.entries()) {
    const text = written.trim();
    if (text === "") continue;
    count += uses;
    if (text.length > MOST_CHARACTERS) continue;
    identifies ||= IDENTIFIER.test(text);
    // Money, quantities and numbers read as nothing else.
    const again: Item | null = favourite?.read(text) ?? null;
    if (again !== null && isOnly(again)) {
      const kind = kindOfItem(kinds, favourite!.index, favourite!.read, again);
      add(kind, again, uses, { text, at });
      continue;
    }
    // A unit that is unclear alone counts beside a clear one of its dimension.
    const measure = UNCLEAR_UNIT.test(text) ? readMeasure(text, null) : null;
    if (measure !== null) unclear.push({ item: measure, uses, at });
    for (const [index, [, read]] of CANDIDATES.entries()) {
      const item = read(text);
      if (item === null) continue;
      const kind = kindOfItem(kinds, index, read, item);
      add(kind, item, uses, { text, at });
      if (!isOnly(item)) continue;
      favourite = kind;
      break;
    }
  }
  for (const { item, uses, at } of unclear) {
    const kind = kinds.get(`${QUANTITY} ${item.dimension}`);
    if (kind !== undefined) add(kind, item, uses, { text: "", at });
  }
  const inOrder = [...kinds.values()].sort((a, b) => a.index - b.index);
  const isText = identifies || count === 0;
  const best = isText ? undefined : inOrder.find((kind) => kind.count >= TYPE_SHARE * count);
  const near = isText || best !== undefined ? undefined : inOrder.find((kind) => kind.count >= NEAR_SHARE * count);
  const said = best ?? near;
  const odd = said === undefined ? 0 : count - said.count;
  return {
    type: best === undefined ? null : typeOfKind(best),
    nearly: near === undefined ? null : typeOfKind(near),
    isIso: said?.isIso ?? true,
    count,
    odd,
    examples: odd === 0 ? [] : examplesOf(texts, said!),
  };
}

const isOnly = (item: Item): boolean => typeof item !== "object" || item.kind === "money" || item.kind === "quantity";

function kindOfItem(kinds: Map<string, Kind>, index: number, read: Kind["read"], item: Item): Kind {
  const key = typeof item === "object" && item.kind === "quantity" ? `${index} ${item.dimension}` : String(index);
  const known = kinds.get(key);
  if (known !== undefined) return known;
  const kind: Kind = { index, read, count: 0, first: null, firstAt: 0, isIso: true, currencies: new Set() };
  kinds.set(key, kind);
  return kind;
}

function add(kind: Kind, item: Item, uses: number, { text, at }: { readonly text: string; readonly at: number }): void {
  if (typeof item === "object" && item.kind === "date") kind.isIso &&= readsAsDate(text);
  kind.count += uses;
  if (kind.first === null || at < kind.firstAt) {
    kind.first = item;
    kind.firstAt = at;
  }
  if (typeof item === "object" && item.kind === "money") kind.currencies.add(item.currency);
}

function typeOfKind({ index, first, currencies }: Kind): ValueType {
  const [type] = CANDIDATES[index]!;
  if (type.kind === "money") return { kind: "money", currency: currencies.size === 1 ? [...currencies][0]! : null };
  if (type.kind === "quantity" && typeof first === "object" && first?.kind === "quantity")
    return { kind: "quantity", unit: first.unit };
  return type;
}

function examplesOf(texts: readonly (readonly [string, number])[], { read, first }: Kind): readonly string[] {
  const examples: string[] = [];
  for (const [text] of texts) {
    if (examples.length === MAX_EXAMPLES) break;
    if (text.trim() !== "" && !readsLike(text, read, first)) examples.push(text);
  }
  return examples;
}

function readsLike(text: string, read: Kind["read"], first: Item | null): boolean {
  if (text.length > MOST_CHARACTERS) return false;
  if (typeof first !== "object" || first?.kind !== "quantity") return read(text.trim()) !== null;
  return readMeasure(text.trim(), null)?.dimension === first.dimension;
}

/** The reader of texts of an inferred type, which is stricter than that of a declared one: a bare number is no money. */
export function readInferred(type: ValueType, text: string): Item | null {
  const trimmed = text.trim();
  if (type.kind === "quantity") {
    const measure = readMeasure(trimmed, null);
    return measure !== null && readValue(type, text) !== null ? measure : null;
  }
  return trimmed.length > MOST_CHARACTERS ? null : (READERS.get(readerKey(type))?.(trimmed) ?? null);
}

const readerKey = (type: ValueType): string => (type.kind === "interval" ? printValueType(type) : type.kind);

const READERS = new Map(CANDIDATES.map(([type, read]) => [readerKey(type), read] as const));
