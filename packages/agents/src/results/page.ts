import { memoryError } from "@semantic-xpath/memory";
import { handOver } from "@semantic-xpath/runtime";
import { base64UrlOf, bytesOfBase64Url } from "@semantic-xpath/values";
import { tokensOf } from "./tokens.js";

/** End of a page: the place of the last entry and its identity, in a version that never changes. */
export interface PageEnd {
  readonly version: number;
  /** Entries before the next one. */
  readonly at: number;
  /** Key of the last entry on the page. */
  readonly key: number;
  readonly weight: number;
}

/** A part of a list that fits a number of tokens. */
interface Page<T> {
  readonly items: readonly T[];
  /** Entries after it. */
  readonly left: number;
  /** The place after its last entry. */
  readonly at: number;
}

/** Entries from a place on, as many as fit, one at least. They are made as they are needed. */
export function pageOf<T>(count: number, from: number, maxTokens: number, make: (index: number) => T): Page<T> {
  function* entries() {
    for (let at = from; at < count; at++) yield make(at);
  }
  const formsOf = (item: T) => [{ item, cost: tokensOf(JSON.stringify(item)) }];
  const filled = handOver(entries(), { tokens: maxTokens, formsOf, costOf: ({ cost }) => cost, least: 1 });
  const at = from + filled.items.length;
  return { items: filled.items.map(({ entry }) => entry), left: count - at, at };
}

/** A cursor for clients. It reveals nothing beyond its page. */
export const writeCursor = ({ version, at, key, weight }: PageEnd): string =>
  base64UrlOf(new TextEncoder().encode(JSON.stringify([version, at, key, weight])));

/** Throws a `MemoryError` (SXP5066) for an invalid cursor. */
export function readCursor(cursor: string): PageEnd {
  let read: unknown = null;
  try {
    read = JSON.parse(new TextDecoder().decode(bytesOfBase64Url(cursor)));
  } catch {
    // Invalid cursors are refused below.
  }
  if (!Array.isArray(read) || read.length !== 4 || !read.every((each) => typeof each === "number")) throw unusable();
  const [version, at, key, weight] = read as [number, number, number, number];
  return { version, at, key, weight };
}

/** Start of the next page: after the last entry of the previous one. Throws SXP5066 if the list has no such entry. */
export function placeAfter(
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
