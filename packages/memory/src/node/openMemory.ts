import { readOnlyStorage } from "../journal/readOnlyStorage.js";
import { verifyStorage } from "../journal/verify.js";
import { MemoryError } from "../memoryError.js";
import type { DoctorReport } from "../store/doctor.js";
import { Memory, type MemoryOptions } from "../store/memory.js";
import { folderScores } from "./folderScores.js";
import { type FolderOptions, folderStorage } from "./folderStorage.js";
import { pruneBeside } from "./pruneBeside.js";

export interface FolderMemoryOptions extends MemoryOptions, Omit<FolderOptions, "create"> {
  /** Whether nothing in the folder is changed, scores beside the store included: what would write is refused with SXP5005. Default false. */
  readonly readOnly?: boolean;
}

/** Makes a memory in a folder, which is made too if it is missing. Throws a `MemoryError` (SXP5008) where something is already. */
export const createMemory = (folder: string, options: FolderMemoryOptions = {}): Memory =>
  pruning(
    folder,
    Memory.create(folderStorage(folder, { ...options, create: true }), {
      keptScores: folderScores(folder),
      ...options,
    }),
  );

/**
 * Opens the memory of a folder. Throws a `MemoryError`: SXP5001 where there is none, SXP5002 where it is damaged, SXP5004 where a newer
 * version has written it.
 *
 * @example const memory = openMemory("trips")
 */
export function openMemory(folder: string, { readOnly = false, ...options }: FolderMemoryOptions = {}): Memory {
  const storage = folderStorage(folder, options);
  if (readOnly) return Memory.open(readOnlyStorage(storage), options);
  return pruning(folder, Memory.open(storage, { keptScores: folderScores(folder), ...options }));
}

/** What is pruned from the store is pruned from what is beside it, too. */
function pruning(folder: string, memory: Memory): Memory {
  memory.onPrune((event) => pruneBeside(folder, event));
  return memory;
}

/** `Memory.doctor` of a folder, also of one that is so damaged that it can't be opened. Throws SXP5001 where there is no memory. */
export function examineMemory(folder: string, options: FolderMemoryOptions = {}): DoctorReport {
  const storage = folderStorage(folder, options);
  try {
    const memory = Memory.open(storage, options);
    try {
      return memory.doctor();
    } finally {
      memory.close();
    }
  } catch (error) {
    if (!(error instanceof MemoryError) || error.code === "SXP5001") throw error;
    const problems = [{ task: "", version: null, what: error.diagnostic.message.replace(/\.$/, "") }];
    return { isWhole: false, files: verifyStorage(storage), problems, tasks: 0, versions: 0 };
  }
}
