import { memoryError } from "@semantic-xpath/memory";
import { handOver } from "@semantic-xpath/runtime";
import { base64UrlOf, bytesOfBase64Url } from "@semantic-xpath/values";
import { z } from "zod";

const encoder = new TextEncoder();

/** Tokens of a text as this package counts them, for bounds: four bytes of UTF-8 each, rounded up. Models differ. */
export const tokensOf = (text: string): number => Math.ceil(encoder.encode(text).length / 4);

/** End of a page: the place of the last entry and its identity, in a version that never changes. */
export interface PageEnd {
  readonly version: number;
  /** Entries before the next one. */
  readonly at: number;
  /** Key of the last entry on the page. */
  readonly key: number;
  readonly weight: number;
}

/** A list that is shown in pages. */
export interface Listing<T, S> {
  readonly entries: readonly T[];
  /** The version that the list is of; 0: of all. */
  readonly version: number;
  /** The end of the page before; null: there is none. */
  readonly end: PageEnd | null;
  /** Size of the answer, with its other members. */
  readonly maxTokens: number;
  readonly about: object;
  readonly keyOf: (entry: T, index: number) => number;
  /** Default: 1 of each. */
  readonly weightOf?: (entry: T) => number;
  readonly show: (entry: T) => S;
}

/** A part of a list that fits a number of tokens. */
interface Page<S> {
  readonly items: S[];
  /** Entries after it. */
  readonly left: number;
  /** For the next page; undefined: this is the last one. */
  readonly cursor: string | undefined;
}

/** Tokens of a list's name, of what is left, and of a cursor. */
const AROUND = 32;

/** The next page: as many entries as fit, one at least. They are shown as they are needed. */
export function pageOf<T, S>(listing: Listing<T, S>): Page<S> {
  const { entries, version, end, maxTokens, about, keyOf, weightOf = () => 1, show } = listing;
  const entry = (index: number) => ({ key: keyOf(entries[index]!, index), weight: weightOf(entries[index]!) });
  const from = end === null ? 0 : placeAfter(end, entries.length, entry);
  function* rows() {
    for (let at = from; at < entries.length; at++) yield show(entries[at]!);
  }
  const formsOf = (item: S) => [{ item, cost: tokensOf(`${JSON.stringify(item)},`) }];
  const tokens = maxTokens - tokensOf(JSON.stringify(about)) - AROUND;
  const filled = handOver(rows(), { tokens, formsOf, costOf: ({ cost }) => cost, least: 1 });
  const at = from + filled.items.length;
  const remaining = entries.length - at;
  const cursor = remaining > 0 ? writeCursor({ version, at, ...entry(at - 1) }) : undefined;
  return { items: filled.items.map(({ entry }) => entry), left: remaining, cursor };
}

const END = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** A cursor for clients. It reveals nothing beyond its page. */
const writeCursor = ({ version, at, key, weight }: PageEnd): string =>
  base64UrlOf(encoder.encode(JSON.stringify([version, at, key, weight])));

/** The end that a cursor says; null without one. Throws a `MemoryError` (SXP5066) for an invalid cursor. */
export function readCursor(cursor: string | undefined): PageEnd | null {
  if (cursor === undefined) return null;
  try {
    const [version, at, key, weight] = END.parse(JSON.parse(new TextDecoder().decode(bytesOfBase64Url(cursor))));
    return { version, at, key, weight };
  } catch {
    throw unusable();
  }
}

/** Start of the next page: after the last entry of the previous one. Throws SXP5066 if the list has no such entry. */
function placeAfter(
  { at, key, weight }: PageEnd,
  count: number,
  entry: (index: number) => { readonly key: number; readonly weight: number },
): number {
  const isLast = (index: number): boolean => index >= 0 && index < count && entry(index).key === key;
  if (isLast(at - 1)) return at;
  // A scorer that does not give the same twice: what weighs no more than the last entry comes next.
  for (let index = 0; index < count; index++) if (isLast(index) && entry(index).weight >= weight) return index + 1;
  throw unusable();
}

const unusable = () => memoryError("SXP5066", {});
