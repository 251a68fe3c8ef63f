import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import { nodeData, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { conversation, history, outcome, reads, type ShortReading, update } from "./support/conversations.js";

const TRIP = `<Trip title="Ottawa"><Day><Stop name="Museum" kind="museum"/><Stop name="Zoo" note="closes at five"/></Day>
<Day><Stop name="Gallery"/></Day></Trip>`;

/** Requests that are asked about before anything is written. */
const ASKED: Readonly<Record<string, ShortReading>> = {
  delete: update("delete node /Trip/Day[1]/Stop[1]", true),
  "delete a note": update("delete node /Trip/Day[1]/Stop[2]/@note"),
  empty: update('replace value of node /Trip/Day[1]/Stop[2]/@note with ""'),
  replace: update('replace node /Trip/Day[2] with <Day date="2026-06-02"/>'),
  restore: history({ do: "restore", task: null, version: 1 }),
  "the one before": history({ do: "restore", task: null, version: -2 }),
};

const WRITES: readonly ((memory: Memory) => unknown)[] = [
  (memory) => memory.task("trip").commit([{ kind: "setAttribute", node: 5, name: "note", value: "closes at six" }]),
  (memory) => memory.task("trip").commit([{ kind: "setAttribute", node: 1, name: "title", value: "Nara" }]),
  (memory) => memory.task("trip").commit([{ kind: "insert", parent: 2, before: 3, content: { type: "Stop" } }]),
  (memory) => memory.task("trip").commit([{ kind: "delete", node: 2 }]),
  (memory) => memory.task("trip").restore(2),
  (memory) => memory.deleteTask("trip"),
  (memory) => {
    const trees = memory
      .task("trip")
      .versions()
      .map((version) => treeOf(nodeData(version.tree(), 1)));
    memory.deleteTask("trip");
    const task = memory.createTask("trip", trees[0]!);
    for (const tree of trees.slice(1)) task.commitTree(tree);
  },
];

function opened() {
  let seconds = 0;
  const now = (): Date => new Date(Date.UTC(2026, 5, 1, 12, 0, seconds++));
  const files = inMemoryJournal();
  const memory = Memory.create(files, { now });
  const task = memory.createTask("trip", readXml(TRIP));
  task.commit([{ kind: "setAttribute", node: 1, name: "title", value: "Kyoto" }]);
  task.commit([{ kind: "insert", parent: 2, content: { type: "Stop", attributes: { name: "Canal" } } }]);
  return { memory, other: Memory.open(files, { now }) };
}

/** Tasks with their versions and newest nodes. */
const stateOf = (memory: Memory): string => {
  memory.refresh();
  return JSON.stringify(
    memory.tasks().map((task) => [task.name, task.head().number, task.head().time, nodeData(task.head().tree(), 1)]),
  );
};

it("law: a write between the question and the yes is not written over: it is asked again, or refused", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(ASKED)),
      fc.option(fc.constantFrom(...WRITES)),
      fc.boolean(),
      async (request, write, isElsewhere) => {
        const { memory, other } = opened();
        const chat = conversation({ memory, translator: reads(ASKED) });
        const { question, state } = await outcome(chat.send(request));
        // What the conversation itself has written since may be taken back unasked.
        expect([state, question?.choices]).toEqual(["waiting", ["yes", "no"]]);
        expect(question!.losses).toBeGreaterThan(0);
        write?.(isElsewhere ? other : memory);
        const between = stateOf(memory);
        const answer = await outcome(chat.send("yes"));
        if (write === null) {
          expect(answer.state).toBe("changed");
          return;
        }
        expect(stateOf(memory)).toBe(between);
        expect(answer.state).not.toBe("changed");
        if (answer.state === "waiting") expect((await outcome(chat.send("no"))).state).toBe("answered");
      },
    ),
    { numRuns: runs(150, 25) },
  );
});

it("what is agreed to after it was shown again is made", async () => {
  const { memory, other } = opened();
  const chat = conversation({ memory, translator: reads(ASKED) });
  await outcome(chat.send("the one before"));
  other.task("trip").commit([{ kind: "setAttribute", node: 1, name: "title", value: "Nara" }]);
  const again = await outcome(chat.send("yes"));
  expect(again.text).toContain("Somebody else has changed this meanwhile");
  expect(again.question!.question).toContain("version 2");
  expect((await outcome(chat.send("yes"))).state).toBe("changed");
  expect(memory.task("trip").head().tree().node(1).attributes.title).toBe("Kyoto");
});
