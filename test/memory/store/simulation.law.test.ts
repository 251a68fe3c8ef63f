import { inMemoryJournal, type Journal, Memory, MemoryError, memoryError } from "@semantic-xpath/memory";
import { type Edit, treeOf } from "@semantic-xpath/tree";
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

/** Steps of one history: most are short, since each is opened, checked and compared once. */
const history = fc.oneof(
  { arbitrary: fc.array(step, { minLength: 1, maxLength: 3 }), weight: 19 },
  { arbitrary: fc.array(step, { minLength: 4, maxLength: 12 }), weight: 1 },
);

const keysIn = (memory: Memory): string[] => {
  const tree = memory.task("all").head().segments;
  return tree.childrenOf(1).map((node) => tree.rowAt(node).attributes.get("key") ?? "");
};

/** A memory with one empty task, with which each history begins. */
const first = inMemoryJournal();
Memory.create(first, { now: () => new Date(0) }).createTask("all", treeOf({ type: "All" }));
const events = first.since(null).events.map(({ mark, record }) => ({
  mark,
  record,
  chunks: [...first.chunks(first.names()).values()],
}));

const item = (key: string): Edit => ({ kind: "insert", parent: 1, content: { type: "Item", attributes: { key } } });

/** Cases between two pauses, in which what weak references were read is collected. */
const PAUSE = 50;
let cases = 0;

it("law: whatever faults, clocks and orders, what was acknowledged is there once, and doctor finds nothing", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      if (++cases % PAUSE === 0) await new Promise((next) => setImmediate(next));
      const journal = inMemoryJournal();
      journal.replace({ generation: 1, events });
      let clock = Date.UTC(2026, 0, 1);
      let made = 0;
      const now = (): Date => new Date(clock);
      const processes = [0, 1, 2].map(() => ({ fault: "none" as Fault, other: (): void => undefined }));
      const memories: Memory[] = [];
      const open = (process: number): Memory =>
        (memories[process] = Memory.open(seenBy(journal, processes[process]!), { now }));
      const at = (process: number): Memory => memories[process] ?? open(process);
      const acknowledged = new Set<string>();
      const maybe = new Set<string>();
      const newKey = (): string => {
        const key = `k${made++}`;
        maybe.add(key);
        return key;
      };
      const insert = (memory: Memory, base?: number): void => {
        const key = newKey();
        memory.task("all").commit([item(key)], { idempotencyKey: key, ...(base !== undefined && { base }) });
        acknowledged.add(key);
      };
      const work: Record<(typeof steps)[number]["what"], (memory: Memory, process: number) => void> = {
        insert: (memory) => insert(memory),
        stale: (memory) => {
          const base = memory.task("all").head().number;
          insert(at(0));
          insert(memory, base);
        },
        two: (memory) => {
          const keys = [newKey(), newKey()];
          memory.transaction(() => {
            for (const key of keys) memory.task("all").commit([item(key)]);
          });
          for (const key of keys) acknowledged.add(key);
        },
        merge: (memory) => {
          const branch = `b${made++}`;
          const key = newKey();
          const task = memory.task("all");
          task.branch(branch);
          task.commit([item(key)], { branch });
          if (task.merge(branch, "main").version !== null) acknowledged.add(key);
        },
        prune: (memory) => void memory.prune({ retention: { last: 1 } }),
        refresh: (memory) => memory.refresh(),
        reopen: (_, process) => void open(process),
        task: (memory) => void memory.createTask(`t${made++}`, treeOf({ type: "A" })),
      };
      for (const { process, fault, clock: jump, what } of steps) {
        clock += jump;
        const memory = at(process);
        processes[process]!.fault = fault;
        processes[process]!.other = () => insert(at((process + 1) % 3));
        try {
          work[what](memory, process);
        } catch (error) {
          if (error instanceof Crash) open(process);
          else if (!(error instanceof MemoryError)) throw error;
        }
        processes[process]!.fault = "none";
      }
      // Nothing deletes an item, so that what is lost or doubled in between is so at the end.
      const opened = Memory.open(journal);
      const keys = keysIn(opened);
      const there = new Set(keys);
      // `expect` costs as much as a commit.
      const isRight =
        there.size === keys.length &&
        [...acknowledged].every((key) => there.has(key)) &&
        keys.every((key) => maybe.has(key));
      if (!isRight) expect(keys).toEqual([...acknowledged]);
      const { isWhole, problems } = opened.doctor();
      if (!isWhole) expect(problems).toEqual([]);
      // Each process sees the same as one that opens it now.
      for (const memory of memories) {
        memory?.refresh();
        if (memory !== undefined && keysIn(memory).join() !== keys.join())
          expect.unreachable("a process sees another tree");
      }
    }),
    // A third of the seeds give a history that an earlier one has given, such as a single insert: what comes of it is known.
    { numRuns: runs(100_000, 60), ignoreEqualValues: true },
  );
});
