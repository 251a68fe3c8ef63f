/** Versioned trees: a store with branches, merges and history, and updates that are checked before anything is written. */

export type { Chunk, ChunkKind, Journal, Published } from "./journal/journal.js";
export type { Storage } from "./journal/storage.js";
export type { NodeKey } from "./keys.js";
export { MemoryError } from "./memoryError.js";
export type { Change } from "./store/change.js";
export type { Candidate, CommitOptions, WriteOptions } from "./store/commit.js";
export { Memory, type TaskOptions } from "./store/memory.js";
export type { MemoryEvent, MemoryOptions } from "./store/memoryOptions.js";
export { type PlainFiles, plainJournal } from "./store/plainJournal.js";
export type { Operation, Provenance, Quotas, Retention } from "./store/records.js";
export type { BranchState } from "./store/state.js";
export { type Commit, type LogOptions, Task } from "./store/task.js";
export { Version } from "./store/version.js";
