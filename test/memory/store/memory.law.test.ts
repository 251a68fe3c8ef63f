import { inMemoryJournal, type Journal, Memory, MemoryError, type Task, type Version } from "@semantic-xpath/memory";
import { applyEdits, type SegmentedTree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Plain, plainTree } from "../../readers/trees.js";
import { runs } from "../../support/runs.js";
import { type Draw, drawOf, editsOf, modelOf } from "../../tree/edits/edits.js";

/** A node of the model: what a version says, copied deep, with keys. */
interface Copy {
  readonly key: number;
  readonly type: string;
  readonly text: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: readonly Copy[];
}

interface ModelVersion {
  readonly tree: Copy | null;
  readonly branch: string;
  readonly parents: readonly number[];
  readonly author: string | undefined;
}

interface ModelTask {
  versions: ModelVersion[];
  branches: Map<string, number>;
}

type Model = Map<string, ModelTask>;

const copyOf = (tree: SegmentedTree, node = 1): Copy => {
  const { type, text, attributes } = tree.rowAt(node);
  return {
    key: tree.keyOf(node),
    type,
    text,
    attributes: [...attributes].sort(([a], [b]) => (a < b ? -1 : 1)),
    children: tree.childrenOf(node).map((child) => copyOf(tree, child)),
  };
};

/** A copy as it would be after edits: nodes keep their keys, the new ones have 0. */
const withoutNew = (copy: Copy, known: ReadonlySet<number>): Copy => ({
  ...copy,
  key: known.has(copy.key) ? copy.key : 0,
  children: copy.children.map((child) => withoutNew(child, known)),
});

const keysIn = (copy: Copy): number[] => [copy.key, ...copy.children.flatMap(keysIn)];

/** The store under test: two handles of one storage, and what it should hold. */
interface Store {
  readonly storage: Journal;
  handles: Memory[];
  readonly model: Model;
}

interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly handle: number;
  readonly a: number;
  readonly b: number;
  readonly draws: readonly Draw[];
  readonly content: Plain;
}

const KINDS = [
  ...(["commit", "commit", "commit", "stale", "branch", "merge", "revert", "restore", "tree"] as const),
  ...(["create", "rename", "delete", "deleteBranch", "prune", "purge", "reopen", "refresh"] as const),
] as const;

const draws = fc.array(drawOf(["x", "Day"], fc.constantFrom("", "1", "a b"), plainTree), { maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  handle: fc.nat({ max: 1 }),
  a: fc.nat(),
  b: fc.nat(),
  draws,
  content: plainTree,
});

const pick = <T>(from: readonly T[], seed: number): T => from[seed % from.length]!;

/** Does a step with the store and the model. What the store refuses leaves both as they are. */
function take(store: Store, { kind, handle, a, b, draws: drawn, content }: Step): void {
  const memory = store.handles[handle]!;
  if (kind === "reopen") {
    memory.close();
    store.handles[handle] = Memory.open(store.storage);
    return;
  }
  if (kind !== "stale") memory.refresh();
  const names = memory.tasks().map(({ name }) => name);
  if (kind === "refresh") return;
  if (kind === "create" || names.length === 0) {
    const name = `t${store.model.size}-${a}`;
    if (memory.hasTask(name)) return;
    const task = memory.createTask(name, treeOf(content));
    store.model.set(name, { versions: [], branches: new Map() });
    expectNew(store, task, task.head(), "main", [], undefined);
    return;
  }
  const task = memory.task(pick(names, a));
  const known = store.model.get(task.name);
  // A handle that is behind may show a task that another one has renamed or deleted.
  if (known === undefined) return;
  const branch = pick([...task.branches()], b).name;
  write(store, { memory, task, known, branch, kind, a, b, drawn, content });
}

interface Writing {
  readonly memory: Memory;
  readonly task: Task;
  readonly known: ModelTask;
  readonly branch: string;
  readonly kind: Step["kind"];
  readonly a: number;
  readonly b: number;
  readonly drawn: readonly Draw[];
  readonly content: Plain;
}

function write(store: Store, { memory, task, known, branch, kind, a, b, drawn, content }: Writing): void {
  const kept = task.versions().filter(({ isPruned }) => !isPruned);
  const some = pick(kept, a + b);
  const head = (): number => known.branches.get(branch)!;
  switch (kind) {
    case "commit":
    case "stale": {
      const base = task.head(branch);
      const edits = editsOf(modelOf(base.tree()), drawn);
      const wanted = copyOf(applyEdits(base.segments, edits));
      const before = known.branches.get(branch);
      const commit = orRefused(() => task.commit(edits, { branch, provenance: { author: "Ann" } }));
      if (commit === null) return;
      expectNew(store, task, commit.version, branch, [before!], "Ann");
      if (commit.isRebased) return;
      const old = new Set(keysIn(known.versions[base.number - 1]!.tree!));
      expect(withoutNew(copyOf(commit.version.segments), old)).toEqual(wanted);
      return;
    }
    case "branch": {
      const name = `b${known.branches.size}`;
      if (known.branches.has(name)) return;
      task.branch(name, some.number);
      known.branches.set(name, some.number);
      return;
    }
    case "deleteBranch":
      if (branch === "main") return;
      task.deleteBranch(branch);
      known.branches.delete(branch);
      return;
    case "merge": {
      const other = pick([...task.branches()], a).name;
      const join = orRefused(() => task.merge(other, branch, { resolve: pick(["ours", "theirs"], a + b) }));
      if (join?.version == null) return;
      expectNew(store, task, join.version, branch, [head(), known.branches.get(other)!], undefined);
      return;
    }
    case "revert": {
      const join = orRefused(() => task.revert(some.number, { branch, resolve: pick(["ours", "theirs"], a) }));
      if (join?.version != null) expectNew(store, task, join.version, branch, [head()], undefined);
      return;
    }
    case "restore": {
      const { version } = task.restore(some.number, { branch });
      expectNew(store, task, version, branch, [head()], undefined);
      expect(copyOf(version.segments)).toEqual(known.versions[some.number - 1]!.tree);
      return;
    }
    case "tree": {
      const before = new Set(keysIn(known.versions[head() - 1]!.tree!));
      const { version } = task.commitTree(treeOf(content), { branch });
      expectNew(store, task, version, branch, [head()], undefined);
      expect(withoutKeys(copyOf(version.segments))).toEqual(withoutKeys(copyOf(treeKeyed(content))));
      for (const key of keysIn(copyOf(version.segments)))
        if (!before.has(key)) expect(key).toBeGreaterThan(Math.max(...before));
      return;
    }
    case "rename": {
      const name = `r${a}`;
      if (memory.hasTask(name)) return;
      store.model.delete(task.name);
      store.model.set(name, known);
      task.rename(name);
      return;
    }
    case "delete":
      store.model.delete(task.name);
      memory.deleteTask(task.name);
      return;
    case "prune": {
      const { tasks } = memory.prune({ task: task.name, before: some.number });
      for (const number of tasks[0]?.versions ?? []) pruneVersion(known, number);
      return;
    }
    case "purge":
      purge(memory, task, known, pick(keysIn(known.versions[some.number - 1]!.tree!), b));
      return;
    default:
      throw new Error(kind);
  }
}

const treeKeyed = (content: Plain): SegmentedTree =>
  Memory.create(inMemoryJournal()).createTask("x", treeOf(content)).head().segments;

const withoutKeys = (copy: Copy): object => ({ ...copy, key: 0, children: copy.children.map(withoutKeys) });

function pruneVersion({ versions }: ModelTask, number: number): void {
  const { branch, parents } = versions[number - 1]!;
  versions[number - 1] = { tree: null, branch, parents, author: undefined };
}

function purge(memory: Memory, task: Task, known: ModelTask, key: number): void {
  if (known.versions.some(({ tree }) => tree?.key === key)) return;
  memory.prune({ task: task.name, keys: [key] });
  const without = (copy: Copy): Copy => ({
    ...copy,
    children: copy.children.filter((child) => child.key !== key).map(without),
  });
  known.versions = known.versions.map((version) =>
    version.tree === null ? version : { ...version, tree: without(version.tree) },
  );
}

/** What the store makes of a step, null where it refuses, which may only be for reasons that the model has, too. */
function orRefused<T>(attempt: () => T): T | null {
  try {
    return attempt();
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    expect(["SXP5011", "SXP5012", "SXP5013", "SXP5016", "SXP5018"]).toContain(error.code);
    return null;
  }
}

function expectNew(
  { model }: Store,
  task: Task,
  version: Version,
  branch: string,
  parents: readonly number[],
  author: string | undefined,
): void {
  const known = model.get(task.name)!;
  expect(version.number).toBe(known.versions.length + 1);
  const tree = copyOf(version.segments);
  const keys = keysIn(tree);
  expect(new Set(keys).size).toBe(keys.length);
  known.versions.push({ tree, branch, parents, author });
  known.branches.set(branch, version.number);
}

/** That a handle shows what the model holds: all of it. */
function check(memory: Memory, model: Model): void {
  memory.refresh();
  expect(
    memory
      .tasks()
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...model.keys()].sort());
  for (const [name, { versions, branches }] of model) {
    const task = memory.task(name);
    expect(Object.fromEntries(task.branches().map((branch) => [branch.name, branch.head]))).toEqual(
      Object.fromEntries(branches),
    );
    const shown = task.versions().map((version) => ({
      tree: version.isPruned ? null : copyOf(version.segments),
      branch: version.branch,
      parents: version.parents,
      author: version.provenance.author,
    }));
    expect(shown).toEqual(versions);
  }
}

describe("a store", () => {
  it("agrees with a plain model, whatever is done by whichever handle, and after it is opened again", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 24 }), (steps) => {
        const storage = inMemoryJournal();
        const store: Store = {
          storage,
          handles: [Memory.create(storage), Memory.open(storage)],
          model: new Map(),
        };
        for (const each of steps) {
          take(store, each);
          check(store.handles[each.handle]!, store.model);
        }
        for (const memory of [...store.handles, Memory.open(storage)]) {
          check(memory, store.model);
          const { problems, isWhole } = memory.doctor();
          expect({ problems, isWhole }).toEqual({ problems: [], isWhole: true });
        }
      }),
      { numRuns: runs(150, 20) },
    );
  });
});
