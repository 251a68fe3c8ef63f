import type { Schema } from "@semantic-xpath/planner";
import { SegmentedTree, type Tree } from "@semantic-xpath/tree";
import { type MemoryQueryOptions, type MemoryResult, queryMemory } from "../history/queryMemory.js";
import type { Journal } from "../journal/journal.js";
import { memoryError } from "../memoryError.js";
import { addVersion, type WriteOptions } from "./commit.js";
import { Contents } from "./contents.js";
import { Draft } from "./draft.js";
import type { MemoryEvent, MemoryOptions } from "./memoryOptions.js";
import { checkTaskName, unknownTask } from "./names.js";
import { checkQuota } from "./quotas.js";
import { decodeRecord, encodeRecord, type StoreRecord } from "./records.js";
import { MAIN, State, type VersionState } from "./state.js";
import { Task } from "./task.js";
import { Version } from "./version.js";

export interface TaskOptions extends Pick<WriteOptions, "provenance" | "idempotencyKey" | "validate"> {
  readonly title?: string;
  readonly description?: string;
  readonly schema?: Schema | null;
}

/** How often a write is tried while others keep writing first. */
const ATTEMPTS = 1000;

/**
 * A store of tasks, each a tree with all its versions. Several processes may have it open at once: a write is there whole or not at all,
 * and whoever writes second carries its change over to what is there by then.
 *
 * What a process sees is what it has read or written; `refresh`, and every write that meets another one, looks for more.
 */
export class Memory {
  readonly contents: Contents;
  private seen = new State();
  private draft: Draft | null = null;
  private readonly versions = new WeakMap<VersionState, Version>();
  private readonly listeners = new Set<(event: MemoryEvent) => void>();
  private readonly clock: () => Date;

  private constructor(
    private readonly journal: Journal,
    { now = () => new Date(), cachedNodes = 4_000_000 }: MemoryOptions,
  ) {
    this.clock = now;
    this.contents = new Contents(journal, cachedNodes, () => this.draft?.chunks ?? []);
    for (const { record } of journal.events()) this.seen.applyRecord(decodeRecord(record));
  }

  /** The store in a journal. */
  static on(journal: Journal, options: MemoryOptions = {}): Memory {
    return new Memory(journal, options);
  }

  /** What the records say: as this process has seen them, within a transaction with what it has done so far. */
  get state(): State {
    return this.draft?.state ?? this.seen;
  }

  /** All tasks, oldest first. */
  tasks(): readonly Task[] {
    return [...this.state.tasks.keys()].map((id) => this.taskById(id));
  }

  hasTask(name: string): boolean {
    return this.state.taskNamed(name) !== undefined;
  }

  /** Throws a `MemoryError` (SXP5012), with names that may have been meant, where there is no task of the name. */
  task(name: string): Task {
    const state = this.state.taskNamed(name);
    if (state === undefined)
      throw unknownTask(
        name,
        [...this.state.tasks.values()].map((task) => task.name),
      );
    return this.taskById(state.id);
  }

  /** Makes a task whose first version is a tree. Throws a `MemoryError`: SXP5014 where the name can't be used, SXP5015 beyond a quota. */
  createTask(name: string, tree: Tree | SegmentedTree, options: TaskOptions = {}): Task {
    return this.write((draft) => {
      checkTaskName(name, this.hasTask(name));
      checkQuota(draft.state.quotas, "maxTasks", draft.state.tasks.size + 1);
      const id = draft.state.nextTask;
      const { title, description, schema = null, ...how } = options;
      draft.add({
        kind: "task",
        task: id,
        name,
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
      });
      const segments = tree instanceof SegmentedTree ? tree : SegmentedTree.of(tree);
      addVersion(this, draft, id, { branch: MAIN, parents: [], tree: segments, operation: "create", schema }, how);
      return this.taskById(id);
    });
  }

  /** Takes a task away with all its versions. What it said is still in the files until `prune`. */
  deleteTask(name: string): void {
    this.write((draft) => draft.add({ kind: "delete", task: this.task(name).id }));
  }

  renameTask(name: string, to: string): void {
    this.task(name).rename(to);
  }

  /**
   * Several writes as one: all of them are there together, or none. Within the function tasks show what it has done so far. It is
   * called again where somebody else has written in between, so it should do nothing but read and write the store.
   */
  transaction<T>(work: () => T): T {
    return this.write(work);
  }

  /** Looks what others have written since. */
  refresh(): void {
    for (const { record } of this.journal.refresh()) this.take(decodeRecord(record), false);
  }

  /** Runs a query on the store as one tree, `/Memory/Task/Version/…`, or on one version of a task. See `queryMemory`. */
  query(text: string, options: MemoryQueryOptions = {}): Promise<MemoryResult> {
    return queryMemory(this, text, options);
  }

  /** Calls back for everything that is written, by this process or others. Gives what ends it. */
  watch(listener: (event: MemoryEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The time by the clock of the store. */
  now(): Date {
    return this.clock();
  }

  close(): void {
    this.journal.close();
  }

  taskById(id: number): Task {
    return new Task(this, id);
  }

  versionOf(task: number, state: VersionState): Version {
    let version = this.versions.get(state);
    if (version === undefined) {
      version = new Version(this, task, state);
      this.versions.set(state, version);
    }
    return version;
  }

  /** One step: what `build` puts into the draft is written whole. It is called again where somebody else was first. */
  write<T>(build: (draft: Draft) => T): T {
    if (this.draft !== null) return build(this.draft);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const draft = new Draft(this.seen, this.clock().toISOString());
      this.draft = draft;
      try {
        const result = build(draft);
        if (draft.events.length === 0 || this.publish(draft)) return result;
      } finally {
        this.draft = null;
      }
      this.refresh();
    }
    throw memoryError("SXP5020", { attempts: ATTEMPTS });
  }

  private publish({ events, chunks, state, time }: Draft): boolean {
    const record: StoreRecord = { format: 1, time, events };
    if (!this.journal.append(encodeRecord(record), chunks)) return false;
    const before = this.seen;
    this.seen = state;
    this.draft = null;
    this.report(record, before, true);
    return true;
  }

  private take(record: StoreRecord, isOwn: boolean): void {
    const before = this.seen;
    this.seen = new State(before);
    this.seen.applyRecord(record);
    this.report(record, before, isOwn);
  }

  private report(_record: StoreRecord, _before: State, _isOwn: boolean): void {}
}
