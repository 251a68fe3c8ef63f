import type { Schema } from "@semantic-xpath/planner";
import type { SegmentedTree } from "@semantic-xpath/tree";
import { memoryError } from "../memoryError.js";
import type { Change } from "./change.js";
import { changesOf } from "./changes.js";
import { jsonBytes } from "./contents.js";
import type { Draft } from "./draft.js";
import type { Memory } from "./memory.js";
import type { Committed, Operation, Provenance } from "./records.js";

/** What is about to become a version, for those who look at it before. */
export interface Candidate {
  readonly task: string;
  readonly branch: string;
  /** All nodes have their keys. */
  readonly tree: SegmentedTree;
  readonly schema: Schema | null;
  readonly changes: readonly Change[];
}

/** What every write takes. */
export interface WriteOptions {
  /** `main` by default. */
  readonly branch?: string;
  /** The write is meant for this version of the branch: if it is not the newest any more, a `MemoryError` (SXP5010). */
  readonly ifVersion?: number;
  /** A write with a key that an earlier write of the task had gives what that one gave, and writes nothing: so it is safe to try again. */
  readonly idempotencyKey?: string;
  readonly provenance?: Provenance;
  /** Looks at what is about to be written; what it throws is thrown, and nothing is written. It may be called several times. */
  readonly validate?: (candidate: Candidate) => void;
}

export interface CommitOptions extends WriteOptions {
  /** The version whose nodes the edits name: by default `ifVersion`, else the newest one of the branch that this process knows. */
  readonly base?: number | string;
}

/** A tree that is to be the next version of a branch, made of the version `base`. */
export interface Committing {
  readonly branch: string;
  readonly base: number;
  readonly tree: SegmentedTree;
  readonly operation: Operation;
  readonly of?: number;
  /** By default that of the version before. */
  readonly schema?: Schema | null;
}

export interface CommittedVersion {
  readonly number: number;
  readonly isRepeated: boolean;
  readonly isRebased: boolean;
}

/** Puts the next version of a branch into a draft. */
export function commitVersion(
  memory: Memory,
  draft: Draft,
  taskId: number,
  made: Committing,
  options: WriteOptions,
): CommittedVersion {
  const task = memory.taskById(taskId);
  const repeated = options.idempotencyKey === undefined ? undefined : task.state.repeated.get(options.idempotencyKey);
  if (repeated !== undefined) return { number: repeated, isRepeated: true, isRebased: false };
  const head = task.head(made.branch);
  if (options.ifVersion !== undefined && options.ifVersion !== head.number)
    throw memoryError("SXP5010", { branch: made.branch, expected: options.ifVersion, head: head.number });
  const number = addVersion(memory, draft, taskId, { ...made, parents: [head.number] }, options);
  return { number, isRepeated: false, isRebased: false };
}

/** Changes with more bytes than this lie in a blob, so that opening a store does not read them. */
const MOST_INLINE = 2048;

/** Puts a version into a draft: gives keys to new nodes, and says what has changed. Gives its number. */
export function addVersion(
  memory: Memory,
  draft: Draft,
  taskId: number,
  { branch, parents, tree, operation, of, schema: given }: Omit<Committing, "base"> & { parents: readonly number[] },
  { provenance, idempotencyKey, validate }: WriteOptions,
): number {
  const task = draft.task(taskId);
  const before = parents.length === 0 ? null : memory.taskById(taskId).version(parents[0]!);
  const { version: keyed, next: nextKey } = tree.withKeys(task.nextKey);
  const changes = changesOf(before?.segments ?? null, keyed);
  const schema = given === undefined ? (before?.schema ?? null) : given;
  validate?.({ task: task.name, branch, tree: keyed, schema, changes });
  const { contents } = memory;
  const { manifest, chunks } = contents.encode(keyed);
  draft.chunks.push(...chunks);
  const changesBlob = contents.blob(jsonBytes(changes));
  const isLong = changesBlob.chunk.bytes.length > MOST_INLINE;
  if (isLong) draft.chunks.push(changesBlob.chunk);
  const schemaBlob = schema === null ? null : contents.schemaBlob(schema);
  if (schemaBlob !== null) draft.chunks.push(schemaBlob.chunk);
  const committed: Committed = {
    kind: "commit",
    task: taskId,
    version: task.versions.length + 1,
    branch,
    parents,
    operation,
    ...(of !== undefined && { of }),
    manifest,
    schema: schemaBlob?.hash ?? null,
    nodes: keyed.size,
    nextKey,
    changes: isLong ? changesBlob.hash : changes,
    ...(provenance !== undefined && { provenance }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  draft.add(committed);
  return committed.version;
}
