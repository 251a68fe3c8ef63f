import { type Entry, inOrder } from "./entries.js";

/**
 * Placement of windows: `sliding` starts each window at the last entry of the one before, as LightMem does; `gap` ends a window where the
 * time to the next entry exceeds the length; `fixed` starts each window at its first entry; `session` takes sessions as they are.
 */
export type WindowMode = "sliding" | "gap" | "fixed" | "session";

/** An hour, the length of a window in the paper (arXiv 2604.21748, section 3.2), in milliseconds. */
export const DEFAULT_WINDOW = 3_600_000;

/** Entries to be consolidated together, in order of time; never empty. */
export type Window = readonly Entry[];

/**
 * Windows over entries that were not consolidated yet: a partition of `entries`, in order of time.
 * @param length in milliseconds, positive; not read by `session`
 */
export function planWindows(
  entries: readonly Entry[],
  length = DEFAULT_WINDOW,
  mode: WindowMode = "session",
): Window[] {
  const windows: Entry[][] = [];
  let start = Number.NEGATIVE_INFINITY;
  if (mode === "session") return sessionsOf(entries);
  for (const entry of inOrder(entries)) {
    const window = windows.at(-1);
    const last = window?.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
    if (window !== undefined && entry.time <= (mode === "gap" ? last : start) + length) {
      window.push(entry);
      continue;
    }
    windows.push([entry]);
    start = mode === "sliding" && entry.time <= last + length ? last : entry.time;
  }
  return windows;
}

function sessionsOf(entries: readonly Entry[]): Entry[][] {
  const sessions = new Map<string, Entry[]>();
  for (const entry of inOrder(entries)) {
    const session = sessions.get(entry.session);
    if (session === undefined) sessions.set(entry.session, [entry]);
    else session.push(entry);
  }
  return [...sessions.values()];
}
