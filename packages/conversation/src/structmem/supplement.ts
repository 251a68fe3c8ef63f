import { nearest, type Vector } from "../vectors.js";
import { type Entry, eventsOf, inOrder } from "./entries.js";

/** Seeds of a window in the paper (arXiv 2604.21748, section 4.1). */
export const DEFAULT_SEEDS = 15;

export interface SeedSettings {
  /** Nearest entries that are taken, counted after the window's own are left out. 0 takes none. */
  readonly count: number;
  /** `historical` reads only entries before the window; `global` all others. */
  readonly scope: "global" | "historical";
}

/** Context of a window from other times. */
export interface Supplement {
  /** The entries nearest to the window, nearest first. */
  readonly seeds: readonly Entry[];
  /** The seeds with all other entries of their events, in order of time. None of them is in the window. */
  readonly entries: readonly Entry[];
}

/**
 * Entries of other times that are nearest to a window, with their events whole.
 * @param query vector of the window's text
 */
export function supplementOf(
  window: readonly Entry[],
  entries: readonly Entry[],
  vectorOf: (id: string) => Vector | null,
  query: Vector,
  { count, scope }: SeedSettings = { count: DEFAULT_SEEDS, scope: "global" },
): Supplement {
  const windowIds = new Set(window.map(({ id }) => id));
  const start = Math.min(...window.map(({ time }) => time));
  const outside = entries.filter((entry) => !windowIds.has(entry.id) && (scope === "global" || entry.time < start));
  const points = outside.flatMap((entry) => {
    const vector = vectorOf(entry.id);
    return vector === null ? [] : [[entry, vector] as const];
  });
  const seeds = nearest(query, points, count).map(({ key }) => key);
  const events = eventsOf(outside);
  const widened = new Map(seeds.flatMap(({ event }) => events.get(event)!).map((entry) => [entry.id, entry]));
  return { seeds, entries: inOrder([...widened.values()]) };
}
