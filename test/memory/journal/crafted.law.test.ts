import { inMemoryJournal, Memory, MemoryError } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { bytes, mark } from "./places.js";

const HASH = "A".repeat(43);
const commit = {
  kind: "commit",
  task: 1,
  version: 2,
  branch: "main",
  parents: [1],
  operation: "edit",
  manifest: HASH,
  schema: null,
  nodes: 1,
  nextKey: 9,
  changes: [],
  chunks: [],
};
const recordOf = (...events: readonly unknown[]) => ({ format: 1, time: "2026-01-01T00:00:00.000Z", events });

/** A memory with one task, and a record with right hashes that no memory has written. */
function crafted(record: string) {
  const journal = inMemoryJournal();
  Memory.create(journal).createTask("trip", readXml("<Plan/>"));
  journal.append(journal.head(), mark(), bytes(record), new Map());
  return journal;
}

describe("a record that no memory has written", () => {
  it.each([
    ["null", "it"],
    ["{", "not JSON"],
    [recordOf(null), "events/0"],
    [{ ...recordOf(), events: 5 }, "events"],
    [recordOf({ ...commit, task: 99 }), "task 99, which is not there"],
    [recordOf({ ...commit, version: 1e9 }), "version 1000000000"],
    [recordOf({ ...commit, version: -1 }), "events/0/version"],
    [recordOf({ ...commit, nextKey: 1e300 }), "events/0/nextKey"],
    [recordOf({ ...commit, parents: [7] }), "parent 7 is missing"],
    [recordOf({ ...commit, parents: [] }), "only the first version"],
    [recordOf({ ...commit, branch: "a\u001b[2J" }), "a branch has letters"],
    [recordOf({ ...commit, time: "2026-01-01 (\u001b[2J)" }), "events/0/time"],
    [{ ...recordOf(commit), time: "\u001b[2J" }, "time"],
    [recordOf({ kind: "task", task: 1, name: "again" }), "was there before"],
    [recordOf({ kind: "task", task: 2, name: "trip" }), "two tasks of one name"],
    [recordOf({ kind: "branch", task: 1, branch: "b", from: 7 }), "version 7 is missing"],
    [recordOf({ kind: "constructor" }), "events/0"],
    [recordOf({ kind: "settings", quotas: { maxNodes: "many" } }), "maxNodes"],
  ])("%j is refused, with its place", (record, place) => {
    const journal = crafted(typeof record === "string" ? record : JSON.stringify(record));
    expect(() => Memory.open(journal)).toThrow(
      expect.objectContaining({ code: "SXP5002", message: expect.stringContaining("event 2") }),
    );
    expect(() => Memory.open(journal)).toThrow(place);
  });

  it("law: whatever it is, it is refused with a code or read as what it says", () => {
    const key = fc.constantFrom(...Object.keys(commit), "kind", "time", "name", "from", "constructor", "__proto__");
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(1, 2, 3, "main", "task", "branch", "delete", HASH, [1], []));
    const event = fc
      .tuple(fc.constantFrom<object>(commit, { kind: "task", task: 2, name: "b" }, {}), fc.array(fc.tuple(key, value)))
      .map(([base, entries]) => Object.assign(Object.create(null), base, Object.fromEntries(entries)) as unknown);
    fc.assert(
      fc.property(fc.array(event, { maxLength: 3 }), (events) => {
        const journal = crafted(JSON.stringify(recordOf(...events)));
        let memory: Memory;
        try {
          memory = Memory.open(journal);
        } catch (error) {
          expect(error).toBeInstanceOf(MemoryError);
          expect((error as MemoryError).code).toBe("SXP5002");
          return;
        }
        const { problems } = memory.doctor();
        for (const { what } of problems) expect(what).not.toMatch(/undefined|is not a function|Cannot read/);
      }),
      { numRuns: runs(2_000, 150) },
    );
  });

  it("can't be written either", () => {
    const memory = Memory.create(inMemoryJournal());
    const task = memory.createTask("trip", readXml("<Plan/>"));
    const provenance = { author: 7 } as never;
    const edit = { kind: "setAttribute", node: 1, name: "a", value: "b" } as const;
    expect(() => task.commit([edit], { provenance })).toThrow(/events\/0\/provenance/);
    expect(task.versions()).toHaveLength(1);
  });
});
