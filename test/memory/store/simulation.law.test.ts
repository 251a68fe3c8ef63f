import { inMemoryJournal, type Journal, Memory, MemoryError, memoryError } from "@semantic-xpath/memory";
import { type SegmentedTree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../support/runs.js";

/** The process is gone at this moment. */
class Crash extends Error {}

type Fault = "none" | "refused" | "crash before" | "crash after" | "other first";

/** What a process sees of a journal that several share: one fault at its next append. */
function seenBy(journal: Journal, process: { fault: Fault; other: () => void }): Journal {
  const append: Journal["append"] = (...given) => {
    const { fault } = process;
    process.fault = "none";
    if (fault === "refused") throw memoryError("SXP5005", { reason: "the disk refuses" });
    if (fault === "crash before") throw new Crash();
    if (fault === "other first") process.other();
    const head = journal.append(...given);
    if (fault === "crash after") throw new Crash();
    return head;
  };
  return new Proxy(journal, {
    get: (target, name) => {
      if (name === "append") return append;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const step = fc.record({
  process: fc.nat(2),
  fault: fc.constantFrom<Fault>("none", "none", "none", "refused", "crash before", "crash after", "other first"),
  /** Milliseconds that the clock goes on, or back. */
  clock: fc.constantFrom(0, 1, 1000, -1000, 86_400_000, -86_400_000 * 365),
  what: fc.constantFrom("insert", "insert", "insert", "stale", "two", "merge", "prune", "refresh", "reopen", "task"),
});

const keysIn = (tree: SegmentedTree): string[] =>
  tree.childrenOf(1).map((node) => tree.rowAt(node).attributes.get("key") ?? "");

it("law: whatever faults, clocks and orders, what was acknowledged is there once, and doctor finds nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      // What weak references were read is collected between tasks only.
      await new Promise((next) => setImmediate(next));
      const journal = inMemoryJournal();
      let clock = Date.UTC(2026, 0, 1);
      let made = 0;
      const now = (): Date => new Date(clock);
      const processes = [0, 1, 2].map(() => ({ fault: "none" as Fault, other: (): void => undefined }));
      const open = (process: number): Memory => Memory.open(seenBy(journal, processes[process]!), { now });
      Memory.create(journal, { now }).createTask("all", treeOf({ type: "All" }));
      const memories = [0, 1, 2].map(open);
      const seen = Memory.open(journal);
      const acknowledged = new Set<string>();
      const maybe = new Set<string>();
      const insert = (memory: Memory, base?: number): void => {
        const key = `k${made++}`;
        maybe.add(key);
        const edit = { kind: "insert", parent: 1, content: { type: "Item", attributes: { key } } } as const;
        memory.task("all").commit([edit], { idempotencyKey: key, ...(base !== undefined && { base }) });
        acknowledged.add(key);
      };
      const work: Record<(typeof steps)[number]["what"], (memory: Memory, process: number) => void> = {
        insert: (memory) => insert(memory),
        stale: (memory) => {
          const base = memory.task("all").head().number;
          insert(memories[0]!);
          insert(memory, base);
        },
        two: (memory) => {
          const keys = [`k${made++}`, `k${made++}`];
          for (const key of keys) maybe.add(key);
          memory.transaction(() => {
            for (const key of keys)
              memory
                .task("all")
                .commit([{ kind: "insert", parent: 1, content: { type: "Item", attributes: { key } } }]);
          });
          for (const key of keys) acknowledged.add(key);
        },
        merge: (memory) => {
          const branch = `b${made++}`;
          const key = `k${made++}`;
          const task = memory.task("all");
          task.branch(branch);
          maybe.add(key);
          const edit = { kind: "insert", parent: 1, content: { type: "Item", attributes: { key } } } as const;
          task.commit([edit], { branch });
          if (task.merge(branch, "main").version !== null) acknowledged.add(key);
        },
        prune: (memory) => void memory.prune({ retention: { last: 1 } }),
        refresh: (memory) => memory.refresh(),
        reopen: (_, process) => {
          memories[process] = open(process);
        },
        task: (memory) => void memory.createTask(`t${made++}`, treeOf({ type: "A" })),
      };
      for (const { process, fault, clock: jump, what } of steps) {
        clock += jump;
        processes[process]!.fault = fault;
        processes[process]!.other = () => insert(memories[(process + 1) % 3]!);
        try {
          work[what](memories[process]!, process);
        } catch (error) {
          if (error instanceof Crash) memories[process] = open(process);
          else if (!(error instanceof MemoryError)) throw error;
        }
        processes[process]!.fault = "none";
        seen.refresh();
        const keys = keysIn(seen.task("all").head().segments);
        const there = new Set(keys);
        // `expect` costs as much as a commit, and there are seven steps a case.
        const isRight =
          there.size === keys.length &&
          [...acknowledged].every((key) => there.has(key)) &&
          keys.every((key) => maybe.has(key));
        if (!isRight) expect(keys).toEqual([...acknowledged]);
      }
      const { isWhole, problems } = Memory.open(journal).doctor();
      if (!isWhole) expect(problems).toEqual([]);
      // Whoever is left sees the same as one that opens it now.
      const newest = keysIn(Memory.open(journal).task("all").head().segments).join();
      for (const memory of memories) {
        memory.refresh();
        if (keysIn(memory.task("all").head().segments).join() !== newest)
          expect.unreachable("a process sees another tree");
      }
    }),
    { numRuns: runs(20_000, 20) },
  );
});
