import { type Diagnostic, diagnose } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import type { Edit } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import { memoryError } from "../memoryError.js";
import { repeatedVersion } from "../store/commit.js";
import { MAIN } from "../store/state.js";
import type { Store } from "../store/store.js";
import type { Task } from "../store/task.js";
import type { Version } from "../store/version.js";
import { commitUpdate, describedUpdate, notWritten, type WriteOutcome } from "./commitUpdate.js";
import { changedSince, changesSince, differingTargets } from "./conflict.js";
import type { WritingOptions } from "./updateOptions.js";
import type { UpdateConflict, UpdateResult } from "./updateResult.js";
import type { UpdateTarget } from "./updateTarget.js";

/** An update on one version: its targets, and its edits. */
export interface Resolved {
  readonly edits: readonly Edit[];
  readonly targets: readonly UpdateTarget[];
  readonly diagnostics: readonly Diagnostic[];
  /** `unclear` and `invalid`: without edits. */
  readonly status: "ready" | "unclear" | "invalid";
}

export type Resolve = (version: Version) => Promise<Resolved>;

/** Input of one transaction. */
interface Transacting {
  readonly memory: Store;
  readonly task: Task;
  readonly resolve: Resolve;
  /** The schema that the task gets; without it stays as it is. */
  readonly schema?: Schema | null;
  /** See `WriteOptions`. */
  readonly call: readonly unknown[];
  readonly options?: WritingOptions;
}

/** Maximum attempts at finding targets while others keep writing. */
const ATTEMPTS = 100;

/**
 * One update of a task as one transaction: its targets are found, the edits checked and written as one version; or nothing is written, and the
 * result says why. Rejects with a `MemoryError` where the store can't be read or written or others keep writing first (SXP5020), and as a run
 * does where targets can't be looked for.
 */
export const transaction = (transacting: Transacting): Promise<UpdateResult> => new Transaction(transacting).run();

class Transaction {
  private readonly options: WritingOptions;
  private readonly branch: string;
  private readonly task: Task;

  constructor(private readonly about: Transacting) {
    this.options = about.options ?? {};
    this.branch = this.options.branch ?? MAIN;
    this.task = about.task;
  }

  async run(): Promise<UpdateResult> {
    const { task, branch, options } = this;
    const { memory, resolve, schema, call } = this.about;
    await memory.refreshAsync();
    const knownVersion = options.base === undefined ? task.head(branch) : task.version(options.base);
    const early = this.withoutTargets();
    if (early !== null) return early;
    const before = await resolve(knownVersion);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const head = task.head(branch);
      const early = this.withoutTargets();
      if (early !== null) return early;
      const isSame = head.number === knownVersion.number;
      const resolved = isSame ? before : await resolve(head);
      const conflict = isSame ? null : this.conflict(knownVersion, before, head, resolved);
      if (conflict !== null) return conflict;
      const { targets, edits, diagnostics, status } = resolved;
      if (status !== "ready") return this.result(head, notWritten(status, diagnostics), targets);
      const outcome = await commitUpdate(defined({ memory, task, branch, base: head, edits, options, schema, call }));
      if (outcome === null) continue;
      return this.result(head, { ...outcome, diagnostics: [...diagnostics, ...outcome.diagnostics] }, targets);
    }
    throw memoryError("SXP5020", { attempts: ATTEMPTS });
  }

  /** Result that needs no targets: the update was done already, or is for a version that is not the newest. */
  private withoutTargets(): UpdateResult | null {
    const { task, branch, options } = this;
    const head = task.head(branch);
    const { ifVersion = head.number } = options;
    const { memory, call } = this.about;
    const repeated = repeatedVersion(memory, task, { ...options, call });
    if (repeated !== null) return this.repeated(repeated);
    if (ifVersion === head.number) return null;
    return this.conflicting(head, ifVersion, "it is for no other");
  }

  private repeated(version: Version): UpdateResult {
    const [parent] = version.parents;
    const base = parent === undefined ? null : this.task.version(parent);
    const before = base === null || base.isPruned ? null : base.segments;
    const description = describedUpdate("repeated", before, version.segments, version.changes);
    return this.result(base ?? version, { ...description, version: version.number }, []);
  }

  /** Compares the targets on the caller's version with those on the newest one. */
  private conflict(looked: Version, before: Resolved, head: Version, now: Resolved): UpdateResult | null {
    if (before.status !== "ready") return null;
    const differing = differingTargets(before.targets, now.targets);
    const problem =
      differing.length > 0
        ? "its targets are other nodes there"
        : changedSince(looked.tree(), before.edits, head.tree(), now.edits);
    if (problem === null) return null;
    return this.conflicting(head, looked.number, problem, now.targets, differing);
  }

  private conflicting(
    head: Version,
    expected: number,
    problem: string,
    targets: readonly UpdateTarget[] = [],
    differing: UpdateConflict["targets"] = [],
  ): UpdateResult {
    const { branch, task } = this;
    const since = changesSince(task, expected, head);
    const conflict = { expected, head: head.number, since, targets: differing };
    const diagnostic = diagnose("SXP5034", { start: 0, end: 0 }, { branch, ...conflict, problem });
    return { ...this.result(head, notWritten("conflict", [diagnostic]), targets), conflict };
  }

  private result(base: Version, written: WriteOutcome, targets: readonly UpdateTarget[]): UpdateResult {
    const { task, branch, options } = this;
    const about = { task: task.name, branch, base: base.number, isDryRun: options.dryRun === true };
    return { ...about, ...written, targets, conflict: null };
  }
}
