import { type Change, type Conflict, type Memory, MemoryError, type Task, treeFile } from "@semantic-xpath/memory";
import type { Workspace } from "../workspace/workspace.js";
import { fileOf } from "./reading.js";
import type { MemoryConflict, MemoryStep, MemoryStepParams, MemoryStepResult } from "./requests.js";
import { withMemory } from "./withMemory.js";

const MOST_CHANGES = 200;
const MOST_CONFLICTS = 200;
/** Who is said to have made what is done in an editor. */
const AUTHOR = "person";

type VersionStep = Exclude<MemoryStep, { kind: "branch" }>;

export const noStep = (problem: string): MemoryStepResult => ({ ...NOTHING, problem });

const NOTHING: MemoryStepResult = {
  ...{ problem: null, status: null, summary: "", head: 0, version: null },
  ...{ changes: [], changeCount: 0, conflicts: [], before: null, after: null },
};

/**
 * What a step of a task would do, or the step, which is done only on the version that its preview was made for. The memory is opened for writing only for
 * a step that is done.
 */
export const memoryStep = (workspace: Workspace, params: MemoryStepParams): Promise<MemoryStepResult> =>
  withMemory(workspace, params.memory, noStep, (memory) => stepIn(memory, params), {
    writes: params.step.kind === "branch" || isApplied(params),
  });

const isApplied = ({ apply }: MemoryStepParams): boolean => (apply ?? null) !== null;

async function stepIn(memory: Memory, params: MemoryStepParams): Promise<MemoryStepResult> {
  const { step } = params;
  const task = memory.task(params.task);
  if (step.kind === "branch") {
    await memory.transactionAsync(() => task.branch(step.name, step.from));
    const summary = `Branch "${step.name}" begins at version ${step.from}.`;
    return { ...NOTHING, status: "applied", summary, head: step.from };
  }
  const head = task.head(step.branch);
  const outdated = { ...NOTHING, status: "outdated", summary: "Others have written since the preview." } as const;
  if (params.apply && params.apply.head !== head.number) return { ...outdated, head: head.number };
  try {
    return await versionStep(memory, task, step, params);
  } catch (error) {
    // Somebody wrote after the look at the newest version.
    if (!(error instanceof MemoryError && error.code === "SXP5010")) throw error;
    return { ...outdated, head: task.head(step.branch).number };
  }
}

/** What a step comes to. */
interface Outcome {
  readonly version: number | null;
  readonly changes: readonly Change[];
  readonly conflicts: readonly Conflict[];
  /** What the branch becomes; null: nothing else than it is. */
  readonly after: string | null;
}

async function versionStep(
  memory: Memory,
  task: Task,
  step: VersionStep,
  params: MemoryStepParams,
): Promise<MemoryStepResult> {
  const head = task.head(step.branch);
  const dryRun = !isApplied(params);
  const provenance = { author: AUTHOR, reason: reasonOf(step) };
  const options = { branch: step.branch, ifVersion: head.number, provenance };
  const outcome =
    step.kind === "restore"
      ? await restored(memory, task, step, { ...options, dryRun })
      : await joined(memory, task, step, { ...options, dryRun, resolve: sidesOf(params) });
  const { version, changes, conflicts, after } = outcome;
  const status =
    conflicts.length > 0 ? "conflict" : version !== null ? "applied" : after === null ? "unchanged" : "ready";
  return {
    problem: null,
    status,
    summary: summaryOf(step, status, outcome),
    head: head.number,
    version,
    changes: changes.slice(0, MOST_CHANGES).map(({ text }) => text),
    changeCount: changes.length,
    conflicts: conflicts.slice(0, MOST_CONFLICTS).map(conflictEntry),
    before: fileOf(params.memory, task, head),
    after,
  };
}

interface StepOptions {
  readonly branch: string;
  readonly ifVersion: number;
  readonly provenance: { readonly author: string; readonly reason: string };
  readonly dryRun: boolean;
}

async function restored(
  memory: Memory,
  task: Task,
  { version: wanted }: Extract<VersionStep, { kind: "restore" }>,
  { dryRun, ...options }: StepOptions,
): Promise<Outcome> {
  const { changes } = task.diff(options.ifVersion, wanted);
  const after = changes.length === 0 ? null : treeFile(task.version(wanted).tree()).text;
  if (dryRun || after === null) return { version: null, changes, conflicts: [], after };
  const { version } = await memory.transactionAsync(() => task.restore(wanted, options));
  return { version: version.number, changes, conflicts: [], after };
}

async function joined(
  memory: Memory,
  task: Task,
  step: Exclude<VersionStep, { kind: "restore" }>,
  options: StepOptions & { readonly resolve: (conflict: Conflict) => "ours" | "theirs" | null },
): Promise<Outcome> {
  const join = (): ReturnType<Task["merge"]> =>
    step.kind === "merge" ? task.merge(step.from, step.branch, options) : task.revert(step.version, options);
  const { version, changes, conflicts, tree } = options.dryRun ? join() : await memory.transactionAsync(join);
  const after = tree === null ? null : treeFile(tree.toTree()).text;
  return { version: version?.number ?? null, changes, conflicts, after };
}

const sidesOf =
  ({ sides = {} }: MemoryStepParams) =>
  (conflict: Conflict): "ours" | "theirs" | null => {
    const id = idOf(conflict);
    const side = Object.hasOwn(sides, id) ? sides[id] : null;
    return side === "ours" || side === "theirs" ? side : null;
  };

const idOf = ({ kind, key, part = "" }: Conflict): string => `${key} ${kind} ${part}`;

function conflictEntry(conflict: Conflict): MemoryConflict {
  const { path, text, ours, theirs } = conflict;
  return { id: idOf(conflict), path, text, ours, theirs };
}

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

function summaryOf(step: VersionStep, status: string, { version, changes, conflicts }: Outcome): string {
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
