import { type Buffer, bufferOf } from "./buffer/buffer.js";

/** What was entered, oldest first, and where in it the arrows are. */
export interface History {
  readonly entries: readonly string[];
  /** The entry that is shown; null: what is being typed. */
  readonly at: number | null;
  /** What was being typed before the first step back; entries that begin with it are gone through. */
  readonly draft: Buffer;
}

export const MOST_ENTRIES = 2000;

export const historyOf = (entries: readonly string[]): History => ({ entries, at: null, draft: bufferOf("") });

/** The entries with one more; what is there already moves to the end. Blank input is not kept, nor what begins with a space. */
export function withEntry(entries: readonly string[], text: string): readonly string[] {
  const entry = text.trimEnd();
  if (entry === "" || entry.startsWith(" ")) return entries;
  return [...entries.filter((other) => other !== entry), entry].slice(-MOST_ENTRIES);
}

export interface Shown {
  readonly history: History;
  readonly buffer: Buffer;
}

/** The entry before that begins with what was typed; null if there is none. */
export function older(history: History, buffer: Buffer): Shown | null {
  const draft = history.at === null ? buffer : history.draft;
  const at = history.entries.findLastIndex((entry, i) => i < (history.at ?? i + 1) && goesOn(entry, draft, buffer));
  return entryAt({ ...history, draft }, at);
}

/** The entry after; after the last one what was being typed. */
export function newer(history: History, buffer: Buffer): Shown | null {
  const { at: from, draft, entries } = history;
  if (from === null) return null;
  const at = entries.findIndex((entry, i) => i > from && goesOn(entry, draft, buffer));
  return entryAt(history, at) ?? { history: { ...history, at: null }, buffer: draft };
}

const goesOn = (entry: string, draft: Buffer, shown: Buffer): boolean =>
  entry.startsWith(draft.text) && entry !== shown.text;

function entryAt(history: History, at: number): Shown | null {
  const entry = history.entries[at];
  return entry === undefined ? null : { history: { ...history, at }, buffer: bufferOf(entry) };
}

/** The rest of the newest entry that begins with the text; empty if there is none, or nothing is typed. */
export function suggestion(entries: readonly string[], { text, cursor }: Buffer): string {
  if (text === "" || cursor !== text.length) return "";
  const entry = entries.findLast((candidate) => candidate.startsWith(text) && candidate !== text);
  return entry === undefined || entry.includes("\n") ? "" : entry.slice(text.length);
}

/** A search through the history, from the newest entry backwards. */
export interface Search {
  readonly wanted: string;
  /** The entry that is shown; null: none has the words. */
  readonly at: number | null;
  /** What was in the editor before. */
  readonly original: Buffer;
}

/** Entries that differ in case only are found too, unless a capital is asked for. */
function findEntry(
  entries: readonly string[],
  wanted: string,
  from: number,
  direction: "older" | "newer",
): number | null {
  const isExact = wanted !== wanted.toLowerCase();
  const has = (entry: string): boolean => (isExact ? entry : entry.toLowerCase()).includes(wanted);
  const step = direction === "older" ? -1 : 1;
  for (let at = from; ; at += step) {
    const entry = entries[at];
    if (entry === undefined) return null;
    if (has(entry)) return at;
  }
}

export const startSearch = (original: Buffer): Search => ({ wanted: "", at: null, original });

/** The search with other words: the entry shown stays if it still fits. */
export function searchFor(search: Search, entries: readonly string[], wanted: string): Search {
  if (wanted === "") return { ...search, wanted, at: null };
  return { ...search, wanted, at: findEntry(entries, wanted, search.at ?? entries.length - 1, "older") };
}

/** The next entry in a direction; if there is none the present one stays. */
export function searchOn(search: Search, entries: readonly string[], direction: "older" | "newer"): Search {
  if (search.wanted === "") return search;
  const from = search.at === null ? entries.length - 1 : search.at + (direction === "older" ? -1 : 1);
  const at = findEntry(entries, search.wanted, from, direction);
  return at === null ? search : { ...search, at };
}
