import type { NodeKey } from "../keys.js";
import type { Committed, PrunedVersion, Quotas, Retention, StoreEvent, StoreRecord } from "./records.js";

/** What is known of a version without reading its tree. */
export type VersionState = (Committed | PrunedVersion) & { readonly time: string };

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

  constructor(
    readonly id: number,
    public name: string,
  ) {}

  copy(): TaskState {
    const copy = new TaskState(this.id, this.name);
    for (const [name, branch] of this.branches) copy.branches.set(name, branch);
    for (const [key, version] of this.repeated) copy.repeated.set(key, version);
    for (const version of this.versions) copy.versions.push(version);
    Object.assign(copy, { title: this.title, description: this.description, nextKey: this.nextKey });
    return copy;
  }
}

export const MAIN = "main";

/** What all records together say: tasks, branches and versions, without any tree. */
export class State {
  readonly tasks = new Map<number, TaskState>();
  private readonly names = new Map<string, number>();
  nextTask = 1;
  retention: Retention = { keep: "all" };
  quotas: Partial<Quotas> = {};
  /** Tasks that this state may change. */
  private readonly own: Set<number> | null;

  constructor(from?: State) {
    this.own = from === undefined ? null : new Set();
    if (from === undefined) return;
    for (const [id, task] of from.tasks) this.tasks.set(id, task);
    for (const [name, id] of from.names) this.names.set(name, id);
    Object.assign(this, { nextTask: from.nextTask, retention: from.retention, quotas: from.quotas });
  }

  taskNamed(name: string): TaskState | undefined {
    const id = this.names.get(name);
    return id === undefined ? undefined : this.tasks.get(id);
  }

  applyRecord(record: StoreRecord): void {
    for (const event of record.events) this.apply(event, record.time);
  }

  apply(event: StoreEvent, time: string): void {
    switch (event.kind) {
      case "task":
        this.addTask(new TaskState(event.task, event.name), event);
        return;
      case "describe":
        this.describe(this.changeable(event.task), event);
        return;
      case "delete":
        this.names.delete(this.tasks.get(event.task)!.name);
        this.tasks.delete(event.task);
        return;
      case "branch":
        this.changeable(event.task).branches.set(event.branch, {
          name: event.branch,
          head: event.from,
          from: event.from,
        });
        return;
      case "deleteBranch":
        this.changeable(event.task).branches.delete(event.branch);
        return;
      case "commit":
        addVersion(this.changeable(event.task), { ...event, time });
        return;
      case "pruned":
        addVersion(this.changeable(event.task), event);
        return;
      case "settings":
        this.retention = event.retention ?? this.retention;
        this.nextTask = Math.max(this.nextTask, event.nextTask ?? 1);
        for (const [name, most] of Object.entries(event.quotas ?? {}))
          this.quotas = { ...this.quotas, [name]: most ?? Number.POSITIVE_INFINITY };
    }
  }

  private addTask(task: TaskState, { title, description }: { title?: string; description?: string }): void {
    task.title = title ?? null;
    task.description = description ?? null;
    this.tasks.set(task.id, task);
    this.names.set(task.name, task.id);
    this.nextTask = Math.max(this.nextTask, task.id + 1);
    this.own?.add(task.id);
  }

  private describe(
    task: TaskState,
    { name, title, description }: { name?: string; title?: string | null; description?: string | null },
  ): void {
    if (name !== undefined) {
      this.names.delete(task.name);
      this.names.set(name, task.id);
      task.name = name;
    }
    if (title !== undefined) task.title = title;
    if (description !== undefined) task.description = description;
  }

  /** A task to be changed: a copy of it where the state is a draft of another one. */
  private changeable(id: number): TaskState {
    const task = this.tasks.get(id)!;
    if (this.own === null || this.own.has(id)) return task;
    const copy = task.copy();
    this.own.add(id);
    this.tasks.set(id, copy);
    return copy;
  }
}

function addVersion(task: TaskState, version: VersionState): void {
  task.versions[version.version - 1] = version;
  task.nextKey = Math.max(task.nextKey, version.nextKey);
  const branch = task.branches.get(version.branch);
  task.branches.set(version.branch, {
    name: version.branch,
    head: version.version,
    from: branch === undefined ? (version.parents[0] ?? null) : branch.from,
  });
  if (version.kind === "commit" && version.idempotencyKey !== undefined)
    task.repeated.set(version.idempotencyKey, version.version);
}
