/** Versioned trees: a store with branches, merges and history, and updates that are checked before anything is written. */

export {
  type MemoryMatch,
  type MemoryQueryOptions,
  type MemoryResult,
  type MemoryStats,
  type PreparedQuery,
  prepareQuery,
  storeSchema,
} from "./history/queryMemory.js";
export { inMemoryJournal } from "./journal/inMemoryJournal.js";
export type {
  Appended,
  Chunk,
  ChunkKind,
  Head,
  Journal,
  JournalContent,
  JournalSize,
  News,
  Published,
  Remote,
  Rewritten,
} from "./journal/journal.js";
export { createMirror, type MirrorJournal, type MirrorOptions, openMirror } from "./journal/mirrorJournal.js";
export type {
  RemoteEvent,
  RemoteHead,
  RemoteJournal,
  RemoteNews,
  RemoteStep,
} from "./journal/remoteJournal.js";
export { bytesIn, notMade, type StoredRow, textIn } from "./journal/rows.js";
export type { JournalProblem, JournalReport } from "./journal/verify.js";
export type { NodeKey } from "./keys.js";
export { Memory } from "./memory.js";
export { MemoryError, memoryError } from "./memoryError.js";
export { type Grant, type LoggedVersion, Scope, type TaskLine, type VersionLine, type View } from "./scope/scope.js";
export type { ScopedUpdateOptions } from "./scope/scopedUpdate.js";
export type { Blame } from "./store/blame.js";
export { type Change, isWithin } from "./store/change.js";
export type { VersionDiff } from "./store/changes.js";
export type { Candidate, CommitOptions, WriteOptions } from "./store/commit.js";
export type { Conflict, ConflictKind, Resolve } from "./store/conflict.js";
export { type Copied, type CopyOptions, copyJournal } from "./store/copyJournal.js";
export { type DoctorOptions, type DoctorReport, examineRemote, type StoreProblem } from "./store/doctor.js";
export type { Join, JoinOptions } from "./store/joining.js";
export { lossesOf } from "./store/losses.js";
export type { MemoryEvent } from "./store/memoryEvents.js";
export { type Pruned, type PrunedTask, type PruneEvent, type PruneOptions, quotesOf } from "./store/prune.js";
export { QUOTAS } from "./store/quotas.js";
export type { Operation, Provenance, Quotas, Retention } from "./store/records.js";
export type { BranchState } from "./store/state.js";
export type { MemoryOptions, TaskOptions } from "./store/store.js";
export { type Commit, type LogOptions, Task } from "./store/task.js";
export { treeFile } from "./store/treeFile.js";
export { Version } from "./store/version.js";
export { type StepConflict, type StepOptions, type StepOutcome, type TaskStep, takeStep } from "./taskStep.js";
export type { BrokenQuery, MigrationResult, SchemaDifference } from "./update/migrate.js";
export type { NearDuplicate } from "./update/nearDuplicates.js";
export { type RenderUpdateOptions, renderDiff, renderUpdate, type UpdatePart } from "./update/renderUpdate.js";
export { type DiffHunk, type DiffOptions, diffLines } from "./update/treeDiff.js";
export type { BrokenOccurrence, UpdateConflict, UpdateResult, UpdateStatus } from "./update/updateResult.js";
export type { TargetCandidate, UpdateTarget } from "./update/updateTarget.js";
export type { MigrateOptions, UpdateOptions, UpdateSource } from "./update/updateTask.js";
export { type TreeUpdate, type UpdateTreeOptions, updateTree } from "./update/updateTree.js";
export { type WarmOptions, WarmStores } from "./warmStores.js";
