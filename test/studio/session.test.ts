import { readXml } from "@semantic-xpath/runtime";
import type { StudioQuestions } from "@semantic-xpath/studio";
import { QUESTIONS, type StudioSession } from "@semantic-xpath/studio/session";
import { describe, expect, it, vi } from "vitest";
import { studio } from "./support/studio.js";

const headOf = ({ memory }: StudioSession): number => memory.task("trip").head().number;

const rename = (name: string) => `replace value of node //Day[2]/POI[1]/@name with "${name}"`;

describe("the state of a studio", () => {
  it("has tasks with their newest versions, and what may be done", async () => {
    const { session } = studio({ isKept: true });
    const state = await session.ask("state", {});
    expect(state).toMatchObject({ title: "Trips", model: null, task: "trip", canWrite: true, isKept: true, runs: [] });
    expect(state.tasks.map(({ name, title, head, nodes }) => [name, title, head, nodes])).toEqual([
      ["trip", "San Diego", 1, 6],
      ["zebra", "zebra", 1, 2],
    ]);
    expect(state.tasks[0]!.versions).toEqual([
      expect.objectContaining({ number: 1, branch: "main", parents: [], author: null, changes: 1 }),
    ]);
  });

  it("stays small however many versions there are, and gives the others by pages", async () => {
    const { session, memory } = studio();
    for (let i = 0; i < 120; i++) await memory.update("trip", rename(`Zoo ${i}`));
    const { tasks } = await session.ask("state", {});
    expect(tasks[0]!.versions).toHaveLength(100);
    expect(tasks[0]).toMatchObject({ versionCount: 121, head: 121 });
    const first = tasks[0]!.versions[0]!.number;
    const { versions } = await session.ask("versions", { task: "trip", before: first, count: 1000 });
    expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
  });
});

describe("runs and trees", () => {
  it("lays out the tree that is shown first before anybody asks, once", async () => {
    const { session, events } = studio();
    const trees = vi.spyOn(session.runs, "keepUnlisted");
    const preparing = session.prepare();
    const browsing = session.ask("browse", { task: "trip", version: null });
    await Promise.all([preparing, browsing]);
    expect(trees.mock.calls.map(([id]) => id)).toEqual([(await browsing).run]);
    expect(events).toEqual([]);
  });

  it("begins where the first tree can't be laid out, and says why to who asks for it", async () => {
    const { session, memory } = studio();
    vi.spyOn(memory, "taskById").mockImplementation(() => {
      throw new Error("damaged");
    });
    await session.prepare();
    await expect(session.ask("browse", { task: "trip", version: null })).rejects.toThrow("damaged");
  });

  it("runs a query and answers the questions of a view about it", async () => {
    const { session, events } = studio();
    const { run } = await session.ask("run", { query: '//POI[node =~ "museum"]', task: "trip", version: null });
    const rows = await session.ask("view", { run, method: "results", params: { from: 0, count: 1 } });
    expect(rows).toMatchObject({ total: 1, rows: [{ path: "/Plan/Day[1]/POI[1]" }] });
    expect(events).toEqual([
      { type: "runs", runs: [expect.objectContaining({ id: run, count: 1, scorer: "lexical" })] },
    ]);
    await session.ask("forget", { run });
    await expect(session.ask("view", { run, method: "tree", params: {} })).rejects.toThrow("not kept any more");
  });

  it("runs a query on the whole store, and on an old version", async () => {
    const { session, memory } = studio();
    await memory.update("trip", rename("Aquarium"));
    const old = await session.ask("run", { query: '//POI[@name = "Zoo"]', task: "trip", version: 1 });
    expect(await session.ask("view", { run: old.run, method: "results", params: { from: 0, count: 9 } })).toMatchObject(
      {
        total: 1,
      },
    );
    const { run } = await session.ask("run", { query: "/Memory/Task", task: null, version: null });
    expect(await session.ask("view", { run, method: "results", params: { from: 0, count: 9 } })).toMatchObject({
      total: 2,
    });
  });

  it("shows the tree of a version under an id that lasts", async () => {
    const { session } = studio();
    const { run } = await session.ask("browse", { task: "trip", version: null });
    expect(await session.ask("view", { run, method: "tree", params: {} })).toMatchObject({ size: 6 });
    expect(await session.ask("browse", { task: "trip", version: 1 })).toEqual({ run });
    expect((await session.ask("state", {})).runs).toEqual([]);
    // Whoever has the id may ask, also after it was forgotten.
    await session.ask("forget", { run });
    expect(await session.ask("view", { run, method: "node", params: { node: 4 } })).toMatchObject({
      path: "/Plan/Day[1]/POI[2]",
    });
  });

  it("keeps the last runs only", async () => {
    const { session } = studio();
    for (let i = 0; i < 60; i++) await session.ask("run", { query: "//POI", task: "trip", version: null });
    expect((await session.ask("state", {})).runs).toHaveLength(50);
  });

  it("compares two runs, and hides what they say where that is wanted", async () => {
    const { session } = studio();
    const before = await session.ask("run", { query: "//POI", task: "trip", version: null });
    const after = await session.ask("run", { query: "//Day[1]/POI", task: "trip", version: null });
    const compared = await session.ask("compare", { before: before.run, after: after.run });
    expect(compared).toMatchObject({ before: { count: 3 }, after: { count: 2 } });
    const question = { run: before.run, method: "node" as const, params: { node: 3 } };
    expect(JSON.stringify(await session.ask("view", question))).toContain("Museum");
    expect(JSON.stringify(await session.ask("view", { ...question, redacted: true }))).not.toContain("Museum");
  });

  it("gives pages, not lists: more than 5 000 rows are refused", async () => {
    const { session } = studio();
    const { run } = await session.ask("browse", { task: "trip", version: null });
    for (const [method, params] of [
      ["results", { from: 0, count: 5_001 }],
      ["search", { text: "x", limit: 5_001 }],
      ["labels", { nodes: new Array(5_001).fill(1) }],
    ] as const)
      await expect(session.ask("view", { run, method, params })).rejects.toThrow("more than 5000");
  });
});

describe("changes by hand", () => {
  it("shows what an edit would do, then does it", async () => {
    const { session, memory, events } = studio();
    const dry = await session.ask("update", { task: "trip", update: rename("Aquarium"), dryRun: true });
    expect(dry).toMatchObject({ status: "dry run", version: null });
    expect(dry.lines.map(({ sign, text }) => sign + text)).toEqual([
      expect.stringContaining(" "),
      '-@name="Zoo"',
      '+@name="Aquarium"',
    ]);
    expect(events).toEqual([]);
    const done = await session.ask("update", {
      task: "trip",
      update: rename("Aquarium"),
      dryRun: false,
      ifVersion: headOf(session),
    });
    expect(done).toMatchObject({ status: "applied", version: 2 });
    expect(events).toEqual([{ type: "memory", task: "trip", version: 2 }]);
    expect(memory.task("trip").head().provenance).toEqual({ author: "person", reason: "edited by hand" });
  });

  it("says what is wrong with an update, and what is not the newest version any more", async () => {
    const { session } = studio();
    expect(
      await session.ask("update", { task: "trip", update: "delete node", dryRun: false, ifVersion: headOf(session) }),
    ).toMatchObject({
      status: "invalid",
    });
    await session.ask("update", { task: "trip", update: rename("A"), dryRun: false, ifVersion: headOf(session) });
    const late = { task: "trip", update: rename("B"), dryRun: false, ifVersion: 1 };
    expect(await session.ask("update", late)).toMatchObject({ status: "conflict", version: null });
  });

  it("shows the difference of any two versions", async () => {
    const { session, memory } = studio();
    await memory.update("trip", "delete node //Day[2]/POI[1]");
    const diff = await session.ask("diff", { task: "trip", from: 1, to: 2 });
    expect(diff.changes).toEqual(["deleted POI[1] Zoo from Day[2]"].map(() => expect.stringContaining("deleted")));
    expect(diff.lines.map(({ sign }) => sign)).toEqual([" ", "-"]);
    const back = await session.ask("diff", { task: "trip", from: 2, to: 1 });
    expect(back.lines.map(({ sign }) => sign)).toEqual([" ", "+"]);
  });

  it("refuses whatever would write without the version that the page shows", async () => {
    const { session, memory } = studio();
    const asked: readonly [string, object][] = [
      ["update", { task: "trip", update: rename("A"), dryRun: false }],
      ["undo", { task: "trip" }],
      ["restore", { task: "trip", version: 1 }],
    ];
    for (const [name, params] of asked) await expect(session.answer(name, params)).rejects.toThrow("SXP5161");
    expect(memory.task("trip").versions()).toHaveLength(1);
  });

  it("restores a version", async () => {
    const { session, memory } = studio();
    await memory.update("trip", rename("A"));
    await memory.update("trip", rename("B"));
    expect(await session.ask("restore", { task: "trip", version: 1, ifVersion: headOf(session) })).toMatchObject({
      status: "applied",
      version: 4,
    });
    expect(memory.task("trip").diff(1, 4).changes).toEqual([]);
    await expect(session.ask("restore", { task: "trip", version: 2, ifVersion: 3 })).rejects.toThrow("SXP5010");
  });
});

describe("undo", () => {
  const nameOf = (memory: ReturnType<typeof studio>["memory"]) =>
    memory.task("trip").head().segments.rowAt(6).attributes.get("name");

  it("goes back step by step, and what is done afterwards is what the next one takes back", async () => {
    const { session, memory } = studio();
    for (const name of ["A", "B"]) await memory.update("trip", rename(name));
    await session.ask("undo", { task: "trip", ifVersion: headOf(session) });
    expect(nameOf(memory)).toBe("A");
    await session.ask("undo", { task: "trip", ifVersion: headOf(session) });
    expect(nameOf(memory)).toBe("Zoo");
    await expect(session.ask("undo", { task: "trip", ifVersion: headOf(session) })).rejects.toThrow("SXP5166");
    await memory.update("trip", rename("C"));
    await session.ask("undo", { task: "trip", ifVersion: headOf(session) });
    expect(nameOf(memory)).toBe("Zoo");
    await expect(session.ask("undo", { task: "trip", ifVersion: headOf(session) })).rejects.toThrow("SXP5166");
  });

  it("takes back a restored version, too", async () => {
    const { session, memory } = studio();
    await memory.update("trip", rename("A"));
    await session.ask("restore", { task: "trip", version: 1, ifVersion: headOf(session) });
    expect(await session.ask("undo", { task: "trip", ifVersion: headOf(session), dryRun: true })).toMatchObject({
      status: "dry run",
      version: null,
    });
    await session.ask("undo", { task: "trip", ifVersion: headOf(session) });
    expect(nameOf(memory)).toBe("A");
    await session.ask("undo", { task: "trip", ifVersion: headOf(session) });
    expect(nameOf(memory)).toBe("Zoo");
  });

  it("is refused where somebody else has written since", async () => {
    const { session, memory, other } = studio();
    await memory.update("trip", rename("A"));
    await other().update("trip", rename("B"));
    await expect(session.ask("undo", { task: "trip", ifVersion: 2 })).rejects.toThrow("SXP5010");
    expect(nameOf(memory)).toBe("B");
  });
});

describe("what another process does", () => {
  it("is told, whatever it is", async () => {
    const { session, events, other } = studio();
    const elsewhere = other();
    await elsewhere.update("trip", rename("A"));
    elsewhere.createTask("new", readXml("<List/>"));
    elsewhere.deleteTask("zebra");
    elsewhere.task("trip").describe({ title: "Trip" });
    const memoryEvents = events.map((event) => event.type === "memory" && [event.task, event.version]);
    expect(memoryEvents).toEqual([
      ["trip", 2],
      ["new", 1],
      ["new", 1],
      ["zebra", 0],
      ["trip", 2],
    ]);
    expect((await session.ask("state", {})).tasks.map(({ title }) => title)).toEqual(["Trip", "new"]);
  });
});

describe("import", () => {
  it.each([
    ["plan.json", '{"Plan": {"Day": [{"name": "Zoo"}]}}', "plan"],
    ["a week.md", "# Week\n\n- Zoo\n", "a-week"],
    ["days.csv", "day,poi\n1,Zoo\n", "days"],
    ["week.yaml", "week:\n  - zoo\n", "week"],
    ["trip.xml", "<Plan><Day/></Plan>", "trip-2"],
    ["../../etc/passwd.xml", "<Plan/>", "etc-passwd"],
    ["👩‍🚀.xml", "<Plan/>", "data"],
  ])("makes a task of %s", async (name, text, task) => {
    const { session, memory } = studio();
    expect(await session.ask("importFile", { name, text })).toEqual({ task });
    expect(memory.task(task).head().provenance).toEqual({ author: "person", reason: "imported a file" });
  });

  it("says what is wrong with a file, and makes nothing", async () => {
    const { session, memory } = studio();
    await expect(session.ask("importFile", { name: "a.xml", text: "<Plan><Day></Plan>" })).rejects.toThrow("SXP");
    await expect(session.ask("importFile", { name: "a.xml", text: "<a>".repeat(500) })).rejects.toThrow("SXP");
    const large = { name: "a.json", text: " ".repeat((32 << 20) + 1) };
    await expect(session.ask("importFile", large)).rejects.toThrow("SXP5165");
    expect(memory.tasks()).toHaveLength(2);
  });
});

describe("questions from outside", () => {
  it("are refused in words where they do not fit", async () => {
    const { session } = studio();
    await expect(session.answer("stat", {})).rejects.toThrow(
      'SXP5160: The studio has no request "stat". Did you mean "state"?',
    );
    for (const name of ["constructor", "__proto__", "toString"])
      await expect(session.answer(name, {})).rejects.toThrow("SXP5160");
    for (const params of [
      null,
      1,
      "x",
      [],
      { task: 1, from: 1, to: 2 },
      { task: "trip", from: -1, to: 2 },
      { task: "trip" },
    ])
      await expect(session.answer("diff", params)).rejects.toThrow("SXP5161");
    await expect(session.answer("state", { hidden: 1 })).rejects.toThrow('it has no parameter "hidden"');
  });

  it("change nothing in a studio that only reads", async () => {
    const { session, memory } = studio({ canWrite: false });
    const writing = Object.entries(QUESTIONS).flatMap(([name, { right }]) => (right === "write" ? [name] : []));
    expect(writing).toEqual([
      "update",
      "undo",
      "restore",
      "branch",
      "merge",
      "importFile",
    ] satisfies (keyof StudioQuestions)[]);
    for (const name of writing) await expect(session.answer(name, {})).rejects.toThrow("SXP5162");
    expect(memory.task("trip").versions()).toHaveLength(1);
  });
});
