import type { Schema } from "@semantic-xpath/planner";
import { applyEdits, type Edit, type Tree } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import type { NodeKey } from "../keys.js";
import { memoryError } from "../memoryError.js";
import { ancestorsOf } from "./ancestors.js";
import { type Blame, blame } from "./blame.js";
import type { Change } from "./change.js";
import { changesOf, type VersionDiff, versionDiff } from "./changes.js";
import { type CommitOptions, type Committing, checkHead, commitVersion, type WriteOptions } from "./commit.js";
import { differenceOf } from "./editDifference.js";
import { type Join, type JoinOptions, mergeVersions, revertVersion } from "./joining.js";
import { checkBranchName, checkTaskName, nearNames } from "./names.js";
import { pairedTree } from "./pairedTree.js";
import { type BranchState, MAIN, type TaskState } from "./state.js";
import type { Store } from "./store.js";
import { prunedVersion, type Version } from "./version.js";

/** Result of a write. */
export interface Commit {
  readonly version: Version;
  /** True if an earlier write had the same idempotency key: then its version is returned, and nothing was written. */
  readonly isRepeated: boolean;
  /** True if another process wrote in between, and the change was carried over to that version. */
  readonly isRebased: boolean;
}

export interface LogOptions {
  /** Only what led to the newest version of the branch; by default all versions of the task. */
  readonly branch?: string;
  readonly limit?: number;
  /** Committed at this time or later; ISO 8601. */
  readonly since?: string;
  readonly until?: string;
  readonly author?: string;
  readonly turn?: string;
}

/** A task of a store: a tree with its history. It shows what this process has seen; `refresh` of the store looks for more. */
export class Task {
  constructor(
    private readonly memory: Store,
    /** Its number in the store, which no renaming changes. */
    readonly id: number,
  ) {}

  get name(): string {
    return this.state.name;
  }

  get title(): string | null {
    return this.state.title;
  }

  get description(): string | null {
    return this.state.description;
  }

  /** The schema of the newest version of `main`; null: none. */
  get schema(): Schema | null {
    return this.head().schema;
  }

  /** `main` first, the others by name. */
  branches(): readonly BranchState[] {
    const [main, ...others] = [...this.state.branches.values()].sort((a, b) =>
      a.name === MAIN ? -1 : b.name === MAIN ? 1 : a.name < b.name ? -1 : 1,
    );
    return [main!, ...others];
  }

  /** The newest version of a branch. Throws a `MemoryError` (SXP5013) where there is no such branch. */
  head(branch: string = MAIN): Version {
    return this.numbered(this.branchState(branch).head);
  }

  /** All versions, oldest first. No tree is read. */
  versions(): readonly Version[] {
    return this.state.versions.map((version) => this.memory.versionOf(this.id, version));
  }

  /**
   * A version by its number (`7`), counted from the newest of all branches (`-1`), or the newest of a branch by the name of that.
   * Throws a `MemoryError` (SXP5013) where there is none.
   */
  version(name: number | string): Version {
    const { branches, versions } = this.state;
    const number = typeof name === "number" || /^-?\d+$/.test(name) ? Number(name) : branches.get(name)?.head;
    const state = number === undefined ? undefined : number < 0 ? versions.at(number) : versions[number - 1];
    if (state === undefined) throw this.unknownVersion(String(name));
    return this.memory.versionOf(this.id, state);
  }

  /** Versions, newest first. No tree is read. Throws a `MemoryError` (SXP5018) for a text that is not a time. */
  log({ branch, limit = Number.POSITIVE_INFINITY, since, until, author, turn }: LogOptions = {}): readonly Version[] {
    const [from, to] = [since, until].map((time) => (time === undefined ? null : timeOf(time)));
    const versions: Version[] = [];
    const reachable = branch === undefined ? null : ancestorsOf(this.state, this.branchState(branch).head);
    for (const state of this.state.versions.toReversed()) {
      if (versions.length >= limit) break;
      const time = Date.parse(state.time);
      if (reachable?.has(state.version) === false || time < (from ?? -Infinity) || time > (to ?? Infinity)) continue;
      const version = this.memory.versionOf(this.id, state);
      if (author !== undefined && version.provenance.author !== author) continue;
      if (turn !== undefined && version.provenance.turn !== turn) continue;
      versions.push(version);
    }
    return versions;
  }

  /**
   * Applies edits of a version as a new version of a branch: all of them, or none with an error. Nodes are numbered as in the version
   * `base`, by default the newest one of the branch in this process.
   *
   * If another process wrote in between, the edits are carried over. Throws a `MemoryError`: SXP5011 if both changed the
   * same part, with `conflicts` as its data; SXP5010 if `ifVersion` is given and not the newest any more; SXP5015 beyond a quota. Throws a RangeError
   * for edits of missing nodes.
   */
  commit(edits: readonly Edit[], options: CommitOptions = {}): Commit {
    return this.edit(edits, options, { operation: "edit" });
  }

  /**
   * A whole tree as a new version, such as a file that was read again. Nodes that are in the version `base` too are found by identity, content
   * and place (`pairNodes`), and keep their keys; what is the same is shared.
   */
  commitTree(tree: Tree, options: CommitOptions = {}): Commit {
    const base = this.baseOf(options);
    const make = () => ({ base: base.number, ...this.paired(base, tree), operation: "tree" as const });
    return this.write(make, { call: ["tree"], ...options });
  }

  /** Changes that `commitTree` would make to the version `base`. Writes nothing. Throws SXP5010 as that does. */
  previewTree(tree: Tree, options: Pick<CommitOptions, "base" | "branch" | "ifVersion"> = {}): readonly Change[] {
    checkHead(this, this.head(options.branch), options);
    const base = this.baseOf(options);
    return changesOf(base.segments, this.paired(base, tree).tree);
  }

  /**
   * Merges a version, or the newest of a branch, into a branch, by keys: what one side changed holds, what both changed alike holds. All else is a conflict,
   * and is given back as data; then nothing is written, unless `resolve` says which side holds.
   * The schema is that of the side that changed it, ours if both did. Throws SXP5016 where the version that both come from was pruned.
   */
  merge(from: number | string, into: string = MAIN, options: JoinOptions = {}): Join {
    return mergeVersions(this.memory, this, from, into, options);
  }

  /** Undoes what one version changed; what came after it stays. Conflicts as in `merge`: ours is what is there, theirs is the undoing. */
  revert(version: number | string, options: JoinOptions = {}): Join {
    return revertVersion(this.memory, this, version, options);
  }

  /** The newest version of a branch becomes as a version was, with the same keys and the same schema. All versions in between stay in the history. */
  restore(version: number | string, options: WriteOptions = {}): Commit {
    const { number, segments: tree, schema } = this.version(version);
    const make = () => {
      const base = this.head(options.branch).number;
      return { base, tree, schema, operation: "restore" as const, of: number };
    };
    return this.write(make, { call: ["restore", `${version}`], ...options });
  }

  /** Changes that `restore` would make. Writes nothing. Throws SXP5010 as that does. */
  previewRestore(
    version: number | string,
    options: Pick<WriteOptions, "branch" | "ifVersion"> = {},
  ): readonly Change[] {
    const head = this.head(options.branch);
    checkHead(this, head, options);
    return changesOf(head.segments, this.version(version).segments);
  }

  /**
   * Another schema, and the edits that make the tree fit it, as one new version. Older versions keep theirs. Whether the tree does fit is for `validate`
   * to look at.
   */
  migrateSchema(schema: Schema | null, edits: readonly Edit[] = [], options: CommitOptions = {}): Commit {
    return this.edit(edits, options, { operation: "migrate", schema });
  }

  /** Difference of two versions: in proportion to the changes. */
  diff(from: number | string, to: number | string): VersionDiff {
    return versionDiff(this.version(from), this.version(to));
  }

  /** Versions that made a node and each of its parts, at a version, by default the newest of `main`. Throws SXP5017. */
  blame(key: NodeKey, { version = MAIN }: { readonly version?: number | string } = {}): readonly Blame[] {
    return blame(this, key, this.version(version));
  }

  /** Makes a branch that begins at a version, by default the newest of `main`. A small record, however large the tree. */
  branch(name: string, from: number | string = MAIN): BranchState {
    return this.memory.write((draft) => {
      checkBranchName(name, this.state.branches.has(name));
      const version = this.version(from);
      if (version.isPruned) throw prunedVersion(this.state, this.state.versions[version.number - 1]!);
      draft.add({ kind: "branch", task: this.id, branch: name, from: version.number });
      return this.branchState(name);
    });
  }

  /** Takes a branch away; its versions stay, by their numbers. Throws a `MemoryError` (SXP5018) for `main`. */
  deleteBranch(name: string): void {
    this.memory.write((draft) => {
      this.branchState(name);
      if (name === MAIN)
        throw memoryError("SXP5018", { what: 'Deleting the branch "main"', problem: "a task always has one" });
      draft.add({ kind: "deleteBranch", task: this.id, branch: name });
    });
  }

  rename(name: string): void {
    this.memory.write((draft) => {
      const other = this.memory.state.taskNamed(name);
      checkTaskName(name, other !== undefined && other.id !== this.id);
      draft.add({ kind: "describe", task: this.id, name });
    });
  }

  /** Another title or description; null takes it away. */
  describe(words: { readonly title?: string | null; readonly description?: string | null }): void {
    this.memory.write((draft) => draft.add({ kind: "describe", task: this.id, ...defined(words) }));
  }

  /** State of the task in the records. Throws a `MemoryError` (SXP5012) if it was deleted. */
  get state(): TaskState {
    const state = this.memory.state.tasks.get(this.id);
    if (state === undefined) throw memoryError("SXP5012", { name: `#${this.id}`, suggestions: [], known: [] });
    return state;
  }

  /** `make` is called again if another process wrote in between: new keys depend on the present state. */
  private write(make: () => Omit<Committing, "branch">, options: CommitOptions): Commit {
    const { branch = MAIN } = options;
    return this.memory.write((draft) => {
      const making = () => ({ branch, ...make() });
      const { number, ...how } = commitVersion(this.memory, draft, this.id, making, options);
      return { version: this.numbered(number), ...how };
    });
  }

  private edit(edits: readonly Edit[], options: CommitOptions, how: Pick<Committing, "operation" | "schema">): Commit {
    const { number: base, segments } = this.baseOf(options);
    const tree = options.edited ?? applyEdits(segments, edits);
    const read = { tree: segments, generation: this.memory.generation };
    const make = () => ({ base, tree, read, difference: differenceOf(segments, edits), ...how });
    return this.write(make, { call: [how.operation], ...options });
  }

  private paired({ segments }: Version, tree: Tree): ReturnType<typeof pairedTree> {
    return pairedTree(segments, tree, this.state.nextKey, (each) => this.memory.contents.adopt(this.id, each, true));
  }

  private baseOf({ base, ifVersion, branch }: Pick<CommitOptions, "base" | "ifVersion" | "branch">): Version {
    const name = base ?? ifVersion;
    return name === undefined ? this.head(branch) : this.version(name);
  }

  private numbered(number: number): Version {
    return this.memory.versionOf(this.id, this.state.versions[number - 1]!);
  }

  private branchState(name: string): BranchState {
    const branch = this.state.branches.get(name);
    if (branch === undefined) throw this.unknownVersion(name);
    return branch;
  }

  private unknownVersion(name: string): Error {
    const names = this.branches().map((branch) => branch.name);
    return memoryError("SXP5013", { task: this.name, name, suggestions: nearNames(name, names), known: names });
  }
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw memoryError("SXP5018", {
      what: `A log since or until ${JSON.stringify(text.slice(0, 40))}`,
      problem: "a date or a moment in ISO 8601 is needed",
    });
  return time;
}
