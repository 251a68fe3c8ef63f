import type { NodeKey } from "../keys.js";
import { memoryError } from "../memoryError.js";
import { branchNameProblem, taskNameProblem } from "./names.js";
import type { Committed, PrunedVersion, Quotas, Retention, StoreEvent, StoreRecord } from "./records.js";

/** Facts by which versions are found, kept for all of them; `Contents.committed` reads the rest from the record. */
export interface VersionState {
  readonly kind: "commit" | "pruned";
  readonly version: number;
  readonly branch: string;
  readonly parents: readonly number[];
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** The journal's event that made it, and its place in the record of that. */
  readonly sequence: number;
  readonly place: number;
  /** When it was pruned; null: it was not, or before this was kept. */
  readonly pruned: string | null;
}

export interface BranchState {
  readonly name: string;
  /** Its newest version, which may have been committed on the branch that it comes from. */
  readonly head: number;
  /** The version that it was made from; null: it is the first. */
  readonly from: number | null;
}

/** A task as the records say that it is. */
export class TaskState {
  readonly branches = new Map<string, BranchState>();
  /** Version n at n - 1. */
  readonly versions: VersionState[] = [];
  /** Versions by the key that their commit was asked for with. */
  readonly repeated = new Map<string, number>();
  title: string | null = null;
  description: string | null = null;
  nextKey: NodeKey = 1;
  /** Versions that were not pruned. */
  commits = 0;
  /** The order in which branches were made, by their names. */
  readonly places = new Map<string, number>();
  lastPlace = 0;

  constructor(
    readonly id: number,
    public name: string,
  ) {}
}

export const MAIN = "main";

/** State of all records together: tasks, branches and versions, without any tree. */
export class State {
  readonly tasks = new Map<number, TaskState>();
  private readonly names = new Map<string, number>();
  nextTask = 1;
  retention: Retention = { keep: "all" };
  quotas: Partial<Quotas> = {};
  /** Undo steps of the changes since `begin`, the newest last. */
  private undo: (() => void)[] | null = null;
  /** Names of tasks that were deleted since `begin`. */
  readonly deleted = new Map<number, string>();

  /** From here on all can be taken back, at the cost of what is changed: a copy would cost what there is. */
  begin(): void {
    this.undo = [];
    this.deleted.clear();
  }

  /** Confirms the changes since `begin`. */
  settle(): void {
    this.undo = null;
  }

  takeBack(): void {
    for (const step of this.undo?.reverse() ?? []) step();
    this.undo = null;
  }

  taskNamed(name: string): TaskState | undefined {
    const id = this.names.get(name);
    return id === undefined ? undefined : this.tasks.get(id);
  }

  /** Throws a `MemoryError` (SXP5002) for an event that can't follow those before it. */
  applyRecord(record: StoreRecord, sequence: number): void {
    for (const [place, event] of record.events.entries()) {
      const problem = this.problemOf(event);
      if (problem !== null) throw memoryError("SXP5002", { file: `event ${sequence}`, problem });
      this.apply(event, { time: record.time, sequence, place });
    }
  }

  /** Why an event can't follow those before it: a sentence without its full stop. */
  problemOf(event: StoreEvent): string | null {
    if (event.kind === "settings") return null;
    if (event.kind === "task") {
      if (event.task < this.nextTask) return `the task ${event.task} was there before`;
      return taskNameProblem(event.name) ?? (this.names.has(event.name) ? `there are two tasks of one name` : null);
    }
    const task = this.tasks.get(event.task);
    if (task === undefined) return `it is about the task ${event.task}, which is not there`;
    switch (event.kind) {
      case "describe": {
        const other = event.name === undefined ? undefined : this.names.get(event.name);
        if (other !== undefined && other !== event.task) return "there are two tasks of one name";
        return event.name === undefined ? null : taskNameProblem(event.name);
      }
      case "branch":
        if (task.branches.has(event.branch)) return "there are two branches of one name";
        return (
          branchNameProblem(event.branch) ?? (isVersion(task, event.from) ? null : `version ${event.from} is missing`)
        );
      case "deleteBranch":
        return task.branches.has(event.branch) ? null : "it is about a branch that is not there";
      case "commit":
      case "pruned":
        return versionProblem(task, event);
      case "delete":
        return null;
    }
  }

  apply(event: StoreEvent, from: Pick<VersionState, "time" | "sequence" | "place">): void {
    switch (event.kind) {
      case "task":
        this.addTask(new TaskState(event.task, event.name), event);
        return;
      case "describe":
        this.describe(this.tasks.get(event.task)!, event);
        return;
      case "delete":
        this.deleteTask(this.tasks.get(event.task)!);
        return;
      case "branch":
        this.setBranch(this.tasks.get(event.task)!, event.branch, event.from, event.from);
        return;
      case "deleteBranch": {
        const { branches, places } = this.tasks.get(event.task)!;
        const gone = branches.get(event.branch)!;
        this.undo?.push(() =>
          fill(
            branches,
            [...branches, [gone.name, gone] as const].sort(([a], [b]) => places.get(a)! - places.get(b)!),
          ),
        );
        branches.delete(event.branch);
        return;
      }
      case "commit":
      case "pruned":
        this.addVersion(this.tasks.get(event.task)!, event, from);
        return;
      case "settings":
        this.keepSettings();
        this.retention = event.retention ?? this.retention;
        this.nextTask = Math.max(this.nextTask, event.nextTask ?? 1);
        for (const [name, most] of Object.entries(event.quotas ?? {}))
          this.quotas = { ...this.quotas, [name]: most ?? Number.POSITIVE_INFINITY };
    }
  }

  private addTask(task: TaskState, { title, description }: { title?: string; description?: string }): void {
    task.title = title ?? null;
    task.description = description ?? null;
    this.keepSettings();
    this.undo?.push(() => {
      this.tasks.delete(task.id);
      this.names.delete(task.name);
    });
    this.tasks.set(task.id, task);
    this.names.set(task.name, task.id);
    this.nextTask = Math.max(this.nextTask, task.id + 1);
  }

  private deleteTask(task: TaskState): void {
    this.undo?.push(() => {
      // Tasks are in the order of their numbers.
      fill(
        this.tasks,
        [...this.tasks, [task.id, task] as const].sort(([a], [b]) => a - b),
      );
      this.names.set(task.name, task.id);
    });
    this.deleted.set(task.id, task.name);
    this.names.delete(task.name);
    this.tasks.delete(task.id);
  }

  private keepSettings(): void {
    const { nextTask, retention, quotas } = this;
    this.undo?.push(() => void Object.assign(this, { nextTask, retention, quotas }));
  }

  private describe(
    task: TaskState,
    { name, title, description }: { name?: string; title?: string | null; description?: string | null },
  ): void {
    const before = { name: task.name, title: task.title, description: task.description };
    this.undo?.push(() => {
      this.names.delete(task.name);
      Object.assign(task, before);
      this.names.set(task.name, task.id);
    });
    if (name !== undefined) {
      this.names.delete(task.name);
      this.names.set(name, task.id);
      task.name = name;
    }
    if (title !== undefined) task.title = title;
    if (description !== undefined) task.description = description;
  }

  private setBranch(task: TaskState, name: string, head: number, from: number | null): void {
    const { branches, places } = task;
    const before = branches.get(name);
    if (before === undefined) {
      const place = places.get(name);
      this.undo?.push(() => {
        branches.delete(name);
        if (place !== undefined) places.set(name, place);
      });
      places.set(name, ++task.lastPlace);
    } else this.undo?.push(() => void branches.set(name, before));
    branches.set(name, { name, head, from });
  }

  private addVersion(
    task: TaskState,
    event: (Committed | PrunedVersion) & { readonly time?: string },
    from: Pick<VersionState, "time" | "sequence" | "place">,
  ): void {
    const { versions, repeated, nextKey, commits } = task;
    const { kind, version, parents } = event;
    const known = task.branches.get(event.branch);
    // Versions share the name of their branch.
    const branch = known?.name ?? event.branch;
    this.undo?.push(() => {
      versions.length = version - 1;
      task.nextKey = nextKey;
      task.commits = commits;
    });
    const { sequence, place } = from;
    const pruned = event.kind === "pruned" ? (event.pruned ?? null) : null;
    versions.push({ kind, version, branch, parents, time: event.time ?? from.time, sequence, place, pruned });
    if (kind === "commit") task.commits++;
    task.nextKey = Math.max(nextKey, event.nextKey);
    this.setBranch(task, branch, version, known === undefined ? (parents[0] ?? null) : known.from);
    if (kind !== "commit" || event.idempotencyKey === undefined) return;
    const key = event.idempotencyKey;
    const before = repeated.get(key);
    this.undo?.push(() => void (before === undefined ? repeated.delete(key) : repeated.set(key, before)));
    repeated.set(key, version);
  }
}

function fill<K, V>(map: Map<K, V>, entries: Iterable<readonly [K, V]>): void {
  const all = [...entries];
  map.clear();
  for (const [key, value] of all) map.set(key, value);
}

const isVersion = (task: TaskState, number: number): boolean => number <= task.versions.length;

function versionProblem(task: TaskState, event: Committed | PrunedVersion): string | null {
  const { version, parents, branch, nextKey } = event;
  const expected = task.versions.length + 1;
  if (version !== expected) return `it is version ${version} of the task ${task.id}, and ${expected} comes next`;
  for (const parent of parents) if (!isVersion(task, parent)) return `its parent ${parent} is missing`;
  if ((version === 1) !== (parents.length === 0)) return "only the first version has no parent";
  if (nextKey < task.nextKey) return "keys that were given are given again";
  return task.branches.has(branch) ? null : branchNameProblem(branch);
}
