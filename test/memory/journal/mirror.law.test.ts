import { createMirror, Memory, MemoryError, openMirror } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { AT_ONCE, type FakeServer, fakeServer, type ServerFault } from "../support/fakeServer.js";

const fault = fc.constantFrom<ServerFault>(
  "none",
  "none",
  "none",
  "lost before",
  "lost after",
  "late",
  "rolled back",
  "other first",
);
const step = fc.record({
  process: fc.nat(2),
  faults: fc.array(fault, { maxLength: 3 }),
  what: fc.constantFrom("insert", "insert", "insert", "two", "churn", "prune", "refresh", "reopen"),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Takes the steps; gives what was acknowledged and is missing, what is there twice, and what a doctor finds. */
async function carriedOut(server: FakeServer, steps: readonly Step[]): Promise<readonly string[]> {
  const first = Memory.open(await createMirror(server, "store", AT_ONCE));
  await first.transactionAsync(() => first.createTask("all", readXml("<All/>")));
  const open = async (): Promise<Memory> => Memory.open(await openMirror(server, "store", AT_ONCE));
  const memories = await Promise.all([0, 1, 2].map(open));
  const acknowledged = new Set<string>();
  let made = 0;
  const insert = async (memory: Memory, count: number): Promise<void> => {
    const keys = Array.from({ length: count }, () => `k${made++}`);
    await memory.transactionAsync(() => {
      for (const key of keys)
        memory.task("all").commit([{ kind: "insert", parent: 1, content: { type: "Item", attributes: { key } } }]);
    });
    for (const key of keys) acknowledged.add(key);
  };
  for (const { process, faults, what } of steps) {
    const memory = memories[process]!;
    server.faults.push(...faults);
    server.other = async () => {
      server.other = async () => {};
      const { length } = server.faults;
      const left = server.faults.splice(0, length);
      await insert(memories[(process + 1) % 3]!, 1);
      server.faults.push(...left);
    };
    try {
      if (what === "insert" || what === "two") await insert(memory, what === "two" ? 2 : 1);
      else if (what === "churn") {
        // What belonged to it is no event any more once the store is pruned.
        const name = `t${made++}`;
        await memory.transactionAsync(() => memory.createTask(name, readXml("<A/>")));
        await memory.transactionAsync(() => memory.deleteTask(name));
      } else if (what === "prune") await memory.pruneAsync({ retention: { last: 1 } });
      else if (what === "refresh") await memory.refreshAsync();
      else memories[process] = await open();
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
    }
    server.faults.splice(0);
  }
  const problems: string[] = [];
  const seen = await open();
  const keys = keysIn(seen);
  for (const key of acknowledged) if (!keys.includes(key)) problems.push(`${key} was acknowledged and is missing`);
  if (new Set(keys).size !== keys.length) problems.push("something is there twice");
  const report = await seen.doctorAsync();
  if (!report.isWhole) problems.push("it is not whole");
  for (const memory of memories) {
    await memory.refreshAsync();
    if (keysIn(memory).join() !== keys.join()) problems.push("two see different things");
  }
  return problems;
}

const keysIn = (memory: Memory): string[] => {
  const tree = memory.task("all").head().segments;
  return tree.childrenOf(1).map((node) => tree.rowAt(node).attributes.get("key") ?? "");
};

describe("a journal on a server, read into memory", () => {
  it("law: whatever answers are lost, late or first, what was acknowledged is there once and whole", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        expect(await carriedOut(fakeServer(), steps)).toEqual([]);
      }),
      { numRuns: runs(1000, 30) },
    );
  });

  it("the same law finds that a free number alone lets writes get lost", async () => {
    const failing = await fc.check(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const problems = await carriedOut(fakeServer({ isNaive: true }), steps).catch((error: unknown) => [
          String(error),
        ]);
        expect(problems).toEqual([]);
      }),
      { numRuns: 300, endOnFailure: true },
    );
    expect(failing.failed).toBe(true);
  });
});
