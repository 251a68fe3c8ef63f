import { generationNumber, parseName } from "./names.js";
import type { StoredJournal } from "./storedJournal.js";
import { verifyFile } from "./verify.js";

/** Removes what crashes have left: files whose events are in a larger one, those of generations that are over, and temporary files of writers that are gone. */
export function tidy(journal: StoredJournal): void {
  const { storage } = journal;
  const sound = new Map<string, boolean>();
  const spare = storage.list().filter((name) => isSpare(journal, name, sound));
  storage.sweep();
  if (spare.length === 0) return;
  storage.sync();
  for (const name of spare.sort()) storage.remove(name);
  storage.sync();
}

/** Of an event that is in two files, the smaller one goes only if the larger one is sound, every byte of it. */
function isSpare({ storage, current }: StoredJournal, name: string, sound: Map<string, boolean>): boolean {
  const file = parseName(name);
  if (file === null) return false;
  if (file.generation !== current.name) return generationNumber(file.generation) <= current.number;
  const cover = current.files.find(
    ({ name: known, first, last }) => known !== name && first <= file.first && last >= file.last,
  );
  if (cover === undefined) return false;
  if (!sound.has(cover.name)) {
    const bytes = storage.read(cover.name);
    sound.set(cover.name, bytes !== null && verifyFile(storage, cover.name, bytes).problems.length === 0);
  }
  return sound.get(cover.name)!;
}
