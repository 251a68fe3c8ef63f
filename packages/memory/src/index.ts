/** Versioned trees: a store with branches, merges and history, and updates that are checked before anything is written. */

export type { Chunk, ChunkKind, Journal, Published } from "./journal/journal.js";
export type { Storage } from "./journal/storage.js";
export type { NodeKey } from "./keys.js";
export { MemoryError } from "./memoryError.js";
