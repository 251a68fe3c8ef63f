import { type Buffer, bufferOf } from "./buffer/buffer.js";

/** Entered texts, oldest first, and the position of the arrows in them. */
export interface History {
  readonly entries: readonly string[];
  /** The entry that is shown; null: what is being typed. */
  readonly at: number | null;
  /** Typed text before the first step back; the arrows visit entries that begin with it. */
  readonly draft: Buffer;
}

export type Direction = "older" | "newer";

export const MAX_ENTRIES = 2000;

/** The entries with one more; what is there already moves to the end. Blank input is not kept, nor what begins with a space. */
export function withEntry(entries: readonly string[], text: string): readonly string[] {
  const entry = text.trimEnd();
  if (entry === "" || entry.startsWith(" ")) return entries;
  return [...entries.filter((other) => other !== entry), entry].slice(-MAX_ENTRIES);
}

/** The next entry in a direction that fits, after the one `at` a place; null there: from the newest back. Null if there is none. */
function nextEntry(
  entries: readonly string[],
  at: number | null,
  direction: Direction,
  fits: (entry: string) => boolean,
): number | null {
  const index =
    at !== null && direction === "newer"
      ? entries.findIndex((entry, i) => i > at && fits(entry))
      : entries.findLastIndex((entry, i) => i < (at ?? entries.length) && fits(entry));
  return index < 0 ? null : index;
}

/** The next entry that begins with what was typed, shown; after the newest what was being typed. Null if there is none. */
export function stepThrough(history: History, buffer: Buffer, direction: Direction) {
  const { entries, at: from } = history;
  if (from === null && direction === "newer") return null;
  const draft = from === null ? buffer : history.draft;
  const fits = (entry: string): boolean => entry.startsWith(draft.text) && entry !== buffer.text;
  const at = nextEntry(entries, from, direction, fits);
  if (at !== null) return { history: { entries, at, draft }, buffer: bufferOf(entries[at]!) };
  return direction === "older" ? null : { history: { ...history, at }, buffer: draft };
}

/** The rest of the newest entry that begins with the text; empty if there is none, or nothing is typed. */
export function suggestion(entries: readonly string[], { text, cursor }: Buffer): string {
  if (text === "" || cursor !== text.length) return "";
  const entry = entries.findLast((candidate) => candidate.startsWith(text) && candidate !== text);
  return entry === undefined || entry.includes("\n") ? "" : entry.slice(text.length);
}

/** A search through the history, from the newest entry backwards. */
export interface Search {
  readonly needle: string;
  /** The entry that is shown; null: none has the words. */
  readonly at: number | null;
  /** Content of the editor before. */
  readonly original: Buffer;
}

/** Entries that differ in case only are found too, unless a capital is asked for. */
const hasWords =
  (needle: string) =>
  (entry: string): boolean =>
    (needle === needle.toLowerCase() ? entry.toLowerCase() : entry).includes(needle);

/** The search with other words: the entry shown stays if it still fits. */
export function searchFor(search: Search, entries: readonly string[], needle: string): Search {
  const from = search.at === null ? null : search.at + 1;
  return { ...search, needle, at: needle === "" ? null : nextEntry(entries, from, "older", hasWords(needle)) };
}

/** The next entry in a direction; if there is none the present one stays. */
export function searchOn(search: Search, entries: readonly string[], direction: Direction): Search {
  const { needle, at } = search;
  return needle === "" ? search : { ...search, at: nextEntry(entries, at, direction, hasWords(needle)) ?? at };
}
