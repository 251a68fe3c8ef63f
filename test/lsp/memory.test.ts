import { openConversation, rulesFormation } from "@semantic-xpath/conversation";
import { createLanguageService } from "@semantic-xpath/lsp";
import { inMemoryJournal, Memory, type TaskStep } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";

const memory = "file:///t/trips";
const TRIP = `<Trip><Stop name="Tower"/><Stop name="Museum"/></Trip>`;

/** A service over one memory, which counts how often it is opened, and for what. */
function createService({ trusted = true, hasMemories = true } = {}) {
  let minutes = 0;
  const store = Memory.create(inMemoryJournal(), { now: () => new Date(Date.UTC(2026, 4, 1, 9, minutes++)) });
  const task = store.createTask("trip", readXml(TRIP), { title: "A trip", provenance: { author: "Maren" } });
  const opened: string[] = [];
  const panics: unknown[] = [];
  const service = createLanguageService({
    readText: () => null,
    files: () => [],
    list: () => [],
    onPanic: (_, error) => panics.push(error),
    ...(hasMemories && {
      memories: {
        async use(folder, { writes = false }, work) {
          opened.push(`${folder} ${writes ? "writes" : "reads"}`);
          return work(store);
        },
      },
    }),
  });
  service.configure({ trusted });
  const edit = (text: string, branch = "main") =>
    store.update(task, text, { branch, provenance: { author: "Ole", reason: text } });
  const step = (of: TaskStep, more = {}) => service.memoryStep({ memory, task: "trip", step: of, ...more });
  return { service, store, task, opened, panics, edit, step };
}

const rename = (node: number, name: string) => `replace value of node /Trip/Stop[${node}]/@name with "${name}"`;

describe("a memory in the editor", () => {
  it("has tasks with branches, and of each branch the versions with who, when and why", async () => {
    const { service, task, edit } = createService();
    await edit(rename(1, "Old tower"));
    task.branch("rainy", 1);
    await edit(rename(2, "Aquarium"), "rainy");
    const { tasks } = await service.memoryTasks({ memory });
    expect(tasks).toEqual([
      {
        name: "trip",
        title: "A trip",
        nodes: 3,
        versionCount: 3,
        branches: [
          { name: "main", head: 2 },
          { name: "rainy", head: 3 },
        ],
      },
    ]);
    const { versions, hasMore } = await service.memoryVersions({ memory, task: "trip", branch: "rainy" });
    expect(versions.map(({ number, author, changeCount }) => [number, author, changeCount])).toEqual([
      [3, "Ole", 1],
      [1, "Maren", 1],
    ]);
    expect(versions[0]).toMatchObject({ reason: rename(2, "Aquarium"), operation: "edit", parents: [1] });
    expect(versions[0]!.time).toMatch(/^2026-05-01T/);
    expect(hasMore).toBe(false);
  });

  it("gives versions page by page, at least one and 500 at the most", async () => {
    const { service, edit } = createService();
    for (let n = 0; n < 4; n++) await edit(rename(1, `Tower ${n}`));
    const numbers = async (limit: number, before: number | null = null) => {
      const page = await service.memoryVersions({ memory, task: "trip", branch: "main", limit, before });
      return [page.versions.map(({ number }) => number), page.hasMore];
    };
    expect(await numbers(2)).toEqual([[5, 4], true]);
    expect(await numbers(2, 4)).toEqual([[3, 2], true]);
    expect(await numbers(2, 2)).toEqual([[1], false]);
    expect(await numbers(0)).toEqual([[5], true]);
    for (const limit of [1, 2, 3, 5, 6]) {
      const pages: (readonly number[])[] = [];
      for (let [page, hasMore] = await numbers(limit); ; [page, hasMore] = await numbers(limit, pages.flat().at(-1))) {
        pages.push(page as number[]);
        if (hasMore === false) break;
      }
      expect(pages).toHaveLength(Math.ceil(5 / limit));
      expect(pages.flat()).toEqual([5, 4, 3, 2, 1]);
    }
  });

  it("gives a version as a file that is what the version was", async () => {
    const { service, edit } = createService();
    await edit(rename(1, "Old tower"));
    const first = await service.memoryFile({ memory, task: "trip", version: 1 });
    expect(first.uri).toBe("sxp-memory:/t/trips/trip%401.xml");
    expect(first.text).toContain('name="Tower"');
    expect((await service.memoryFile({ memory, task: "trip", version: 2 })).text).toContain('name="Old tower"');
  });

  it("is asked as a whole or in one version, as a run that is kept", async () => {
    const { service, edit } = createService();
    await edit("delete node /Trip/Stop[1]");
    const ask = (text: string, more = {}) => service.run({ uri: memory, memory: { memory, text, ...more } });
    expect((await ask("//Version")).count).toBe(2);
    expect((await ask("//Stop", { task: "trip", version: 1 })).count).toBe(2);
    const { count, run } = await ask("//Stop", { task: "trip" });
    expect(count).toBe(1);
    const { answer } = await service.view({ run: run!, method: "overview" });
    expect(answer).toMatchObject({ dataName: "trips, trip" });
    expect((await ask("//Stop[", { task: "trip" })).problem).not.toBeNull();
    expect(service.runs().runs).toHaveLength(3);
  });

  it("answers about the facts of a memory of conversations, in a run on it, and not in bars", async () => {
    const { service, store } = createService();
    const turns = [
      { id: "1", speaker: "Ivo", text: "I live in Tartu." },
      { id: "2", speaker: "Ivo", text: "I moved to Narva." },
    ];
    await openConversation(store, { formation: rulesFormation() }).add([{ id: "A", date: "2026-01-12", turns }]);
    const run = async (task: string) =>
      (await service.run({ uri: memory, memory: { memory, text: "/*", task } })).run as string;
    const [talk, trip] = [await run("conversation"), await run("trip")];
    const ask = (id: string, method: "facts" | "recall", params: object, redacted = false) =>
      service.view({ run: id, method, params, redacted });
    const { answer } = await ask(talk, "facts", { filter: "narva", count: 9 });
    expect(answer).toMatchObject({
      total: 1,
      counts: { turns: 2 },
      slots: [{ entries: [{ value: "Tartu" }, { value: "Narva" }] }],
    });
    expect((await ask(talk, "recall", { question: "Where does Ivo live?" })).answer).toMatchObject({
      items: [{ text: expect.stringContaining("Narva") }],
    });
    expect((await ask(trip, "facts", { filter: "", count: 9 })).answer).toBeNull();
    expect((await ask(talk, "facts", { filter: "", count: 9 }, true)).answer).toBeNull();
    for (const [id, method, params, bars] of [
      [trip, "recall", { question: "x" }, false],
      [talk, "recall", { question: "x" }, true],
      [talk, "recall", {}, false],
      [talk, "facts", { filter: 3 }, false],
      [talk, "facts", { count: -1 }, false],
    ] as const)
      expect((await ask(id, method, params, bars)).problem).not.toBeNull();
  });

  it("opens nothing without trust, says so where none can be opened, and what is not there", async () => {
    const untrusted = createService({ trusted: false });
    expect((await untrusted.service.memoryTasks({ memory })).about).toBe("trust");
    expect((await untrusted.service.run({ uri: memory, memory: { memory, text: "//Task" } })).about).toBe("trust");
    expect((await untrusted.step({ kind: "branch", name: "a", from: 1 })).about).toBe("trust");
    expect(untrusted.opened).toEqual([]);
    const web = createService({ hasMemories: false });
    expect((await web.service.memoryTasks({ memory })).problem).toContain("sxp memory export");
    const { service, panics } = createService();
    for (const task of ["trp", "constructor", "__proto__", ""])
      expect((await service.memoryVersions({ memory, task, branch: "main" })).problem).not.toBeNull();
    expect((await service.memoryFile({ memory, task: "trip", version: 9 })).problem).not.toBeNull();
    expect(panics).toEqual([]);
  });
});

describe("a step of a task", () => {
  it("is previewed without opening the memory for writing", async () => {
    const { step, opened, edit, task } = createService();
    await edit(rename(1, "Old tower"));
    const preview = await step({ kind: "restore", version: 1, branch: "main" });
    expect(preview).toMatchObject({
      status: "ready",
      head: 2,
      changeCount: 1,
      before: "sxp-memory:/t/trips/trip%402.xml",
    });
    expect(preview.after).toContain('name="Tower"');
    expect(opened).toEqual([`${memory} reads`]);
    expect(task.head().number).toBe(2);
  });

  it("takes back one version and keeps what came after it", async () => {
    const { step, edit, service } = createService();
    await edit(rename(1, "Old tower"));
    await edit(rename(2, "Aquarium"));
    const done = await step({ kind: "undo", version: 2, branch: "main" }, { apply: { head: 3 } });
    expect(done).toMatchObject({
      status: "applied",
      version: 4,
      summary: "Version 4 takes version 2 back (1 change).",
    });
    const { text } = await service.memoryFile({ memory, task: "trip", version: 4 });
    expect(text).toMatch(/Tower.*Aquarium/s);
    expect(text).not.toContain("Old");
  });

  it("shows the conflicts of a merge, and takes the sides that are chosen", async () => {
    const { step, edit, task } = createService();
    task.branch("rainy", 1);
    await edit(rename(1, "Old tower"));
    await edit(rename(1, "Cinema"), "rainy");
    const merge = { kind: "merge", from: 3, branch: "main" } as const;
    const { status, conflicts, after, summary } = await step(merge);
    expect([status, after, summary]).toEqual([
      "conflict",
      null,
      "Merging version 3 contradicts the branch in 1 place.",
    ]);
    expect(conflicts[0]).toMatchObject({ ours: "Old tower", theirs: "Cinema" });
    const sides = { [conflicts[0]!.id]: "theirs" as const };
    const preview = await step(merge, { sides });
    expect(preview).toMatchObject({ status: "ready", head: 2 });
    expect(preview.after).toContain("Cinema");
    expect((await step(merge, { sides, apply: { head: 2 } })).version).toBe(4);
    expect((await step(merge)).status).toBe("unchanged");
  });

  it("is a branch that begins at a version, with a name that one can have", async () => {
    const { step, task } = createService();
    expect((await step({ kind: "branch", name: "rainy", from: 1 })).status).toBe("applied");
    expect((await step({ kind: "branch", name: "rainy", from: 1 })).problem).toContain("already");
    expect((await step({ kind: "branch", name: "7", from: 1 })).problem).not.toBeNull();
    expect(task.branches().map(({ name }) => name)).toEqual(["main", "rainy"]);
  });

  it("does what its preview showed, or nothing where others have written since", async () => {
    const write = fc.record({
      node: fc.integer({ min: 1, max: 2 }),
      name: fc.constantFrom("A", "B", "C"),
      isOnMain: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.boolean(),
        async (writes, n, isLate) => {
          const { step, edit, task, service, panics } = createService();
          task.branch("other", 1);
          for (const { node, name, isOnMain } of writes) await edit(rename(node, name), isOnMain ? "main" : "other");
          const version = 1 + (n % task.state.versions.length);
          const steps = [
            { kind: "restore", version, branch: "main" },
            { kind: "undo", version: Math.max(2, version), branch: "main" },
            { kind: "merge", from: task.head("other").number, branch: "main" },
          ] as const;
          const chosen = steps[n % 3]!;
          const preview = await step(chosen);
          if (preview.status !== "ready") return;
          if (isLate) await edit("insert node <Stop/> into /Trip");
          const count = task.state.versions.length;
          const done = await step(chosen, { apply: { head: preview.head } });
          expect(done.status).toBe(isLate ? "outdated" : "applied");
          expect(task.state.versions.length).toBe(count + (isLate ? 0 : 1));
          if (isLate) return;
          expect(done.changes).toEqual(preview.changes);
          expect((await service.memoryFile({ memory, task: "trip", version: done.version! })).text).toBe(preview.after);
          expect(panics).toEqual([]);
        },
      ),
      { numRuns: runs(200, 15) },
    );
  });
});
