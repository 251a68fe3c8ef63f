import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { type Edit, SegmentedTree, treeOf } from "@semantic-xpath/tree";
import { describe, expect, it, vi } from "vitest";
import { isLong } from "../../support/runs.js";

/** How often a method is called in some work. */
function calls<T extends object>(of: T, name: keyof T & (string | symbol), work: () => void): number {
  const spy = vi.spyOn(of as unknown as Record<string | symbol, () => unknown>, name);
  try {
    work();
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

const opened = () => Memory.create(inMemoryJournal());
const items = (count: number, type = "Item") =>
  treeOf({ type: "Plan", children: Array.from({ length: count }, (_, i) => ({ type, text: `text ${i}` })) });

/** How often records are read, maps are looked at and lists become longer: a spy keeps what it saw, and there are too many. */
async function steps(work: () => unknown): Promise<number> {
  let count = 0;
  const counted = (of: object, name: string): (() => void) => {
    const before = Reflect.get(of, name) as (...given: unknown[]) => unknown;
    Reflect.set(of, name, function (this: unknown, ...given: unknown[]) {
      count++;
      return Reflect.apply(before, this, given);
    });
    return () => void Reflect.set(of, name, before);
  };
  const ends = [counted(JSON, "parse"), counted(Map.prototype, "get"), counted(Map.prototype, "set")];
  ends.push(counted(Set.prototype, "has"), counted(Array.prototype, "push"), counted(Array.prototype, "map"));
  try {
    await work();
    return count;
  } finally {
    for (const end of ends) end();
  }
}

/** The work for twice as much is about twice the work. */
function expectLinear(work: (size: number) => number, size: number): void {
  const [one, two] = [work(size), work(2 * size)];
  expect(one).toBeGreaterThan(0);
  expect(two / one).toBeLessThan(2.5);
}

describe("law: work grows with what is done, and not with its square", () => {
  const merge = (ours: (n: number) => Edit[], theirs: (n: number) => Edit[]) => (n: number) => {
    const memory = opened();
    const task = memory.createTask("trip", items(4 * n));
    task.branch("draft");
    task.commit(ours(n));
    task.commit(theirs(n), { branch: "draft" });
    return calls(SegmentedTree.prototype, "nodeOfKey", () => void task.merge("draft", "main", { resolve: "theirs" }));
  };
  const edits = (from: number, n: number, edit: (node: number) => Edit): Edit[] =>
    Array.from({ length: n }, (_, i) => edit(from + 2 * i));
  const setTexts = (n: number) => edits(2, n, (node) => ({ kind: "setText", node, text: "ours" }));
  const deletes = (n: number) => edits(3, n, (node) => ({ kind: "delete", node }));
  const moves = (n: number) => edits(2, n, (node) => ({ kind: "move", node, parent: 1, before: null }));
  const inserts = (n: number) =>
    edits(2, n, (before) => ({ kind: "insert", parent: 1, before, content: { type: "New" } }));
  /** Right after nodes that the other side moved to the end. */
  const insertsAfter = (n: number) =>
    edits(3, n, (before) => ({ kind: "insert", parent: 1, before, content: { type: "New" } }));

  it.each([
    ["edits and deletes", setTexts, deletes],
    ["moves and deletes", moves, deletes],
    ["edits and inserts among siblings", setTexts, inserts],
    ["deletes and moves", deletes, moves],
    ["moves and inserts where they were", moves, insertsAfter],
  ])("merging %s", { tags: "slow" }, (_, ours, theirs) => {
    expectLinear(merge(ours, theirs), isLong ? 1_000 : 100);
  });

  it("commits, one after the other and in one transaction", () => {
    const commits = (isOne: boolean) => (n: number) => {
      const journal = inMemoryJournal();
      const memory = Memory.create(journal);
      const task = memory.createTask("trip", items(3));
      const all = (): void => {
        for (let i = 0; i < n; i++)
          task.commit([{ kind: "setText", node: 2, text: `${i}` }], { idempotencyKey: `k${i}` });
      };
      const hashes = calls(journal, "hashOf", () => (isOne ? memory.transaction(all) : all()));
      return hashes;
    };
    const size = isLong ? 1_000 : 50;
    expectLinear(commits(false), size);
    expectLinear(commits(true), size);
  });

  it("doctor, lists, history and prune, by versions and by tasks", async () => {
    const [few, most] = isLong ? [1_000, 10_000] : [20, 60];
    const versions = async (count: number): Promise<Memory> => {
      const memory = opened();
      memory.quotas = { maxVersions: most * 2, maxTasks: most * 2 };
      const task = memory.createTask("trip", items(3));
      task.branch("draft");
      for (let i = 2; i < count; i++) {
        task.commit([{ kind: "setText", node: 2, text: `${i}` }]);
        // Weak references are let go between tasks.
        if (i % 100 === 0) await new Promise(setImmediate);
      }
      return memory;
    };
    const tasks = async (count: number): Promise<Memory> => {
      const memory = opened();
      memory.quotas = { maxTasks: most * 2 };
      for (let i = 0; i < count; i++) memory.createTask(`t${i}`, treeOf({ type: "A" }));
      return memory;
    };
    const work: Record<string, (memory: Memory) => unknown> = {
      lists: (memory) => memory.tasks().map((task) => [task.branches(), task.versions().length, task.log().length]),
      history: (memory) => memory.query("/Memory/Task/Version"),
      doctor: (memory) => memory.doctor(),
      prune: (memory) => memory.prune({ retention: { last: 1 } }),
    };
    for (const make of [versions, tasks]) {
      const [small, large] = [await make(few), await make(most)];
      for (const [name, act] of Object.entries(work)) {
        const [one, other] = [await steps(() => act(small)), await steps(() => act(large))];
        expect([name, other / one < (1.2 * most) / few]).toEqual([name, true]);
      }
    }
  });

  it("deleting branches, in one transaction", () => {
    const copies = (n: number): number => {
      const memory = opened();
      const task = memory.createTask("trip", items(3));
      for (let i = 0; i < n; i++) task.branch(`b${i}`);
      const all = (): void => {
        for (let i = 0; i < n; i++) task.deleteBranch(`b${i}`);
      };
      return calls(Map.prototype, Symbol.iterator, () => memory.transaction(all));
    };
    expect(copies(50)).toBe(copies(5));
  });

  it("a commit copies nothing of other tasks and versions", () => {
    const sets = (tasks: number, versions: number): number => {
      const memory = opened();
      memory.transaction(() => {
        for (let i = 0; i < tasks; i++) memory.createTask(`t${i}`, treeOf({ type: "A" }));
        const task = memory.task("t0");
        for (let i = 0; i < versions; i++)
          task.commit([{ kind: "setText", node: 1, text: `${i}` }], { idempotencyKey: `k${i}` });
      });
      const commit = () => memory.task("t0").commit([{ kind: "setText", node: 1, text: "new" }]);
      return calls(Map.prototype, "set", () => void commit());
    };
    const few = sets(3, 3);
    expect(sets(100, 3) - few).toBeLessThan(5);
    expect(sets(3, 100) - few).toBeLessThan(5);
  });

  it("what fails leaves nothing behind, whatever it did before", () => {
    const memory = opened();
    const task = memory.createTask("a", items(2));
    memory.createTask("b", items(2));
    task.branch("one");
    task.branch("two");
    const shown = () =>
      JSON.stringify([
        memory.tasks().map((each) => [each.id, each.name, each.title, each.branches(), each.versions().length]),
        memory.quotas,
        memory.retention,
      ]);
    const before = shown();
    const work = (): void => {
      memory.createTask("c", items(1));
      memory.task("a").rename("z");
      memory.task("z").commit([{ kind: "setText", node: 2, text: "x" }], { branch: "one", idempotencyKey: "k" });
      memory.task("z").deleteBranch("one");
      memory.deleteTask("b");
      memory.deleteTask("z");
      memory.quotas = { maxTasks: 7 };
      memory.retention = { last: 3 };
      throw new Error("no");
    };
    expect(() => memory.transaction(work)).toThrow("no");
    expect(shown()).toBe(before);
    expect(task.commit([{ kind: "setText", node: 2, text: "x" }], { idempotencyKey: "k" }).version.number).toBe(2);
  });
});
