import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import { nodeData, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { CONNECTIONS, connect } from "./support/connect.js";
import { session, TRIP, TRIP_SCHEMA } from "./support/trip.js";

/** Deletions of the trip by every tool that can delete. */
const DELETIONS: readonly (readonly [string, object])[] = [
  ["delete", { targets: [3] }],
  ["delete", { targets: ['//POI[@name = "Harbour"]'] }],
  ["update", { update: "delete node //POI[@cost = 12]/@cost" }],
  ["update", { update: 'replace value of node //Day[1]/POI[1]/@name with ""' }],
  ["revert", { version: 2 }],
  ["revert", { version: 1, mode: "restore" }],
];

/** Writes of somebody else; each makes a version, or a task that only looks the same. */
const WRITES: readonly ((memory: Memory) => unknown)[] = [
  (memory) => memory.task("trip").commit([{ kind: "setAttribute", node: 3, name: "cost", value: "13" }]),
  (memory) => memory.task("trip").commit([{ kind: "setAttribute", node: 1, name: "title", value: "Nara" }]),
  (memory) => memory.task("trip").commit([{ kind: "insert", parent: 2, before: 3, content: { type: "POI" } }]),
  (memory) => memory.task("trip").commit([{ kind: "delete", node: 4 }]),
  (memory) => memory.task("trip").restore(1),
  (memory) => memory.task("trip").migrateSchema(null),
  (memory) => {
    const trees = [1, 2].map((number) => treeOf(nodeData(memory.task("trip").version(number).tree(), 1)));
    memory.deleteTask("trip");
    memory.createTask("trip", trees[0]!, { schema: TRIP_SCHEMA! }).commitTree(trees[1]!);
  },
];

function opened() {
  let seconds = 0;
  const now = (): Date => new Date(Date.UTC(2026, 10, 22, 12, 0, seconds++));
  const files = inMemoryJournal();
  const memory = Memory.create(files, { now });
  const task = memory.createTask("trip", readXml(TRIP), { schema: TRIP_SCHEMA! });
  task.commit([{ kind: "insert", parent: 2, content: { type: "POI", attributes: { name: "Cafe" } } }]);
  return { memory, other: Memory.open(files, { now }), now };
}

/** The whole of a task: schema, and the nodes of the newest version with their keys. */
const stateOf = (memory: Memory) => {
  memory.refresh();
  const head = memory.task("trip").head();
  return JSON.stringify([head.schema, head.number, nodeData(head.tree(), 1)]);
};

describe("nothing comes between a question and what is written after a yes", () => {
  it("law: a write in between refuses the deletion, and nothing else changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...DELETIONS),
        fc.option(fc.constantFrom(...WRITES)),
        fc.boolean(),
        async ([tool, input], write, isElsewhere) => {
          const { memory, other, now } = opened();
          const { session: at } = session({ memory, now, grant: { rights: "write" } });
          let between: string | null = null;
          const confirm = () => {
            write?.(isElsewhere ? other : memory);
            between = stateOf(memory);
            return true;
          };
          const answer = await at.call(tool, input, { confirm });
          expect(between).not.toBeNull();
          expect(answer.ok).toBe(write === null);
          if (write !== null) expect(stateOf(memory)).toBe(between);
          else expect(stateOf(memory)).not.toBe(between);
        },
      ),
      { numRuns: runs(200, 25) },
    );
  });

  it.each(CONNECTIONS)("over %s it is refused, or asked again", async (connection) => {
    const { memory, other, now } = opened();
    const { session: at } = session({ memory, now, grant: { rights: "write" } });
    const asked: string[] = [];
    const client = await connect(at, connection, (message) => {
      asked.push(message);
      if (asked.length > 1) return false;
      other.task("trip").commit([{ kind: "setAttribute", node: 1, name: "title", value: "Nara" }]);
      return true;
    });
    expect(await client.call("delete", { targets: [3] })).toMatchObject({ isError: true });
    memory.refresh();
    expect(memory.task("trip").head().number).toBe(3);
  });

  it("a write while the targets are found again after the yes is not written over either", async () => {
    const { memory, other, now } = opened();
    let isAnswered = false;
    const scorer = {
      id: "words",
      cost: "cheap" as const,
      score: async (texts: readonly string[]) => {
        if (isAnswered) other.task("trip").commit([{ kind: "setAttribute", node: 1, name: "title", value: "Nara" }]);
        isAnswered = false;
        return Float32Array.from(texts, (text) => (text.includes("Museum") ? 1 : 0));
      },
    };
    const { session: at } = session({ memory, now, scorer, grant: { rights: "write" } });
    const confirm = () => {
      isAnswered = true;
      return true;
    };
    const answer = await at.call("delete", { targets: ['//POI[node =~ "museum"]'] }, { confirm });
    expect(isAnswered).toBe(false);
    expect(answer).toMatchObject({ ok: false, failure: { data: { status: "conflict" } } });
    memory.refresh();
    expect(memory.task("trip").head().number).toBe(3);
  });

  it("an answer does not count for other deletions than those that were shown, however many", async () => {
    const { memory, now } = opened();
    const task = memory.task("trip");
    task.commit(
      Array.from({ length: 30 }, (_, i) => ({
        kind: "insert" as const,
        parent: 2,
        content: { type: "POI", attributes: { name: `Stop ${i}` } },
      })),
    );
    const { session: at } = session({ memory, now, grant: { rights: "write" } });
    const questions: { what: string; lines: readonly string[]; about: string }[] = [];
    const keys = Array.from({ length: 30 }, (_, i) => 8 + i);
    for (const targets of [keys.slice(0, 25), [...keys.slice(0, 24), keys[29]!]])
      await at.call("delete", { targets }, { confirm: (question) => questions.push(question) < 0 });
    const [one, two] = questions;
    expect([one!.what, one!.lines]).toEqual([two!.what, two!.lines]);
    expect(one!.about).not.toBe(two!.about);
  });
});
