import { type FileIndex, readIndex } from "./format.js";
import { endName, LEVELS, looseName, packOf, parseName } from "./names.js";
import type { Storage } from "./storage.js";

/** A file with an event; null if it was not published, or the generation is over. Whatever others pack and remove meanwhile: see names.ts. */
export function findFile(storage: Storage, generation: string, event: number): string | null {
  const loose = looseName(generation, event);
  const isLoose = storage.size(loose) !== null;
  const found = coverOf(storage, generation, event) ?? (isLoose ? loose : null);
  return found !== null && isOver(storage, generation) ? null : found;
}

/**
 * Index and events of a file that was found; null if its events are elsewhere by now. Then what was read may be what a writer who is behind has put
 * under the name for a moment, as `publish` says, or parts of both.
 */
export function readFound(storage: Storage, name: string): FileIndex | null {
  const { generation, first } = parseName(name)!;
  const isStill = (): boolean => findFile(storage, generation, first) === name;
  try {
    const index = readIndex(storage, name);
    return isStill() ? index : null;
  } catch (error) {
    if (isStill()) throw error;
    return null;
  }
}

/** A pack with the event. Looks from the lowest level to the highest: what is gone has come on a higher one before. */
export function coverOf(storage: Storage, generation: string, event: number): string | null {
  let found: string | null = null;
  for (let level = 1; level <= LEVELS; level++) {
    const name = packOf(generation, event, level);
    if (storage.size(name) !== null) found = name;
  }
  return found;
}

export const isOver = (storage: Storage, generation: string): boolean => storage.size(endName(generation)) !== null;
