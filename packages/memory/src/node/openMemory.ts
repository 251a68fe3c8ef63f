import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { derivedScores } from "@semantic-xpath/scorers/node";
import type { Journal } from "../journal/journal.js";
import { Memory } from "../memory.js";
import { MemoryError, memoryError } from "../memoryError.js";
import { brokenReport, type DoctorOptions, type DoctorReport, examineJournal, wordsOf } from "../store/doctor.js";
import type { MemoryOptions } from "../store/store.js";
import { pruneBeside } from "./pruneBeside.js";
import {
  createSqliteJournal,
  openSqliteJournal,
  type SqliteJournalOptions,
  type StoredJournal,
} from "./sqliteJournal.js";
import { userSecret } from "./userSecret.js";

/** The file in the folder of a memory that holds all of it. Beside it are logs and conversations. */
export const MEMORY_FILE = "memory.db";

export interface FolderMemoryOptions extends MemoryOptions, SqliteJournalOptions {
  /** Bytes of derived data in the file; what was used longest ago goes first. Default 64 MiB. */
  readonly derivedBytes?: number;
  /** The file with this user's secret for derived data; by default in the folder of the user's caches. */
  readonly secretFile?: string;
  /** Gives the journal that the memory works on, such as one that observes each call of the given one. Default: the given one. */
  readonly observe?: (journal: Journal) => Journal;
}

/** Makes a memory in a folder, which is made too if it is missing. Throws a `MemoryError` (SXP5008) where something is already. */
export function createMemory(folder: string, options: FolderMemoryOptions = {}): Memory {
  const directory = makeFolder(folder);
  const journal = createSqliteJournal(join(directory, MEMORY_FILE), options);
  syncFolder(directory);
  return pruning(directory, Memory.create(journal, withDerived(journal, options)));
}

/**
 * Opens the memory of a folder. With `readOnly` no byte of it is changed, also where nothing can be written. Throws a `MemoryError`: SXP5001 where there is
 * none, SXP5002 where it is damaged, SXP5004 where a newer version has written it.
 *
 * @example const memory = openMemory("trips")
 */
export function openMemory(folder: string, options: FolderMemoryOptions = {}): Memory {
  const directory = resolve(folder);
  const journal = openFolder(directory, options);
  try {
    const memory = Memory.open(options.observe?.(journal) ?? journal, withDerived(journal, options));
    return options.readOnly === true ? memory : pruning(directory, memory);
  } catch (error) {
    journal.close();
    throw error;
  }
}

function withDerived(journal: StoredJournal, options: FolderMemoryOptions): MemoryOptions {
  if (options.derived !== undefined) return options;
  const secret = userSecret(options.secretFile);
  const derived = secret && journal.derived(secret, options.derivedBytes);
  return { openScores: derived && (() => derivedScores(derived)), ...options, derived };
}

/** Copies a memory to a folder while others may write to it. An earlier copy in the folder is continued. Gives whether there was something new. Throws as `backup` does. */
export function backupMemory(memory: Memory, folder: string): boolean {
  const directory = makeFolder(folder);
  const file = join(directory, MEMORY_FILE);
  const journal = isMade(file) ? openSqliteJournal(file) : createSqliteJournal(file);
  try {
    return memory.backup(journal);
  } finally {
    journal.close();
    syncFolder(directory);
  }
}

/** `Memory.doctor` of a folder, including one too damaged to be opened. It changes nothing. Throws SXP5001 without a memory. */
export function examineMemory(folder: string, options: DoctorOptions = {}): DoctorReport {
  let journal: Journal;
  try {
    journal = openFolder(resolve(folder), { readOnly: true });
  } catch (error) {
    if (!(error instanceof MemoryError) || error.code === "SXP5001") throw error;
    return brokenReport({
      isWhole: false,
      ...NOTHING,
      problems: [{ kind: "damaged", place: "file", what: wordsOf(error) }],
    });
  }
  return examineJournal(journal, options);
}

const NOTHING = { generation: 0, events: 0, chunks: 0, bytes: 0, fingerprint: "", fingerprints: [] };

/** Tests that a file exists and is not empty. */
const isMade = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;

function openFolder(folder: string, options: SqliteJournalOptions): StoredJournal {
  const file = join(folder, MEMORY_FILE);
  const status = statSync(folder, { throwIfNoEntry: false });
  if (status === undefined) throw memoryError("SXP5001", { where: folder, reason: "there is no such folder" });
  if (!status.isDirectory()) throw memoryError("SXP5001", { where: folder, reason: "it is not a folder" });
  if (!existsSync(file)) throw memoryError("SXP5001", { where: folder, reason: `there is no ${MEMORY_FILE} in it` });
  return options.readOnly === true && !canWrite(folder) ? openCopy(file, options) : openSqliteJournal(file, options);
}

/** SQLite puts a file for shared memory beside the database, also to read it. Where it can't, a copy is read, which goes with the journal. */
function openCopy(file: string, options: SqliteJournalOptions): StoredJournal {
  const scratch = mkdtempSync(join(tmpdir(), "sxp-read-"));
  const remove = (): void => rmSync(scratch, { recursive: true, force: true });
  try {
    const copy = join(scratch, MEMORY_FILE);
    for (const end of ["", "-wal"])
      if (existsSync(file + end)) copyFileSync(file + end, copy + end, constants.COPYFILE_FICLONE);
    const journal = openSqliteJournal(copy, options);
    const close = journal.close.bind(journal);
    return Object.assign(journal, {
      close() {
        close();
        remove();
      },
    });
  } catch (error) {
    remove();
    throw error;
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A new folder survives a crash only if its parents are synced. */
function makeFolder(folder: string): string {
  const directory = resolve(folder);
  try {
    const first = mkdirSync(directory, { recursive: true, mode: 0o700 });
    for (let made = directory; first !== undefined && made.length >= first.length; made = dirname(made))
      syncFolder(dirname(made));
    return directory;
  } catch (error) {
    throw memoryError("SXP5001", { where: folder, reason: (error as Error).message }, { cause: error });
  }
}

function syncFolder(folder: string): void {
  // Windows has no such call; NTFS keeps entries in its own journal.
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Prunes files beside the store together with it. */
function pruning(folder: string, memory: Memory): Memory {
  memory.onPrune((event) => pruneBeside(folder, event));
  return memory;
}
