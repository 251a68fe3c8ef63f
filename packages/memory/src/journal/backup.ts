import { memoryError } from "../memoryError.js";
import { damaged } from "./format.js";
import { endName, STORE_FILE } from "./names.js";
import type { Storage } from "./storage.js";
import type { StoredJournal } from "./storedJournal.js";
import { readEnd, readStoreFile } from "./storeFile.js";
import { verifyFile } from "./verify.js";

const ATTEMPTS = 20;

/**
 * Copies a journal file by file, oldest first, so that what is there at any moment is a whole journal of some earlier moment; `memory.json` comes last,
 * so that a first backup that was interrupted is none. A backup that somebody has written to since is refused.
 */
export function backup(journal: StoredJournal, to: Storage, openCopy: () => StoredJournal): void {
  const earlier = isContinued(journal, to) ? openCopy() : null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    journal.advance();
    if (earlier !== null) checkPrefix(journal, earlier, to);
    if (copyFiles(journal, to)) {
      copyEnds(journal, to);
      to.publish(STORE_FILE, [journal.storage.read(STORE_FILE)!]);
      openCopy();
      return;
    }
  }
  throw memoryError("SXP5020", { attempts: ATTEMPTS });
}

/** Whether there is an earlier backup of this journal. */
function isContinued({ origin }: StoredJournal, to: Storage): boolean {
  if (to.size(STORE_FILE) === null) return false;
  if (readStoreFile(to).generation !== origin.generation) throw memoryError("SXP5008", { where: to.where });
  return true;
}

function checkPrefix(journal: StoredJournal, copy: StoredJournal, to: Storage): void {
  if (copy.current.name !== journal.current.name) {
    if (copy.generation < journal.generation) return;
  } else if (copy.current.known <= journal.current.known && equalChains(journal, copy)) return;
  throw memoryError("SXP5008", { where: to.where });
}

const equalChains = (journal: StoredJournal, copy: StoredJournal): boolean =>
  copy.current.chainAfter(copy.current.known).join() === journal.current.chainAfter(copy.current.known).join();

/** False if files went meanwhile, since others packed them or wrote a new generation. */
function copyFiles(journal: StoredJournal, to: Storage): boolean {
  const { storage } = journal;
  for (const { name } of journal.current.files) {
    if (to.size(name) !== null) continue;
    const bytes = storage.read(name);
    if (bytes === null) {
      journal.relocate();
      return false;
    }
    const problem = verifyFile(storage, name, bytes).problems[0];
    if (problem !== undefined) throw damaged(name, problem);
    to.publish(name, [bytes]);
  }
  return true;
}

/** The ends of earlier generations, newest first: the way to the newest is there as a whole as soon as the first step is. */
function copyEnds({ storage, origin, current }: StoredJournal, to: Storage): void {
  const names: string[] = [];
  for (let name = origin.generation; name !== current.name; name = readEnd(storage, name)!.generation) {
    names.unshift(endName(name));
  }
  for (const name of names) to.publish(name, [storage.read(name)!]);
  to.sync();
}
