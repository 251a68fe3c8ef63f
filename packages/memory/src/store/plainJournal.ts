import type { Chunk, Journal } from "../journal/journal.js";
import { memoryStorage } from "../journal/memoryStorage.js";
import { createJournal, openJournal } from "../journal/openJournal.js";
import type { Storage } from "../journal/storage.js";

/** What handles of one journal share. */
export interface PlainFiles {
  readonly records: Uint8Array[];
  readonly chunks: Map<string, Chunk>;
}

const storages = new WeakMap<PlainFiles, Storage>();

/** A journal in the memory of this process: until all callers use `createJournal(memoryStorage())`. */
export function plainJournal(files: PlainFiles): Journal {
  const known = storages.get(files);
  if (known !== undefined) return openJournal(known);
  const storage = memoryStorage();
  storages.set(files, storage);
  return createJournal(storage);
}
