import { Memory, plainJournal } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import { describe, expect, it } from "vitest";

const PLAN = `<Plan><Day><POI name="Museum of Nature" cost="12"/><POI name="Harbour"/></Day><Day><POI name="Zoo"/></Day></Plan>`;

const opened = (): { memory: Memory; other: () => Memory } => {
  const files = { records: [], chunks: new Map() };
  let seconds = 0;
  const now = (): Date => new Date(Date.UTC(2026, 10, 22, 12, 0, seconds++));
  return { memory: Memory.on(plainJournal(files), { now }), other: () => Memory.on(plainJournal(files), { now }) };
};

const textsOf = (version: { changes: readonly { text: string }[] }): string[] =>
  version.changes.map(({ text }) => text);

describe("a task", () => {
  it("has versions, each with what it changed in words", () => {
    const { memory } = opened();
    const task = memory.createTask("trip", readXml(PLAN), { title: "San Diego" });
    const museum = task.head().keyOf(3);
    task.commit([{ kind: "move", node: 3, parent: 5 }], { provenance: { author: "Ann", reason: "rain" } });
    task.commit([{ kind: "setAttribute", node: task.head().nodeOf(museum)!, name: "cost", value: "15" }]);
    task.commit([{ kind: "insert", parent: 2, content: { type: "POI", attributes: { name: "Café" } } }]);
    task.commit([{ kind: "delete", node: 3 }]);
    expect(task.versions().map(textsOf)).toEqual([
      ["created Plan with 6 nodes"],
      ["moved Museum of Nature from Day 1 to Day 2"],
      ['changed cost of Museum of Nature from "12" to "15"'],
      ["added POI Café to Day 1"],
      ["deleted POI Harbour from Day 1"],
    ]);
    expect(task.version(2).provenance).toEqual({ author: "Ann", reason: "rain" });
    expect(task.version(-1).number).toBe(5);
  });

  it("is the same after the store is opened again", () => {
    const { memory, other } = opened();
    const task = memory.createTask("trip", readXml(PLAN));
    task.commit([{ kind: "delete", node: 3 }]);
    const again = other().task("trip");
    expect(again.versions().map(({ number, time, nodes }) => ({ number, time, nodes }))).toEqual(
      task.versions().map(({ number, time, nodes }) => ({ number, time, nodes })),
    );
    expect(JSON.stringify(again.head().tree().root)).toBe(JSON.stringify(task.head().tree().root));
    expect(again.head().tree().key).toEqual(task.head().tree().key);
  });
});
