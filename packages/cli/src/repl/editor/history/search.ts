import type { Buffer } from "../buffer/buffer.js";

/** A search through the history, from the newest entry backwards. */
export interface Search {
  readonly wanted: string;
  /** The entry that is shown; null: none has the words. */
  readonly at: number | null;
  /** What stood in the editor before. */
  readonly original: Buffer;
}

/** Entries that differ in case only are found too, unless a capital is asked for. */
export function findEntry(
  entries: readonly string[],
  wanted: string,
  from: number,
  direction: "older" | "newer",
): number | null {
  const isExact = wanted !== wanted.toLowerCase();
  const has = (entry: string): boolean => (isExact ? entry : entry.toLowerCase()).includes(wanted);
  const step = direction === "older" ? -1 : 1;
  for (let at = from; at >= 0 && at < entries.length; at += step) if (has(entries[at]!)) return at;
  return null;
}

export const startSearch = (original: Buffer): Search => ({ wanted: "", at: null, original });

/** The search with other words: the entry shown stays where it still fits. */
export function searchFor(search: Search, entries: readonly string[], wanted: string): Search {
  if (wanted === "") return { ...search, wanted, at: null };
  return { ...search, wanted, at: findEntry(entries, wanted, search.at ?? entries.length - 1, "older") };
}

/** The next entry in a direction; where there is none the present one stays. */
export function searchOn(search: Search, entries: readonly string[], direction: "older" | "newer"): Search {
  if (search.wanted === "") return search;
  const from = search.at === null ? entries.length - 1 : search.at + (direction === "older" ? -1 : 1);
  const at = findEntry(entries, search.wanted, from, direction);
  return at === null ? search : { ...search, at };
}
