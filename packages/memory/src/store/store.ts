import type { Schema } from "@semantic-xpath/planner";
import type { DerivedStore, ScoreCache } from "@semantic-xpath/scorers";
import { getOrMake, type SegmentedTree, type Tree } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import { randomMarks } from "../journal/digests.js";
import type { Head, Journal, Remote } from "../journal/journal.js";
import { awaitedOnly } from "../journal/mirrorJournal.js";
import { MemoryError, memoryError } from "../memoryError.js";
import { addVersion, type WriteOptions } from "./commit.js";
import { Contents } from "./contents.js";
import { Draft } from "./draft.js";
import { Listeners } from "./listeners.js";
import { eventsOf, type MemoryEvent } from "./memoryEvents.js";
import { checkTaskName, unknownTask } from "./names.js";
import type { PruneEvent } from "./prune.js";
import { boundsOf, checkQuota, QUOTAS } from "./quotas.js";
import { decodeRecord, recordProblem } from "./recordShapes.js";
import { jsonBytes, type Quotas, type Retention, type StoreRecord } from "./records.js";
import { checkRetention } from "./retention.js";
import { MAIN, State, type VersionState } from "./state.js";
import { Task } from "./task.js";
import { Version } from "./version.js";

/** Opens derived data when it is first needed. */
export type OpenDerived = () => Promise<DerivedStore>;

/** Behaviour of a store in this process, and content of a new store. */
export interface MemoryOptions {
  /** The time of commits; the clock of the machine by default. */
  readonly now?: () => Date;
  /** Most nodes of trees that are kept in memory to be read again; 4 000 000 by default. */
  readonly cachedNodes?: number;
  /** Store of derived data beyond the life of the process; none by default. */
  readonly derived?: DerivedStore | OpenDerived | null;
  /** Opens where scores of expensive scorers are kept; by default they are as long as the process. */
  readonly openScores?: (() => ScoreCache) | null;
  /** Refuses writes with SXP5005. Default false. */
  readonly readOnly?: boolean;
  /** Versions kept by `prune`, for a new store; all by default. */
  readonly retention?: Retention;
  /** Bounds other than `QUOTAS`, for a new store. */
  readonly quotas?: Partial<Quotas>;
}

export interface TaskOptions extends Pick<WriteOptions, "provenance" | "validate"> {
  readonly title?: string;
  readonly description?: string;
  readonly schema?: Schema | null;
  /** Keeps the keys of the nodes. By default they get new ones. */
  readonly keepsKeys?: boolean;
}

type StoreClass<S> = new (journal: Journal, options: MemoryOptions) => S;

/** Maximum attempts of a write while others keep writing first. */
const ATTEMPTS = 1000;
/** Milliseconds of a pause after a write to a server that another one was before, once there were as many of these. */
const MAX_PAUSE = 20;

/**
 * A store of tasks, each a tree with all its versions. Several processes may have it open at once: a write is atomic,
 * and the second writer carries its change over to the present state.
 *
 * A process sees the state as of its last read or write; `refresh`, and every write that meets another one, reads more.
 *
 * A store on a server is read like any other. Calls to the server are asynchronous: calls that end in `Async` work on every store.
 * Those of the same name without it, like all other writes, throw SXP5018 there.
 */
export class Store {
  contents: Contents;
  private seen = new State();
  /** The last position in the journal that this process has read. */
  protected head: Head;
  private draft: Draft | null = null;
  private readonly versions = new WeakMap<VersionState, Version>();
  private readonly listeners = new Listeners<MemoryEvent>();
  protected readonly pruning = new Listeners<PruneEvent>();
  private endWatching: (() => void) | null = null;
  private isClosed = false;
  /** While this process writes, what it hears of is its own. */
  private isBusy = false;
  private lastWrite: Promise<unknown> = Promise.resolve();
  /** Marks of the events that it writes. */
  readonly marks = randomMarks();
  private readonly clock: () => Date;
  private readonly cachedNodes: number;
  /** For queries. */
  readonly openDerived: OpenDerived | null;
  readonly openScores: (() => ScoreCache) | null;
  private readonly isReadOnly: boolean;

  /** See `create` and `open`. */
  constructor(
    /** For what is beside the store in this package. */
    readonly journal: Journal,
    {
      now = () => new Date(),
      cachedNodes = 4_000_000,
      derived = null,
      openScores = null,
      readOnly = false,
    }: MemoryOptions,
  ) {
    this.openDerived = derived === null || typeof derived === "function" ? derived : async () => derived;
    this.openScores = openScores;
    this.clock = now;
    this.cachedNodes = cachedNodes;
    this.isReadOnly = readOnly;
    const { head, events } = journal.since(null);
    this.head = head;
    this.contents = this.newContents();
    for (const event of events) this.seen.applyRecord(decodeRecord(event), event.sequence);
  }

  /** A new store on an empty journal. Throws a `MemoryError` (SXP5008) where something was written already. */
  static create<S extends Store>(this: StoreClass<S>, journal: Journal, options: MemoryOptions = {}): S {
    const { generation, sequence } = journal.head();
    if (generation > 1 || sequence > 0) throw memoryError("SXP5008", { where: journal.where });
    const memory = new this(journal, options);
    const { retention, quotas } = options;
    if (retention !== undefined) memory.retention = retention;
    if (quotas !== undefined) memory.quotas = quotas;
    return memory;
  }

  /** The store that is there. Reads no tree. Throws a `MemoryError` (SXP5002) where it is damaged. */
  static open<S extends Store>(this: StoreClass<S>, journal: Journal, options: MemoryOptions = {}): S {
    return new this(journal, options);
  }

  /** From 1; one more after each `prune`, by any process, as far as this process has read. */
  get generation(): number {
    return this.head.generation;
  }

  /** State of the records as read by this process, within a transaction with its own pending writes. */
  get state(): State {
    return this.seen;
  }

  /** All tasks, oldest first. */
  tasks(): readonly Task[] {
    return [...this.state.tasks.keys()].map((id) => this.taskById(id));
  }

  hasTask(name: string): boolean {
    return this.state.taskNamed(name) !== undefined;
  }

  /** Throws a `MemoryError` (SXP5012), with similar names, without a task of the name. */
  task(name: string): Task {
    const { state } = this;
    const taskState = state.taskNamed(name);
    if (taskState !== undefined) return this.taskById(taskState.id);
    const names = [...state.tasks.values()].map((task) => task.name);
    throw unknownTask(name, names);
  }

  /** Makes a task whose first version is a tree. Throws a `MemoryError`: SXP5014 where the name can't be used, SXP5015 beyond a quota. */
  createTask(name: string, tree: Tree | SegmentedTree, options: TaskOptions = {}): Task {
    return this.write((draft) => {
      checkTaskName(name, this.hasTask(name));
      checkQuota(draft.state.quotas, "maxTasks", draft.state.tasks.size + 1);
      const id = draft.state.nextTask;
      const { title, description, schema = null, keepsKeys = false, ...how } = options;
      draft.add(defined({ kind: "task" as const, task: id, name, title, description }));
      const adopted = this.contents.adopt(id, tree, keepsKeys);
      if (keepsKeys) draft.task(id).nextKey = 1 + greatestKey(adopted);
      addVersion(this, draft, id, { branch: MAIN, parents: [], tree: adopted, operation: "create", schema }, how);
      return this.taskById(id);
    });
  }

  /** Deletes a task with all its versions. Its content stays in the files until the next `prune`. */
  deleteTask(name: string): void {
    this.write((draft) => draft.add({ kind: "delete", task: this.task(name).id }));
  }

  /**
   * Groups several writes: all of them happen, or none. Within the function, tasks show its pending writes. It is
   * called again if another process wrote in between, so it should only read and write the store.
   */
  transaction<T>(work: () => T): T {
    return this.write(work);
  }

  /**
   * `transaction` on any store. Resolves when the writes are durable, and rejects with whatever the function throws. Until then, and after a rejection, the
   * store reads as it was.
   *
   * @example await memory.transactionAsync(() => memory.task("trip").commit(edits))
   */
  async transactionAsync<T>(work: () => T): Promise<T> {
    const { remote } = this.journal;
    if (remote === undefined) return this.write(work);
    return this.afterWrites(() => this.writeTo(remote, work));
  }

  /** Writes to a server follow each other. */
  protected afterWrites<T>(work: () => Promise<T>): Promise<T> {
    const result = this.lastWrite.then(work);
    this.lastWrite = result.catch(() => {});
    return result;
  }

  /** Versions kept by `prune` without options of its own. Nothing is pruned before it is called. */
  get retention(): Retention {
    return this.state.retention;
  }

  set retention(retention: Retention) {
    checkRetention(retention);
    this.write((draft) => draft.add({ kind: "settings", retention }));
  }

  /** Bounds on what the store takes. To set some leaves the others; each holds for all processes. */
  get quotas(): Quotas {
    return { ...QUOTAS, ...this.state.quotas };
  }

  set quotas(quotas: Partial<Quotas>) {
    const bounds = boundsOf(quotas);
    this.write((draft) => draft.add({ kind: "settings", quotas: bounds }));
  }

  /** Calls back after each `prune` of this process, so that other copies of what was deleted can be deleted too. Gives what ends it. */
  onPrune(listener: (event: PruneEvent) => void): () => void {
    return this.pruning.add(listener);
  }

  /** Looks what others have written since. */
  refresh(): void {
    this.checkIdle("Refreshing");
    if (this.journal.remote !== undefined) throw awaitedOnly("Refreshing");
    this.lookForMore();
  }

  /** `refresh` on any store: it sees everything that was published before the call. */
  async refreshAsync(): Promise<void> {
    const { remote } = this.journal;
    if (remote === undefined) return this.refresh();
    this.checkIdle("Refreshing");
    await remote.pull();
    if (!this.isClosed) this.lookForMore();
  }

  /**
   * Calls back for everything that is written: by this process at once, by others when that is seen. Gives what ends it. `keepsAlive`: whether the
   * process lasts until then; default false.
   */
  watch(
    listener: (event: MemoryEvent) => void,
    { keepsAlive = false }: { readonly keepsAlive?: boolean } = {},
  ): () => void {
    const end = this.listeners.add(listener);
    this.endWatching ??= this.journal.watch(() => {
      if (this.draft === null && !this.isBusy && !this.isClosed) this.lookWhileWatching();
    }, keepsAlive);
    return () => {
      end();
      if (this.listeners.size === 0) this.stopWatching();
    };
  }

  /** The time by the clock of the store. */
  now(): Date {
    return this.clock();
  }

  close(): void {
    this.stopWatching();
    this.isClosed = true;
    this.journal.close();
  }

  taskById(id: number): Task {
    return new Task(this, id);
  }

  versionOf(task: number, state: VersionState): Version {
    return getOrMake(this.versions, state, () => new Version(this, task, state));
  }

  /** One step: the events that `build` adds to the draft are written atomically. It is called again if another process was first. */
  write<T>(build: (draft: Draft) => T): T {
    if (this.draft !== null) return build(this.draft);
    this.checkIdle("Writing");
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const built = this.built(build);
      if (built === null) continue;
      const { draft, result } = built;
      if (draft.events.length === 0) this.seen.settle();
      if (draft.events.length === 0 || this.publish(draft)) return result;
      this.lookForMore();
    }
    throw memoryError("SXP5020", { attempts: ATTEMPTS });
  }

  /** Null: build again, on what others have written. */
  private built<T>(build: (draft: Draft) => T): { readonly draft: Draft; readonly result: T } | null {
    const draft = new Draft(this.seen, this.clock().toISOString(), this.head.sequence + 1);
    this.draft = draft;
    try {
      return { draft, result: build(draft) };
    } catch (error) {
      this.draft = null;
      this.seen.takeBack();
      if (this.catchesUp(error)) return null;
      throw error;
    } finally {
      this.draft = null;
    }
  }

  private async writeTo<T>(remote: Remote, build: (draft: Draft) => T): Promise<T> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      this.checkIdle("Writing");
      const built = this.built(build);
      if (built === null) continue;
      const { draft, result } = built;
      if (draft.events.length === 0) {
        this.seen.settle();
        return result;
      }
      let recorded: Recorded;
      try {
        recorded = this.recorded(draft);
      } finally {
        // Readers see it when it is published.
        this.seen.takeBack();
      }
      const head = await remote.append(this.head, [
        { mark: this.marks.next().value, record: recorded.bytes, chunks: draft.chunks },
      ]);
      if (head === null) {
        // Writers that lost together would lose together again.
        await new Promise((done) => setTimeout(done, Math.random() * Math.min(attempt, MAX_PAUSE)));
        await remote.pull();
        this.lookForMore();
        continue;
      }
      for (const each of draft.stored) each();
      this.contents.keepRecord(draft.sequence, recorded.record);
      const isNext = head.generation === this.generation && head.sequence === this.head.sequence + 1;
      if (isNext) this.take(head, [recorded.record], true);
      else this.lookForMore(true);
      return result;
    }
    throw memoryError("SXP5020", { attempts: ATTEMPTS });
  }

  /**
   * Looks for more if what could not be read was pruned by others, or is elsewhere since they have pruned, and says whether it did. Within a
   * write it does not: the write begins again.
   */
  catchesUp(error: unknown): boolean {
    const isElsewhere = error instanceof MemoryError && error.code === "SXP5018" && this.isBehind;
    if (!isElsewhere || this.draft !== null) return false;
    this.lookForMore();
    return true;
  }

  /** True if another process has pruned since the last read. */
  get isBehind(): boolean {
    return this.generation !== this.journal.head().generation;
  }

  private publish(draft: Draft): boolean {
    let head: Head | null = null;
    let record: StoreRecord;
    try {
      if (this.journal.remote !== undefined) throw awaitedOnly();
      const recorded = this.recorded(draft);
      record = recorded.record;
      head = this.busy(() => this.journal.append(this.head, this.marks.next().value, recorded.bytes, draft.chunks));
    } finally {
      if (head === null) this.seen.takeBack();
    }
    if (head === null) return false;
    this.head = head;
    this.seen.settle();
    for (const each of draft.stored) each();
    this.contents.keepRecord(draft.sequence, record);
    this.report([record], true);
    return true;
  }

  /** The record of a draft. Throws SXP5005 for a store that is read-only, SXP5015 beyond a quota, a RangeError for values outside the types. */
  private recorded({ events, chunks, time }: Draft): Recorded {
    this.checkWritable();
    const record: StoreRecord = { format: 1, time, events };
    const problem = recordProblem(record);
    if (problem !== null) throw new RangeError(`This can't be written: ${problem}`);
    const bytes = jsonBytes(record);
    let size = bytes.length;
    for (const chunk of chunks.values()) size += chunk.bytes.length;
    this.checkSize(this.seen, size);
    return { record, bytes };
  }

  protected busy<T>(work: () => T): T {
    this.isBusy = true;
    try {
      return work();
    } finally {
      this.isBusy = false;
    }
  }

  private checkSize({ quotas }: State, bytes: number): void {
    checkQuota(quotas, "maxCommitBytes", bytes);
    checkQuota(quotas, "maxBytes", this.head.bytes + bytes);
  }

  /** Reports errors as events, since no caller could catch them. */
  private lookWhileWatching(): void {
    try {
      this.lookForMore();
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      this.listeners.tell({ kind: "problem", error, isOwn: false });
    }
  }

  /** For what is beside the store in this package; others call `refresh`. `isOwn`: the first of it was written by this process. */
  lookForMore(isOwn = false): void {
    const { head, isAnew, events } = this.journal.since(this.head);
    if (events.length === 0 && !isAnew) return;
    const records = events.map((event) => decodeRecord(event));
    this.take(head, records, isOwn, isAnew ? new State() : this.seen);
  }

  /** Takes over the newest records: those after the known ones or, with a new state, all. */
  private take(head: Head, records: readonly StoreRecord[], isOwn: boolean, state = this.seen): void {
    const isAnew = state !== this.seen;
    const first = head.sequence - records.length + 1;
    state.begin();
    try {
      for (const [i, record] of records.entries()) state.applyRecord(record, first + i);
    } catch (error) {
      state.takeBack();
      throw error;
    }
    state.settle();
    this.seen = state;
    this.head = head;
    if (isAnew) {
      this.contents = this.newContents();
      this.listeners.tell({ kind: "prune", isOwn });
      return;
    }
    // The own step comes first, then those of others.
    this.report(records.slice(0, 1), isOwn);
    this.report(records.slice(1), false);
  }

  private newContents(): Contents {
    return new Contents(this.journal, this.generation, this.cachedNodes, () => this.draft);
  }

  private report(records: readonly StoreRecord[], isOwn: boolean): void {
    if (this.listeners.size === 0) return;
    for (const event of eventsOf(records, this.seen, isOwn)) this.listeners.tell(event);
  }

  protected checkIdle(what: string): void {
    if (this.isClosed) throw memoryError("SXP5018", { what, problem: "the store was closed" });
    if (this.draft !== null) throw memoryError("SXP5018", { what, problem: "a transaction is running" });
  }

  protected checkWritable(): void {
    if (this.isReadOnly) throw memoryError("SXP5005", { reason: "it was opened for reading only" });
  }

  private stopWatching(): void {
    this.endWatching?.();
    this.endWatching = null;
  }
}

/** A record, decoded and as bytes. */
interface Recorded {
  readonly record: StoreRecord;
  readonly bytes: Uint8Array;
}

const greatestKey = (tree: SegmentedTree): number =>
  tree.toTree().key?.reduce((most, key) => Math.max(most, key), 0) ?? 0;
