import type { Schema } from "@semantic-xpath/planner";
import type { SegmentedTree } from "@semantic-xpath/tree";
import { defined, isDayOrMoment } from "@semantic-xpath/values";
import type { Chunk } from "../journal/journal.js";
import type { NodeKey } from "../keys.js";
import { MemoryError, memoryError } from "../memoryError.js";
import type { Change } from "./change.js";
import { changesOf } from "./changes.js";
import type { Conflict, Resolve } from "./conflict.js";
import type { Contents } from "./contents.js";
import type { Draft } from "./draft.js";
import type { differenceOf } from "./editDifference.js";
import { checkQuota } from "./quotas.js";
import { jsonBytes, type Operation, type Provenance } from "./records.js";
import { MAIN } from "./state.js";
import type { Store } from "./store.js";
import type { Task } from "./task.js";
import { type ThreeWay, threeWay } from "./threeWay.js";
import type { Version } from "./version.js";

/** A version before it is written, for callbacks that inspect it. */
export interface Candidate {
  readonly task: string;
  readonly branch: string;
  /** All nodes have their keys. */
  readonly tree: SegmentedTree;
  readonly schema: Schema | null;
  readonly changes: readonly Change[];
}

/** Options of every write. */
export interface WriteOptions {
  /** `main` by default. */
  readonly branch?: string;
  /** The write is meant for this version of the branch: if it is not the newest any more, a `MemoryError` (SXP5010). */
  readonly ifVersion?: number;
  /**
   * A write with a key that an earlier write of the task had gives what that one gave, and writes nothing: so it is safe to try again. The key of another
   * call is an error (SXP5025).
   */
  readonly idempotencyKey?: string;
  /** The call, as data that are equal when it is tried again; their digest is kept with the key. Default: the kind of the write. */
  readonly call?: readonly unknown[];
  readonly provenance?: Provenance;
  /** Looks at what is about to be written; what it throws is thrown, and nothing is written. It may be called several times. */
  readonly validate?: (candidate: Candidate) => void;
}

export interface CommitOptions extends WriteOptions {
  /** The version whose nodes the edits name: by default `ifVersion`, else the newest one of the branch that this process knows. */
  readonly base?: number | string;
  /** Winning side where the change contradicts later writes of others; "theirs" is the change. By default such a change is refused. */
  readonly resolve?: Resolve;
  /** The version `base` with the edits, if the caller has applied them already, so that they are not applied again. */
  readonly edited?: SegmentedTree;
}

/** A tree, and the first key that none of its nodes has. */
type Carried = Required<Pick<Committing, "tree" | "freeKey">>;

/** A tree for the next version of a branch, based on the version `base`. */
export interface Committing {
  readonly branch: string;
  readonly base: number;
  readonly tree: SegmentedTree;
  /** The key that the next new node gets, where nodes of the tree have been given keys already. */
  readonly freeKey?: NodeKey;
  /** The tree of `base` as it was read, and in which generation of the store: what was pruned since is not to come back. */
  readonly read?: { readonly tree: SegmentedTree; readonly generation: number };
  /** Difference from the tree of `base`, if it is known already. */
  readonly difference?: ReturnType<typeof differenceOf>;
  readonly operation: Operation;
  readonly of?: number;
  /** By default that of the version before. */
  readonly schema?: Schema | null;
  /** When it was committed elsewhere, of what is brought in. By default now. */
  readonly time?: string;
}

export interface CommittedVersion {
  readonly number: number;
  readonly isRepeated: boolean;
  readonly isRebased: boolean;
}

/** Puts the next version of a branch into a draft. */
export function commitVersion(
  memory: Store,
  draft: Draft,
  taskId: number,
  make: () => Committing,
  options: CommitOptions,
): CommittedVersion {
  const task = memory.taskById(taskId);
  const repeated = repeatedVersion(memory, task, options);
  if (repeated !== null) return { number: repeated.number, isRepeated: true, isRebased: false };
  const head = task.head(options.branch ?? MAIN);
  checkHead(task, head, options);
  const change = make();
  const isPruned = change.read !== undefined && change.read.generation !== memory.generation;
  const isRebased = change.base !== head.number || isPruned;
  const carried = isRebased
    ? { ...change, difference: null, ...rebased(task, head, change, isPruned ? null : (options.resolve ?? null)) }
    : change;
  const number = addVersion(memory, draft, taskId, { ...carried, parents: [head.number] }, options);
  return { number, isRepeated: false, isRebased };
}

type Keyed = Pick<WriteOptions, "branch" | "idempotencyKey" | "call">;

/**
 * The version that an earlier write with the key has made; null: none. Throws SXP5025 if that was another call.
 *
 * @param shown the key as the caller wrote it
 */
export function repeatedVersion(
  memory: Store,
  task: Task,
  options: Keyed,
  shown: string | undefined = options.idempotencyKey,
): Version | null {
  const { idempotencyKey: key } = options;
  const number = key === undefined ? undefined : task.state.repeated.get(key);
  if (key === undefined || number === undefined) return null;
  const version = task.version(number);
  if (version.call !== null && version.call !== callDigest(memory, options))
    throw memoryError("SXP5025", { key: shown ?? key, version: number });
  return version;
}

const callDigest = ({ journal }: Store, { branch = MAIN, call = [] }: Keyed): string =>
  journal.hashOf({ kind: "blob", bytes: jsonBytes([branch, ...call]) });

/** Throws SXP5010, with what has changed since, where the newest version is not the one that a write is meant for. */
export function checkHead(task: Task, head: Version, { ifVersion, branch = MAIN }: WriteOptions): void {
  if (ifVersion === undefined || ifVersion === head.number) return;
  const since = task.log().filter(({ number }) => number > ifVersion && number <= head.number);
  const changes = since.toReversed().flatMap((version) => (version.isPruned ? [] : version.changes));
  const data = { expected: ifVersion, head: head.number, changes };
  throw memoryError("SXP5010", { branch, expected: ifVersion, head: head.number }, { data });
}

/** Carries a change of an older version over to the newest. Throws SXP5011 if both changed the same part. */
function rebased(task: Task, head: Version, made: Committing, resolve: Resolve | null): Carried {
  // New nodes have keys that no other node has.
  const { version: theirs, next: freeKey } = made.tree.withKeys(made.freeKey ?? task.state.nextKey);
  const { tree, conflicts } = joinedWith(
    head,
    made,
    theirs,
    () => made.read?.tree ?? task.version(made.base).segments,
    resolve,
  );
  if (conflicts.length > 0) throw contradiction("change", conflicts, { base: made.base, head: head.number });
  return { tree, freeKey };
}

function joinedWith(
  head: Version,
  { read }: Committing,
  theirs: SegmentedTree,
  base: () => SegmentedTree,
  resolve: Resolve | null,
): ThreeWay {
  try {
    return threeWay(base(), head.segments, theirs, resolve);
  } catch (error) {
    const isGone = read !== undefined && error instanceof MemoryError && error.code === "SXP5018";
    if (!isGone) throw error;
    const problem = "the store was pruned since the version was read that it is about; read it again";
    throw memoryError("SXP5018", { what: "The change", problem }, { cause: error });
  }
}

const contradiction = (
  what: string,
  conflicts: readonly Conflict[],
  data: Readonly<Record<string, unknown>> = {},
): MemoryError =>
  memoryError(
    "SXP5011",
    { what, count: conflicts.length, first: conflicts[0]!.text },
    { data: { ...data, conflicts } },
  );

/** Throws SXP5018 for an event time that is not a date or a moment with its zone in ISO 8601, or not in the calendar. */
function checkEventTime({ time }: Provenance = {}): void {
  if (time === undefined || isDayOrMoment(time)) return;
  const problem = "it must be a date or a moment with its zone, such as 2026-03-14 or 2026-03-14T09:00+01:00";
  throw memoryError("SXP5018", { what: `The event time ${JSON.stringify(time.slice(0, 40))}`, problem });
}

/** Changes with more bytes than this lie in a blob, so that opening a store does not read them. */
const MAX_INLINE = 2048;

/** Puts a version into a draft: gives keys to new nodes, and says what has changed. Gives its number. */
export function addVersion(
  memory: Store,
  draft: Draft,
  taskId: number,
  committing: Omit<Committing, "base"> & { parents: readonly number[] },
  { provenance, idempotencyKey, call, validate }: WriteOptions,
): number {
  const { branch, parents, tree, freeKey, difference = null, operation, of, schema: given, time } = committing;
  if (time === undefined) checkEventTime(provenance);
  const task = draft.task(taskId);
  const parent = parents.length === 0 ? null : memory.taskById(taskId).version(parents[0]!);
  const before = parent?.isPruned === true ? null : parent;
  checkQuota(draft.state.quotas, "maxNodes", tree.size);
  checkQuota(draft.state.quotas, "maxVersions", task.commits + 1);
  const adopted = memory.contents.adopt(taskId, tree, true);
  const { version: keyed, next: nextKey } = adopted.withKeys(freeKey ?? task.nextKey);
  const changes = changesOf(
    parent !== before ? "pruned" : (before?.segments ?? null),
    keyed,
    difference?.(task.nextKey),
  );
  const schema = given === undefined ? (before?.schema ?? null) : given;
  validate?.({ task: task.name, branch, tree: keyed, schema, changes });
  const { contents } = memory;
  const encoded = contents.encode(taskId, keyed, before?.segments ?? null);
  const changeChunks = keptChanges(contents, changes);
  const schemaBlob = schema === null ? null : contents.schemaBlob(schema);
  const chunks = new Map([...encoded.chunks, ...changeChunks.chunks]);
  if (schemaBlob !== null) chunks.set(schemaBlob.hash, schemaBlob.chunk);
  for (const [hash, chunk] of chunks) draft.chunks.set(hash, chunk);
  draft.stored.push(encoded.stored);
  const version = task.versions.length + 1;
  draft.add(
    defined({
      kind: "commit" as const,
      task: taskId,
      version,
      branch,
      parents,
      operation,
      of,
      manifest: encoded.manifest,
      schema: schemaBlob?.hash ?? null,
      nodes: keyed.size,
      nextKey,
      changes: changeChunks.kept,
      time,
      provenance: provenance && defined(provenance),
      idempotencyKey,
      call: idempotencyKey === undefined ? undefined : callDigest(memory, { branch, ...defined({ call }) }),
      chunks: [...chunks.keys()],
    }),
  );
  return version;
}

/** Changes as they lie in a record, or in a blob where they are long. */
export function keptChanges(
  contents: Contents,
  changes: readonly Change[],
): { readonly kept: readonly Change[] | string; readonly chunks: ReadonlyMap<string, Chunk> } {
  const bytes = jsonBytes(changes);
  if (bytes.length <= MAX_INLINE) return { kept: changes, chunks: new Map() };
  const { hash, chunk } = contents.blob(bytes);
  return { kept: hash, chunks: new Map([[hash, chunk]]) };
}
