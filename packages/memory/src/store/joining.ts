import type { Schema } from "@semantic-xpath/planner";
import type { SegmentedTree } from "@semantic-xpath/tree";
import { memoryError } from "../memoryError.js";
import { commonAncestor } from "./ancestors.js";
import type { Change } from "./change.js";
import { changesOf } from "./changes.js";
import { addVersion, checkHead, repeatedVersion, type WriteOptions } from "./commit.js";
import type { Conflict, Resolve } from "./conflict.js";
import { MAIN } from "./state.js";
import type { Store } from "./store.js";
import type { Task } from "./task.js";
import { type ThreeWay, threeWay } from "./threeWay.js";
import type { Version } from "./version.js";

export interface JoinOptions extends WriteOptions {
  /** Winning side of a conflict. Unresolved conflicts are returned, and nothing is written. */
  readonly resolve?: Resolve;
  /** Says what would be, and writes nothing. */
  readonly dryRun?: boolean;
}

/** Result of a merge or a revert. */
export interface Join {
  /** The version that was made; null in a dry run, where conflicts are left, and where there was nothing to do. */
  readonly version: Version | null;
  /** Unresolved conflicts. */
  readonly conflicts: readonly Conflict[];
  readonly resolved: readonly Conflict[];
  /** Changes to the branch. */
  readonly changes: readonly Change[];
  /** Tree of the branch afterwards; null if conflicts are left or nothing changes. */
  readonly tree: SegmentedTree | null;
  /** True if the branch has all of it already. */
  readonly isDone: boolean;
  /** True if an earlier write had the same idempotency key: then this is its result. */
  readonly isRepeated: boolean;
}

/** Merges a version, or the newest one of a branch, into a branch. */
export function mergeVersions(
  memory: Store,
  task: Task,
  from: number | string,
  into: string,
  options: JoinOptions,
): Join {
  return joining(memory, task, { call: ["merge", `${from}`], ...options, branch: into }, (head) => {
    const theirs = task.version(from);
    const base = task.version(commonAncestor(task.state, head.number, theirs.number));
    if (base.number === theirs.number) return null;
    return {
      merged: threeWay(base.segments, head.segments, theirs.segments, options.resolve ?? null),
      schema: theirs.schemaHash === base.schemaHash ? head.schema : theirs.schema,
      parents: [head.number, theirs.number],
      operation: "merge",
      of: theirs.number,
    };
  });
}

/** Undoes what a version changed, and keeps what came after it. */
export function revertVersion(memory: Store, task: Task, name: number | string, options: JoinOptions): Join {
  return joining(memory, task, { call: ["revert", `${name}`], ...options }, (head) => {
    const undone = task.version(name);
    const [parent] = undone.parents;
    if (parent === undefined)
      throw memoryError("SXP5018", { what: `Reverting version ${undone.number}`, problem: "it is the first one" });
    const before = task.version(parent);
    return {
      merged: threeWay(undone.segments, head.segments, before.segments, options.resolve ?? null),
      schema: head.schemaHash === undone.schemaHash ? before.schema : head.schema,
      parents: [head.number],
      operation: "revert",
      of: undone.number,
    };
  });
}

interface Joined {
  readonly merged: ThreeWay;
  readonly schema: Schema | null;
  readonly parents: readonly number[];
  readonly operation: "merge" | "revert";
  readonly of: number;
}

function joining(memory: Store, task: Task, options: JoinOptions, join: (head: Version) => Joined | null): Join {
  return memory.write((draft) => {
    const version = repeatedVersion(memory, task, options);
    if (version !== null) {
      const { changes, segments: tree } = version;
      return { version, conflicts: [], resolved: [], changes, tree, isDone: false, isRepeated: true };
    }
    const branch = options.branch ?? MAIN;
    const head = task.head(branch);
    checkHead(task, head, options);
    const joined = join(head);
    if (joined === null) return NOTHING_TO_DO;
    const { merged, ...made } = joined;
    const { tree, conflicts, resolved } = merged;
    const changes = changesOf(head.segments, tree);
    const isSame = made.operation === "revert" && changes.length === 0 && made.schema === head.schema;
    if (isSame && conflicts.length === 0) return { ...NOTHING_TO_DO, resolved };
    const becomes = conflicts.length > 0 ? null : tree;
    const outcome = { conflicts, resolved, changes, tree: becomes, isDone: false, isRepeated: false };
    if (conflicts.length > 0 || options.dryRun === true) return { version: null, ...outcome };
    const number = addVersion(memory, draft, task.id, { ...made, branch, tree }, options);
    return { version: task.version(number), ...outcome };
  });
}

const NOTHING_TO_DO: Join = {
  version: null,
  conflicts: [],
  resolved: [],
  changes: [],
  tree: null,
  isDone: true,
  isRepeated: false,
};
