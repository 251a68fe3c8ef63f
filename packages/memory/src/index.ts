/** Versioned trees: a store with branches, merges and history, and updates that are checked before anything is written. */

export type { Chunk, ChunkKind, Journal, JournalSize, Published, Rewritten } from "./journal/journal.js";
export { memoryStorage } from "./journal/memoryStorage.js";
export { createJournal, hasJournal, openJournal } from "./journal/openJournal.js";
export type { Storage, Stranger } from "./journal/storage.js";
export { type JournalProblem, type JournalProblemKind, type JournalReport, verifyStorage } from "./journal/verify.js";
export type { NodeKey } from "./keys.js";
export { MemoryError } from "./memoryError.js";
