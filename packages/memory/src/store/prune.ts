import { getOrMake, type SegmentedTree } from "@semantic-xpath/tree";
import { base64UrlOf } from "@semantic-xpath/values";
import type { Chunk, Head, JournalSize, Published, Remote, Rewritten } from "../journal/journal.js";
import type { NodeKey } from "../keys.js";
import { memoryError } from "../memoryError.js";
import { changesOf } from "./changes.js";
import { keptChanges } from "./commit.js";
import type { Contents } from "./contents.js";
import { decodeRecord } from "./recordShapes.js";
import {
  type Committed,
  jsonBytes,
  type PrunedVersion,
  type Retention,
  type StoreEvent,
  type StoreRecord,
} from "./records.js";
import { checkRetention, headsOf, outdated } from "./retention.js";
import type { TaskState } from "./state.js";
import type { Store } from "./store.js";

/** Selection of versions to delete. Versions of deleted tasks are always removed. */
export interface PruneOptions {
  /** Only this task is looked at; all by default. */
  readonly task?: string;
  /** These versions of the task. */
  readonly versions?: readonly number[];
  /** Versions of the task with smaller numbers than this one. */
  readonly before?: number;
  /** By default, where no versions and no nodes are named, the retention of the store. */
  readonly retention?: Retention;
  /** Nodes of the task that vanish with their subtrees from all versions, and from what is said about changes. */
  readonly keys?: readonly NodeKey[];
  /** Says what would be deleted, and deletes nothing. */
  readonly dryRun?: boolean;
}

/** Deleted versions and bytes. */
export interface Pruned {
  readonly tasks: readonly PrunedTask[];
  /** Tasks that had been deleted, of which nothing is left now. */
  readonly deletedTasks: number;
  /** Bytes of records and chunks, before and after; equal in a dry run. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Records and chunks that are gone. */
  readonly removed: { readonly events: number; readonly chunks: number };
  /** Remains on the disk: free pages of the file, which are zeros, and the log with older contents of pages, if readers kept it. */
  readonly left: Pick<JournalSize, "freeBytes" | "logBytes">;
}

export interface PrunedTask {
  readonly task: string;
  readonly versions: readonly number[];
  readonly keys: readonly NodeKey[];
}

/** Event for owners of copies of the store's content: caches, logs. */
export interface PruneEvent {
  readonly pruned: Pruned;
  /** Texts and attribute values that were in what was deleted, and are nowhere in what is left of these tasks. */
  readonly texts: ReadonlySet<string>;
}

/** A shorter text is no quotation, but a word that happens to be there. */
const SHORTEST_QUOTE = 4;

/** The texts of a `PruneEvent` that are long enough to be quoted elsewhere, as they are and as they are written in JSON. */
export function quotesOf(texts: Iterable<string>): readonly string[] {
  const quotes = [...texts].filter((text) => text.length >= SHORTEST_QUOTE);
  return [...new Set(quotes.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))];
}

interface TaskPlan {
  readonly task: TaskState;
  readonly versions: ReadonlySet<number>;
  readonly keys: readonly NodeKey[];
}

/** Maximum attempts of pruning while others prune first. */
const ATTEMPTS = 100;

export function prune(memory: Store, options: PruneOptions, tell: (event: PruneEvent) => void): Pruned {
  const { journal } = memory;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    memory.lookForMore();
    const plan = prepared(memory, options);
    if (plan === null) continue;
    if ("pruned" in plan) return plan.pruned;
    const { head, rewriting, rewritten: written } = plan;
    const isDone = journal.transaction(() => {
      // Includes events that others have published since; the transaction excludes further ones.
      const news = journal.since(head);
      if (news.isAnew) return false;
      written.push(...rewriting.next(news.events), rewriting.end());
      journal.replace({ generation: head.generation + 1, events: written });
      return true;
    });
    if (!isDone) continue;
    journal.compact();
    return finished(memory, plan, tell);
  }
  throw memoryError("SXP5020", { attempts: ATTEMPTS });
}

/** `prune` of a store on a server: begins again if others have published meanwhile. */
export async function pruneAsync(
  memory: Store,
  remote: Remote,
  options: PruneOptions,
  tell: (event: PruneEvent) => void,
): Promise<Pruned> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await remote.pull();
    memory.lookForMore();
    const plan = prepared(memory, options);
    if (plan === null) continue;
    if ("pruned" in plan) return plan.pruned;
    const { head, rewriting, rewritten: written } = plan;
    const events = [...written, rewriting.end()];
    if ((await remote.replace(head, { generation: head.generation + 1, events })) === null) continue;
    await remote.forget(quotesOf(rewriting.lostTexts()));
    await remote.compact();
    return finished(memory, plan, tell);
  }
  throw memoryError("SXP5020", { attempts: ATTEMPTS });
}

/** A deletion that was computed and not made yet. */
interface Prepared {
  readonly head: Head;
  readonly rewriting: Rewriting;
  readonly rewritten: Rewritten[];
  readonly before: JournalSize;
  readonly about: Pick<Pruned, "tasks" | "deletedTasks" | "bytesBefore">;
}

/** Null if others have pruned meanwhile. */
function prepared(memory: Store, options: PruneOptions): Prepared | { readonly pruned: Pruned } | null {
  try {
    const { journal } = memory;
    const plans = plansOf(memory, options);
    const tasks = plans.map(({ task, versions, keys }) => ({ task: task.name, versions: [...versions], keys }));
    const { head, events } = journal.since(null);
    if (head.generation !== memory.generation) return null;
    const gone = deletedTasks(memory, events);
    const before = journal.size();
    const about = { tasks, deletedTasks: gone.size, bytesBefore: before.bytes };
    if (options.dryRun === true || (plans.length === 0 && gone.size === 0)) {
      const nothing = { bytesAfter: before.bytes, removed: { events: 0, chunks: 0 }, left: leftOf(before) };
      return { pruned: { ...about, ...nothing } };
    }
    const rewriting = new Rewriting(memory, plans, gone);
    return { head, rewriting, rewritten: [...rewriting.next(events)], before, about };
  } catch (error) {
    if (!memory.catchesUp(error)) throw error;
    return null;
  }
}

function finished(memory: Store, { rewriting, before, about }: Prepared, tell: (event: PruneEvent) => void): Pruned {
  memory.lookForMore(true);
  const after = memory.journal.size();
  const removed = {
    events: Math.max(0, before.events - after.events),
    chunks: Math.max(0, before.chunks - after.chunks),
  };
  const pruned = { ...about, bytesAfter: after.bytes, removed, left: leftOf(after) };
  tell({ pruned, texts: rewriting.lostTexts() });
  return pruned;
}

const leftOf = ({ freeBytes, logBytes }: JournalSize): Pruned["left"] => ({ freeBytes, logBytes });

function plansOf(memory: Store, options: PruneOptions): TaskPlan[] {
  const { task: name, keys = [], versions, before, retention } = options;
  if (retention !== undefined) checkRetention(retention);
  const isChoice = keys.length > 0 || versions !== undefined || before !== undefined;
  if (isChoice && name === undefined)
    throw memoryError("SXP5018", { what: "Pruning versions or nodes", problem: "no task is named" });
  const tasks = name === undefined ? [...memory.state.tasks.values()] : [memory.task(name).state];
  return tasks.flatMap((task) => {
    const chosen = new Set(outdated(task, retention ?? (isChoice ? { keep: "all" } : memory.retention)));
    for (const number of named(memory, task, versions ?? [], before)) chosen.add(number);
    if (keys.length > 0) checkKeys(memory, task, keys);
    return chosen.size === 0 && keys.length === 0 ? [] : [{ task, versions: chosen, keys }];
  });
}

/** The versions that were named: newest ones of branches can't be, but those before a number leave them out. */
function named(memory: Store, task: TaskState, versions: readonly number[], before = 0): number[] {
  const heads = headsOf(task);
  for (const number of versions) {
    memory.taskById(task.id).version(number);
    if (heads.has(number))
      throw memoryError("SXP5018", {
        what: `Pruning version ${number} of "${task.name}"`,
        problem: "it is the newest one of a branch",
      });
  }
  const older = task.versions.filter(({ version }) => version < before && !heads.has(version));
  return [...versions, ...older.map(({ version }) => version)].filter(
    (number) => task.versions[number - 1]!.kind === "commit",
  );
}

function checkKeys(memory: Store, task: TaskState, keys: readonly NodeKey[]): void {
  const missing = new Set(keys);
  for (const state of task.versions) {
    if (state.kind === "pruned") continue;
    const { segments } = memory.versionOf(task.id, state);
    for (const key of missing) if (segments.nodeOfKey(key) >= 0) missing.delete(key);
    for (const key of keys)
      if (segments.nodeOfKey(key) === 1)
        throw memoryError("SXP5018", {
          what: `Pruning the node #${key}`,
          problem: `it is the root of version ${state.version}`,
        });
  }
  const [first] = missing;
  if (first !== undefined) throw memoryError("SXP5017", { task: task.name, version: task.versions.length, key: first });
}

/** Numbers of tasks of which there are records and that are no more. */
function deletedTasks({ state }: Store, events: readonly Published[]): ReadonlySet<number> {
  const gone = new Set<number>();
  for (const published of events)
    for (const event of decodeRecord(published).events)
      if (event.kind === "task" && !state.tasks.has(event.task)) gone.add(event.task);
  return gone;
}

/** Writes the events again, without what is pruned. */
class Rewriting {
  private readonly plans: ReadonlyMap<number, TaskPlan>;
  private readonly contents: Contents;
  /** Trees as they are now, by task and version. */
  private readonly trees = new Map<string, SegmentedTree>();
  private readonly before = new Texts();
  private readonly after = new Texts();
  /** Computed once all trees were seen. */
  private lost: ReadonlySet<string> | null = null;
  private quoted: ((words: string) => boolean) | null = null;
  /** Marks of events of which nothing is left. */
  private readonly removed: string[] = [];
  private readonly now: string;

  constructor(
    private readonly memory: Store,
    plans: readonly TaskPlan[],
    private readonly gone: ReadonlySet<number>,
  ) {
    this.plans = new Map(plans.map((plan) => [plan.task.id, plan]));
    this.contents = memory.contents.anew();
    this.now = memory.now().toISOString();
  }

  /** No number of a task is used again. The marks of removed events tell copies from memories that were written to. */
  end(): Rewritten {
    const { removed } = this;
    const { nextTask } = this.memory.state;
    const time = new Date(0).toISOString();
    const record = jsonBytes({
      format: 1,
      time,
      events: [{ kind: "settings", nextTask, ...(removed.length > 0 && { removed }) }],
    });
    return { mark: this.memory.marks.next().value, record, chunks: [] };
  }

  *next(events: readonly Published[]): Iterable<Rewritten> {
    const records = events.map((event) => decodeRecord(event));
    this.findLost(records);
    this.lost = null;
    this.quoted = null;
    for (let i = 0; i < records.length; i++) {
      const record = records[i]!;
      const chunks: (Chunk | string)[] = [];
      const rewritten = record.events.flatMap((event) => this.rewrite(event, record.time, chunks));
      const { mark } = events[i]!;
      if (rewritten.length === 0) {
        this.removed.push(base64UrlOf(mark));
        continue;
      }
      yield { mark, record: jsonBytes({ ...record, events: rewritten }), chunks };
    }
  }

  lostTexts(): ReadonlySet<string> {
    this.lost ??= this.before.without(this.after);
    return this.lost;
  }

  private findLost(records: readonly StoreRecord[]): void {
    const { contents } = this.memory;
    for (const { events } of records)
      for (const event of events)
        if (event.kind === "commit" && (this.gone.has(event.task) || this.plans.has(event.task))) {
          const tree = contents.tree(event.task, event.manifest);
          this.before.add(tree);
          if (this.plans.has(event.task) && !this.isPruned(event)) this.after.add(this.purged(event, tree));
        }
  }

  private isPruned({ task, version }: Committed): boolean {
    return this.plans.get(task)!.versions.has(version);
  }

  private rewrite(event: StoreEvent, time: string, chunks: (Chunk | string)[]): StoreEvent[] {
    if (event.kind === "settings") return [event];
    if (this.gone.has(event.task)) return [];
    if (event.kind !== "commit") return [event];
    if (!this.plans.has(event.task)) {
      chunks.push(...event.chunks);
      return [event];
    }
    return [this.isPruned(event) ? marked(event, time, this.now) : this.committed(event, chunks)];
  }

  /** A version that stays, without the nodes that vanish. What it changed is said again, since words of then may show what is gone. */
  private committed(event: Committed, chunks: (Chunk | string)[]): Committed {
    const { contents } = this;
    const tree = this.purged(event, this.memory.contents.tree(event.task, event.manifest));
    const [parent] = event.parents;
    const base = parent === undefined ? null : (this.trees.get(`${event.task} ${parent}`) ?? null);
    this.trees.set(`${event.task} ${event.version}`, tree);
    const encoded = contents.encode(event.task, tree, base);
    encoded.stored();
    const changes = keptChanges(contents, changesOf(parent === undefined ? null : (base ?? "pruned"), tree));
    const names: string[] = [];
    for (const [hash, chunk] of [...encoded.chunks, ...changes.chunks]) {
      chunks.push(chunk);
      names.push(hash);
    }
    if (event.schema !== null) {
      chunks.push(event.schema);
      names.push(event.schema);
    }
    const provenance = this.redacted(event);
    // A digest would tell a guess of the words that are gone.
    const { call: _, ...kept } = event;
    return {
      ...(this.plans.get(event.task)!.keys.length > 0 ? kept : event),
      ...provenance,
      manifest: encoded.manifest,
      nodes: tree.size,
      changes: changes.kept,
      chunks: names,
    };
  }

  private purged({ task }: Committed, tree: SegmentedTree): SegmentedTree {
    let pruned = tree;
    for (const key of this.plans.get(task)!.keys) {
      const node = pruned.nodeOfKey(key);
      if (node >= 0) pruned = pruned.remove(node);
    }
    return pruned;
  }

  /** Reasons are words of people: one that quotes what is gone is gone with it. */
  private redacted({ provenance }: Committed): Pick<Committed, "provenance"> {
    if (provenance?.reason === undefined) return {};
    const { reason } = provenance;
    this.quoted ??= quoting(this.lostTexts());
    return this.quoted(reason) ? { provenance: { ...provenance, reason: "(pruned)" } } : {};
  }
}

/** Tests that words contain one of the texts. Compares, at each place of the words, the texts with the same beginning. */
function quoting(texts: Iterable<string>): (words: string) => boolean {
  const byStart = new Map<string, string[]>();
  for (const text of texts)
    if (text.length >= SHORTEST_QUOTE) getOrMake(byStart, text.slice(0, SHORTEST_QUOTE), () => []).push(text);
  return (words) => {
    for (let at = 0; at + SHORTEST_QUOTE <= words.length; at++)
      if (byStart.get(words.slice(at, at + SHORTEST_QUOTE))?.some((text) => words.startsWith(text, at))) return true;
    return false;
  };
}

const marked = (event: Committed, time: string, pruned: string): PrunedVersion => ({
  kind: "pruned",
  task: event.task,
  version: event.version,
  branch: event.branch,
  parents: event.parents,
  nextKey: event.nextKey,
  time,
  pruned,
});

/** The texts and attribute values of trees. Segments that trees share are looked at once. */
class Texts {
  private readonly seen = new WeakSet<object>();
  private readonly texts = new Set<string>();

  add(tree: SegmentedTree): void {
    for (const segment of tree.segments) {
      if (this.seen.has(segment)) continue;
      this.seen.add(segment);
      for (const id of segment.text) this.addValue(tree, id);
      for (const { values } of segment.cells) for (const id of values) this.addValue(tree, id);
    }
  }

  without(others: Texts): ReadonlySet<string> {
    return new Set([...this.texts].filter((text) => text !== "" && !others.texts.has(text)));
  }

  private addValue(tree: SegmentedTree, id: number): void {
    if (id >= 0) this.texts.add(tree.family.values.get(id));
  }
}
