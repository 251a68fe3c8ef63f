import { memoryError } from "../memoryError.js";
import type { Journal } from "./journal.js";
import { newGeneration, STORE_FILE } from "./names.js";
import type { Storage } from "./storage.js";
import { StoredJournal } from "./storedJournal.js";
import { readStoreFile, storeFile } from "./storeFile.js";

/** Makes an empty journal. Throws SXP5008 where something is already. */
export function createJournal(storage: Storage): Journal {
  const isEmpty = storage.list().length === 0 && storage.strangers().every(({ kind }) => kind === "temporary");
  const text = storeFile(storage, newGeneration(1));
  if (!isEmpty || !storage.publish(STORE_FILE, [text])) throw memoryError("SXP5008", { where: storage.where });
  return openJournal(storage);
}

/** Whether there is a journal to be opened, of whatever format. */
export const hasJournal = (storage: Storage): boolean => storage.size(STORE_FILE) !== null;

/**
 * Opens a journal and finishes what a crash may have left. Reads the ends of the files and all events, no other chunks. Throws SXP5001 if there is
 * none, SXP5002 if it is damaged, SXP5004 if it is of a newer format.
 */
export function openJournal(storage: Storage): Journal {
  const journal = new StoredJournal(storage, readStoreFile(storage));
  journal.open();
  return journal;
}
