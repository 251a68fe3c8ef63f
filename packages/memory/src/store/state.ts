import type { NodeKey } from "../keys.js";
import { memoryError } from "../memoryError.js";
import { branchNameProblem, taskNameProblem } from "./names.js";
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

  /** Throws a `MemoryError` (SXP5002) for an event that can't follow those before it. */
  applyRecord(record: StoreRecord, sequence: number): void {
    for (const event of record.events) {
      const problem = this.problemOf(event);
      if (problem !== null) throw memoryError("SXP5002", { file: `event ${sequence}`, problem });
      this.apply(event, record.time);
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
