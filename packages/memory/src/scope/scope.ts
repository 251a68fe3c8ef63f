import { type Schema, schemaBelow } from "@semantic-xpath/planner";
import { subtree } from "@semantic-xpath/readers";
import { NONE, runError, SegmentedTree, type Tree } from "@semantic-xpath/tree";
import { type MemoryQueryOptions, type MemoryResult, queryMemory, storeSchema } from "../history/queryMemory.js";
import type { NodeKey } from "../keys.js";
import type { Memory } from "../memory.js";
import { memoryError } from "../memoryError.js";
import type { Change } from "../store/change.js";
import { changesOf } from "../store/changes.js";
import type { WriteOptions } from "../store/commit.js";
import type { Join, JoinOptions } from "../store/joining.js";
import { unknownTask } from "../store/names.js";
import type { Operation, Provenance } from "../store/records.js";
import type { TaskOptions } from "../store/store.js";
import type { Commit, LogOptions, Task } from "../store/task.js";
import type { Version } from "../store/version.js";
import type { UpdateResult } from "../update/updateResult.js";
import { type UpdateSource, updateTask } from "../update/updateTask.js";
import { revertWithin } from "./scopedRevert.js";
import { type ScopedUpdateOptions, updateWithin } from "./scopedUpdate.js";

/** Rights of a caller: the visible part of a store, and the permitted actions. */
export interface Grant {
  /** The tasks, by their names now. Default: all, with those that are made later. */
  readonly tasks?: readonly string[];
  /** A node of the only one of `tasks`: it and what is in it is all that there is, in every version. */
  readonly root?: NodeKey;
  /** Default: to read. */
  readonly rights?: "read" | "write";
}

/** A task in a list. Title and description say what a whole task is about: they are not shown where a part may be seen. */
export interface TaskLine {
  readonly name: string;
  readonly title?: string | null;
  readonly description?: string | null;
  /** Each with its newest version. */
  readonly branches: readonly { readonly name: string; readonly version: number }[];
}

/** One version as far as it may be seen. */
export interface View {
  readonly task: string;
  readonly version: VersionLine;
  /** With keys. Its root is the root of the scope. */
  readonly tree: Tree;
  /** Schema of the types that can be in the tree. */
  readonly schema: Schema | null;
}

/** A version in a log. */
export interface VersionLine {
  readonly number: number;
  readonly branch: string;
  readonly parents: readonly number[];
  readonly time: string;
  readonly eventTime: string | null;
  readonly operation: Operation | "pruned";
  readonly provenance: Provenance;
}

/** A version with what it changed, as far as that may be seen. */
export interface LoggedVersion extends VersionLine {
  readonly changes: readonly Change[];
}

const HISTORY = "A query over all versions";

/**
 * The only door to a store for who may not see or do all: whatever is not granted is unknown, in the same words as what was never there. It fails
 * closed: a task or root that is gone is an error. Numbers of versions and keys of nodes count what is outside, too; nothing else tells of it.
 *
 * @throws MemoryError SXP5012 for a task that is not there, SXP5060 for a root that is not in the newest version
 */
export class Scope {
  private readonly ids: ReadonlySet<number> | null;
  readonly root: NodeKey | null;
  readonly canWrite: boolean;

  constructor(
    private readonly memory: Memory,
    { tasks, root, rights = "read" }: Grant = {},
  ) {
    this.ids = tasks === undefined ? null : new Set(tasks.map((name) => memory.task(name).id));
    this.root = root ?? null;
    this.canWrite = rights === "write";
    if (root === undefined) return;
    if (this.ids?.size !== 1) throw new TypeError("A root is a node of one task: grant that task alone.");
    this.view(tasks![0]!);
  }

  /** True if the whole store is visible. */
  get isWhole(): boolean {
    return this.ids === null;
  }

  /** The tasks that may be seen, oldest first. */
  tasks(): readonly TaskLine[] {
    return this.visibleTasks().map((task) => ({
      name: task.name,
      ...(this.root === null && { title: task.title, description: task.description }),
      branches: task.branches().map(({ name, head }) => ({ name, version: head })),
    }));
  }

  /** The name, if it is that of a task that may be seen. Throws a `MemoryError` (SXP5012), with names that may be seen. */
  named(task: string): string {
    return this.task(task).name;
  }

  private visibleTasks(): readonly Task[] {
    return this.memory.tasks().filter(({ id }) => this.ids === null || this.ids.has(id));
  }

  /** The name of a task that may be seen with all that is in it. Throws SXP5012, and SXP5062 where only a part may be seen. */
  whole(task: string, what: string): string {
    this.checkTask(what);
    return this.named(task);
  }

  /** Throws a `MemoryError` (SXP5012), with names that may be seen. */
  private task(name: string): Task {
    const tasks = this.visibleTasks();
    const visibleTask = tasks.find((task) => task.name === name);
    if (visibleTask === undefined)
      throw unknownTask(
        name,
        tasks.map((task) => task.name),
      );
    return visibleTask;
  }

  /** A version of a task; by default the newest of `main`. Throws SXP5060 where the root is not in it. */
  view(task: string, version?: number | string): View {
    const visibleVersion = this.find(task, version);
    if (visibleVersion === null) throw runError("SXP5060", {});
    return visibleVersion;
  }

  /** The visible part of a version; null if the root is not in the version. */
  find(task: string, version?: number | string): View | null {
    const target = this.versionOf(this.task(task), version);
    const tree = this.treeOf(target);
    return tree === null ? null : { task, version: lineOf(target), tree, schema: this.schemaOf(target, tree) };
  }

  /** The versions that changed something that may be seen, newest first. */
  log(task: string, { limit = Number.POSITIVE_INFINITY, ...options }: LogOptions = {}): readonly LoggedVersion[] {
    const all = this.task(task).log({ ...options, ...(this.root === null && { limit }) });
    if (this.root === null)
      return all.map((version) => ({ ...lineOf(version), changes: version.isPruned ? [] : version.changes }));
    const logged: LoggedVersion[] = [];
    for (const version of all) {
      if (logged.length >= limit) break;
      const changes = this.changesOf(task, version);
      if (changes.length > 0) logged.push({ ...lineOf(version), changes });
    }
    return logged;
  }

  /** Visible changes of a version against its first parent. */
  changes(task: string, version: number | string): readonly Change[] {
    return this.changesOf(task, this.versionOf(this.task(task), version));
  }

  /** Visible changes from one version to another. */
  diff(task: string, from: number | string, to: number | string): readonly Change[] {
    const [before, after] = [this.view(task, from), this.view(task, to)];
    return changesOf(SegmentedTree.of(before.tree), SegmentedTree.of(after.tree));
  }

  /**
   * Makes an update of what may be seen, or says why not. Rejects with a `MemoryError`: SXP5061 without the right to write, SXP5062 for what would
   * change something else; with a root also SXP5010 where `ifVersion` is not what is there any more.
   */
  async update(task: string, source: UpdateSource, options: ScopedUpdateOptions = {}): Promise<UpdateResult> {
    this.checkWrite();
    const { memory, root } = this;
    const target = this.task(task);
    if (root !== null) return updateWithin({ scope: this, memory, task: target, root, source, options });
    return updateTask(memory, target, source, options);
  }

  /** Undoes what one version changed; what came after it stays. Throws SXP5061, and SXP5062 for a version that changed, or an undoing that would change, more than may be seen. */
  revert(task: string, version: number | string, options: JoinOptions = {}): Join {
    this.checkWrite();
    const target = this.task(task);
    if (this.root !== null) return revertWithin(this, target, version, options);
    return target.revert(version, options);
  }

  /** The newest version becomes as a version was. Throws SXP5061; SXP5062 where a part may be seen. */
  restore(task: string, version: number | string, options: WriteOptions = {}): Commit {
    this.checkWrite();
    this.checkTask("Going back to an earlier version");
    return this.task(task).restore(version, options);
  }

  /** Makes a task. Throws SXP5061; SXP5062 where not all of the store may be seen. */
  createTask(name: string, tree: Tree, options: TaskOptions = {}): TaskLine {
    this.checkWrite();
    this.checkWhole("Making a task");
    this.memory.createTask(name, tree, options);
    return this.tasks().find((task) => task.name === name)!;
  }

  /** Makes a branch that begins at a version. Throws SXP5061; SXP5062 where a part may be seen. */
  branch(task: string, name: string, from?: number | string): void {
    this.checkWrite();
    this.checkTask("Making a branch");
    this.task(task).branch(name, from);
  }

  /** Runs a query on all versions of the tasks that may be seen. Rejects as `queryMemory` does; SXP5062 where a part of a task may be seen. */
  async queryHistory(
    text: string,
    options: Omit<MemoryQueryOptions, "task" | "version" | "scope"> = {},
  ): Promise<MemoryResult> {
    this.checkTask(HISTORY);
    return queryMemory(this.memory, text, { ...options, scope: this });
  }

  /** The schema for such a query; null if unknown. Throws SXP5062 as well. */
  historySchema(): Schema | null {
    this.checkTask(HISTORY);
    return storeSchema(this.memory, this);
  }

  private checkTask(what: string): void {
    if (this.root !== null) throw memoryError("SXP5062", { what });
  }

  /** Throws a `MemoryError` (SXP5061) where nothing may be written. */
  checkWrite(): void {
    if (!this.canWrite) throw memoryError("SXP5061", {});
  }

  /** Throws a `MemoryError` (SXP5062) where only a part of a task, or of the store, may be seen. */
  checkWhole(what: string): void {
    if (this.root !== null || this.ids !== null) throw memoryError("SXP5062", { what });
  }

  private changesOf(task: string, version: Version): readonly Change[] {
    if (version.isPruned) return [];
    if (this.root === null) return version.changes;
    const [parent] = version.parents;
    const later = this.treeOf(version);
    if (later === null) return [];
    const before = parent === undefined ? null : this.versionOf(this.task(task), parent);
    if (before?.isPruned === true) return changesOf("pruned", SegmentedTree.of(later));
    const earlier = before === null ? null : this.treeOf(before);
    return changesOf(earlier === null ? null : SegmentedTree.of(earlier), SegmentedTree.of(later));
  }

  private versionOf(task: Task, name?: number | string): Version {
    return name === undefined ? task.head() : task.version(name);
  }

  /** The tree of a version from the root on; null if the root is not in it. */
  private treeOf(version: Version): Tree | null {
    const tree = version.tree();
    if (this.root === null) return tree;
    const node = tree.nodeOfKey(this.root);
    return node === NONE ? null : subtree(tree, node);
  }

  private schemaOf({ schema }: Version, tree: Tree): Schema | null {
    return schema === null || this.root === null ? schema : schemaBelow(schema, tree.root!.type);
  }
}

function lineOf({ number, branch, parents, time, eventTime, operation, provenance }: Version): VersionLine {
  return { number, branch, parents, time, eventTime, operation, provenance };
}
