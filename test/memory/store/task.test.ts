import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import { describe, expect, it } from "vitest";

const PLAN = `<Plan><Day><POI name="Museum of Nature" cost="12"/><POI name="Harbour"/></Day><Day><POI name="Zoo"/></Day></Plan>`;

const opened = (): { memory: Memory; other: () => Memory } => {
  const storage = inMemoryJournal();
  let seconds = 0;
  const now = (): Date => new Date(Date.UTC(2026, 10, 22, 12, 0, seconds++));
  return { memory: Memory.create(storage, { now }), other: () => Memory.open(storage, { now }) };
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

describe("a write", () => {
  it("is carried over to what others have written since", () => {
    const { memory, other } = opened();
    const task = memory.createTask("trip", readXml(PLAN));
    const theirs = other().task("trip");
    task.commit([{ kind: "delete", node: 4 }]);
    const commit = theirs.commit([{ kind: "setAttribute", node: 6, name: "cost", value: "9" }]);
    expect(commit).toMatchObject({ isRebased: true, isRepeated: false });
    expect(textsOf(commit.version)).toEqual(['set cost of Zoo to "9"']);
    expect(commit.version.nodes).toBe(5);
  });

  it("that contradicts what others have written is refused, with the conflicts", () => {
    const { memory, other } = opened();
    const task = memory.createTask("trip", readXml(PLAN));
    const theirs = other().task("trip");
    task.commit([{ kind: "setAttribute", node: 3, name: "cost", value: "15" }]);
    const cost = (value: string) => [{ kind: "setAttribute", node: 3, name: "cost", value } as const];
    expect(() => theirs.commit(cost("20"))).toThrow(
      expect.objectContaining({
        code: "SXP5011",
        data: expect.objectContaining({
          conflicts: [expect.objectContaining({ kind: "value", part: "@cost", base: "12", ours: "15", theirs: "20" })],
        }),
      }),
    );
    expect(task.versions()).toHaveLength(2);
    expect(theirs.commit(cost("20"), { base: 1, resolve: "theirs" }).version.tree().attribute(3, "cost")).toBe("20");
  });

  it("for a version that is not the newest is refused, with what has changed since", () => {
    const { memory, other } = opened();
    const task = memory.createTask("trip", readXml(PLAN));
    const theirs = other().task("trip");
    task.commit([{ kind: "delete", node: 4 }]);
    expect(() => theirs.commit([{ kind: "delete", node: 6 }], { ifVersion: 1 })).toThrow(
      expect.objectContaining({
        code: "SXP5010",
        data: expect.objectContaining({
          head: 2,
          changes: [expect.objectContaining({ text: "deleted POI Harbour from Day 1" })],
        }),
      }),
    );
  });

  it("with a key that was used before gives the version of then", () => {
    const { memory, other } = opened();
    const task = memory.createTask("trip", readXml(PLAN));
    const [first, again] = [task, other().task("trip")].map((each) =>
      each.commit([{ kind: "delete", node: 4 }], { idempotencyKey: "call 7" }),
    );
    expect([first!.version.number, again!.version.number]).toEqual([2, 2]);
    expect([first!.isRepeated, again!.isRepeated]).toEqual([false, true]);
  });

  it("of several tasks is one: all or nothing", () => {
    const { memory, other } = opened();
    memory.createTask("a", readXml(PLAN));
    memory.createTask("b", readXml(PLAN));
    const theirs = other();
    memory.task("a").commit([{ kind: "delete", node: 4 }]);
    const both = (last: number) => () => {
      theirs.task("a").commit([{ kind: "setAttribute", node: 3, name: "cost", value: "1" }]);
      theirs.task("b").commit([{ kind: "delete", node: last }]);
    };
    expect(() => theirs.transaction(both(99))).toThrow(RangeError);
    expect(theirs.tasks().map((task) => task.versions().length)).toEqual([1, 1]);
    theirs.transaction(both(6));
    memory.refresh();
    expect(memory.tasks().map((task) => task.versions().length)).toEqual([3, 2]);
    expect(memory.task("a").head().nodes).toBe(5);
  });
});

describe("history", () => {
  it("branches, merges, and undoes one change while later ones stay", () => {
    const { memory } = opened();
    const task = memory.createTask("trip", readXml(PLAN));
    task.branch("rain");
    task.commit([{ kind: "move", node: 3, parent: 5 }], { branch: "rain" });
    task.commit([{ kind: "setAttribute", node: 4, name: "cost", value: "0" }]);
    const merged = task.merge("rain");
    expect(merged.version).toMatchObject({ number: 4, parents: [3, 2], operation: "merge", of: 2 });
    expect(merged.changes.map(({ text }) => text)).toEqual(["moved Museum of Nature from Day 1 to Day 2"]);
    expect(task.merge("rain")).toMatchObject({ isDone: true, version: null });
    const undone = task.revert(2);
    expect(undone.changes.map(({ text }) => text)).toEqual(["moved Museum of Nature from Day 2 to Day 1"]);
    expect(task.head().tree().attribute(4, "cost")).toBe("0");
    expect(task.revert(2).isDone).toBe(true);
    expect(task.log({ branch: "rain" }).map(({ number }) => number)).toEqual([2, 1]);
    task.restore(1);
    expect(task.diff(1, "main").changes).toEqual([]);
    task.deleteBranch("rain");
    expect(task.branches().map(({ name }) => name)).toEqual(["main"]);
    expect(task.version(2).branch).toBe("rain");
  });

  it("undoes a deletion with the keys that nodes had, and says where that contradicts", () => {
    const { memory } = opened();
    const task = memory.createTask("trip", readXml(PLAN));
    const keys = [5, 6].map((node) => task.head().keyOf(node));
    task.commit([{ kind: "delete", node: 5 }]);
    task.commit([{ kind: "delete", node: 4 }]);
    task.revert(2);
    expect(
      task
        .head()
        .tree()
        .root?.children.map(({ id }) => task.head().keyOf(id)),
    ).toEqual([2, keys[0]]);
    task.commit([{ kind: "setAttribute", node: 3, name: "cost", value: "13" }]);
    task.commit([{ kind: "setAttribute", node: 3, name: "cost", value: "14" }]);
    const join = task.revert(5, { dryRun: true });
    expect(join.conflicts).toMatchObject([{ kind: "value", base: "13", ours: "14", theirs: "12" }]);
    expect(task.revert(5).version).toBeNull();
    expect(task.revert(5, { resolve: "theirs" }).version?.tree().attribute(3, "cost")).toBe("12");
  });

  it("says who made a node and each part of it what it is", () => {
    const { memory } = opened();
    const task = memory.createTask("trip", readXml(PLAN));
    const key = task.head().keyOf(3);
    task.branch("b");
    task.commit([{ kind: "setAttribute", node: 3, name: "cost", value: "15" }], { branch: "b" });
    task.commit([{ kind: "move", node: 3, parent: 5 }]);
    task.merge("b");
    expect(task.blame(key).map(({ part, value, version }) => [part, value, version.number])).toEqual([
      ["node", "/Plan/Day[2]/POI[2]", 1],
      ["place", "/Plan/Day[2]/POI[2]", 3],
      ["type", "POI", 1],
      ["@name", "Museum of Nature", 1],
      ["@cost", "15", 2],
    ]);
  });

  it("takes a whole new tree, and nodes keep their keys", () => {
    const { memory } = opened();
    const task = memory.createTask("trip", readXml(PLAN));
    const keys = [3, 6].map((node) => task.head().keyOf(node));
    const later = PLAN.replace('<Day><POI name="Museum of Nature" cost="12"/>', "<Day>").replace("Zoo", 'Zoo" cost="3');
    const preview = task.previewTree(readXml(later));
    const { version } = task.commitTree(readXml(later));
    expect(version.changes).toEqual(preview);
    expect(textsOf(version)).toEqual(["deleted POI Museum of Nature from Day 1", 'set cost of Zoo to "3"']);
    expect(keys.map((key) => version.nodeOf(key))).toEqual([null, 5]);
  });
});
