import type { SegmentedTree } from "@semantic-xpath/tree";
import type { Memory } from "./memory.js";
import { MemoryError } from "./memoryError.js";
import type { Change } from "./store/change.js";
import type { Conflict } from "./store/conflict.js";
import type { Task } from "./store/task.js";

/** One step of a task. All but `branch` make a version. */
export type TaskStep =
  | { readonly kind: "branch"; readonly name: string; readonly from: number }
  /** A version is merged into a branch. */
  | { readonly kind: "merge"; readonly from: number; readonly branch: string }
  /** The changes of one version are taken back, and later ones stay. */
  | { readonly kind: "undo"; readonly version: number; readonly branch: string }
  /** The branch becomes as a version was. */
  | { readonly kind: "restore"; readonly version: number; readonly branch: string };

export interface StepOptions {
  readonly author: string;
  /** The sides that hold in conflicts, by the ids of these. */
  readonly sides?: Readonly<Record<string, "ours" | "theirs">>;
  /** The newest version of the branch that a preview was made for: the step is done if it is still the newest. null: a preview. */
  readonly apply?: { readonly head: number } | null;
}

export interface StepOutcome {
  /**
   * `ready`: it can be done. `conflict`: sides have to be chosen first. `unchanged`: nothing would change. `applied`: it was done. `outdated`: others have
   * written since the preview, and nothing was done.
   */
  readonly status: "ready" | "conflict" | "unchanged" | "applied" | "outdated";
  /** In words. */
  readonly summary: string;
  /** The newest version of the branch before the step. */
  readonly head: number;
  /** The version that was made; null: none. */
  readonly version: number | null;
  /** Changes of the branch. */
  readonly changes: readonly Change[];
  readonly conflicts: readonly StepConflict[];
  /** The tree that the branch becomes; null if nothing would change, or sides have to be chosen. */
  readonly tree: SegmentedTree | null;
}

export interface StepConflict extends Conflict {
  /** By which `sides` name it. */
  readonly id: string;
}

type VersionStep = Exclude<TaskStep, { kind: "branch" }>;

const NOTHING = { version: null, changes: [], conflicts: [], tree: null } as const;

/**
 * Previews a step, or does it: only on the version that its preview was made for, so that the step is the one that was shown. Throws a
 * `MemoryError` as the methods of `Task` do.
 */
export async function takeStep(memory: Memory, task: Task, step: TaskStep, options: StepOptions): Promise<StepOutcome> {
  if (step.kind === "branch") {
    await memory.transactionAsync(() => task.branch(step.name, step.from));
    const summary = `Branch "${step.name}" begins at version ${step.from}.`;
    return { ...NOTHING, status: "applied", summary, head: step.from };
  }
  const { number: head } = task.head(step.branch);
  if (options.apply && options.apply.head !== head) return outdated(head);
  try {
    return await versionStep(memory, task, step, { ...options, head });
  } catch (error) {
    // Another writer was faster.
    if (!(error instanceof MemoryError && error.code === "SXP5010")) throw error;
    return outdated(task.head(step.branch).number);
  }
}

const outdated = (head: number): StepOutcome => ({
  ...{ ...NOTHING, status: "outdated", summary: "Others have written since the preview.", head },
});

interface Came extends Pick<StepOutcome, "version" | "changes" | "tree"> {
  readonly conflicts: readonly Conflict[];
}

async function versionStep(
  memory: Memory,
  task: Task,
  step: VersionStep,
  { author, sides = {}, apply = null, head }: StepOptions & { readonly head: number },
): Promise<StepOutcome> {
  const dryRun = apply === null;
  const options = { branch: step.branch, ifVersion: head, provenance: { author, reason: reasonOf(step) } };
  const resolve = sideIn(sides);
  const came =
    step.kind === "restore"
      ? await restored(memory, task, step.version, { ...options, dryRun })
      : await joined(memory, task, step, { ...options, dryRun, resolve });
  const { version, conflicts, tree } = came;
  const status =
    conflicts.length > 0 ? "conflict" : version !== null ? "applied" : tree === null ? "unchanged" : "ready";
  return {
    ...came,
    conflicts: conflicts.map((conflict) => ({ ...conflict, id: idOf(conflict) })),
    ...{ status, summary: summaryOf(step, status, came), head },
  };
}

interface Writing {
  readonly branch: string;
  readonly ifVersion: number;
  readonly provenance: { readonly author: string; readonly reason: string };
  readonly dryRun: boolean;
}

async function restored(memory: Memory, task: Task, wanted: number, { dryRun, ...how }: Writing): Promise<Came> {
  const { changes } = task.diff(how.ifVersion, wanted);
  const tree = changes.length === 0 ? null : task.version(wanted).segments;
  if (dryRun || tree === null) return { version: null, changes, conflicts: [], tree };
  const { version } = await memory.transactionAsync(() => task.restore(wanted, how));
  return { version: version.number, changes, conflicts: [], tree };
}

async function joined(
  memory: Memory,
  task: Task,
  step: Exclude<VersionStep, { kind: "restore" }>,
  how: Writing & { readonly resolve: (conflict: Conflict) => "ours" | "theirs" | null },
): Promise<Came> {
  const join = (): ReturnType<Task["merge"]> =>
    step.kind === "merge" ? task.merge(step.from, step.branch, how) : task.revert(step.version, how);
  const { version, changes, conflicts, tree } = how.dryRun ? join() : await memory.transactionAsync(join);
  return { version: version?.number ?? null, changes, conflicts, tree };
}

const sideIn =
  (sides: Readonly<Record<string, unknown>>) =>
  (conflict: Conflict): "ours" | "theirs" | null => {
    const id = idOf(conflict);
    const side = Object.hasOwn(sides, id) ? sides[id] : null;
    return side === "ours" || side === "theirs" ? side : null;
  };

const idOf = ({ kind, key, part = "" }: Conflict): string => `${key} ${kind} ${part}`;

function reasonOf(step: VersionStep): string {
  switch (step.kind) {
    case "merge":
      return `merged version ${step.from}`;
    case "undo":
      return `undid version ${step.version}`;
    case "restore":
      return `restored version ${step.version}`;
  }
}

function summaryOf(step: VersionStep, status: StepOutcome["status"], { version, changes, conflicts }: Came): string {
  const [what, done] = WORDS[step.kind](step);
  const count = changes.length === 1 ? "1 change" : `${changes.length} changes`;
  switch (status) {
    case "conflict":
      return `${what} contradicts the branch in ${conflicts.length === 1 ? "1 place" : `${conflicts.length} places`}.`;
    case "applied":
      return `Version ${version} ${done} (${count}).`;
    case "unchanged":
      return `${what} would change nothing.`;
    default:
      return `${what} makes ${count}.`;
  }
}

/** A step as the subject of a sentence, and what a version that it made does. */
const WORDS: { readonly [K in VersionStep["kind"]]: (step: VersionStep) => readonly [what: string, done: string] } = {
  merge: (step) => [`Merging version ${numberIn(step)}`, `merges version ${numberIn(step)}`],
  undo: (step) => [`Taking version ${numberIn(step)} back`, `takes version ${numberIn(step)} back`],
  restore: (step) => [`Going back to version ${numberIn(step)}`, `is as version ${numberIn(step)} was`],
};

const numberIn = (step: VersionStep): number => (step.kind === "merge" ? step.from : step.version);
