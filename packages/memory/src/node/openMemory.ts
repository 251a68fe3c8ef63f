import { Memory, type MemoryOptions } from "../store/memory.js";
import { folderScores } from "./folderScores.js";
import { type FolderOptions, folderStorage } from "./folderStorage.js";

export interface FolderMemoryOptions extends MemoryOptions, Omit<FolderOptions, "create"> {}

/** Makes a memory in a folder, which is made too if it is missing. Throws a `MemoryError` (SXP5008) where something is already. */
export const createMemory = (folder: string, options: FolderMemoryOptions = {}): Memory =>
  Memory.create(folderStorage(folder, { ...options, create: true }), { keptScores: folderScores(folder), ...options });

/**
 * Opens the memory of a folder. Throws a `MemoryError`: SXP5001 where there is none, SXP5002 where it is damaged, SXP5004 where a newer
 * version has written it.
 *
 * @example const memory = openMemory("trips")
 */
export const openMemory = (folder: string, options: FolderMemoryOptions = {}): Memory =>
  Memory.open(folderStorage(folder, options), { keptScores: folderScores(folder), ...options });
