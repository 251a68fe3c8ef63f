import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { readXml } from "@semantic-xpath/runtime";
import type { ReplayStep, ReplayView } from "@semantic-xpath/studio";
import { StudioSession } from "@semantic-xpath/studio/session";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { runs } from "../support/runs.js";

const LIST = `<List><Task name="Roof" cost="40" due="2026-05-01"/><Task name="Sink" cost="10"/><Task name="Lamp" cost="5"/></List>`;

function listStudio(xml = LIST) {
  let minutes = 0;
  const now = () => new Date(Date.UTC(2026, 4, 1, 9, minutes++));
  const memory = Memory.create(inMemoryJournal(), { now });
  memory.createTask("list", readXml(xml));
  const session = new StudioSession({ memory, title: "List" });
  onTestFinished(() => session.close());
  const update = async (text: string, reason = "") => {
    const { status } = await memory.update("list", text, { provenance: { author: "Maren", reason } });
    expect(status).toBe("applied");
  };
  return { memory, session, update };
}

/** All steps, the oldest first. */
async function replay(session: StudioSession, query: string, count = 50): Promise<readonly ReplayStep[]> {
  const steps: ReplayStep[] = [];
  for (let version: number | null = null; ; ) {
    const page: ReplayView = await session.ask("replay", { query, task: "list", version, count });
    steps.push(...page.steps);
    if (page.next === null) return steps.reverse();
    version = page.next;
  }
}

const setCost = (node: number, cost: string) => `replace value of node /List/Task[${node}]/@cost with "${cost}"`;

describe("a query over the versions of a task", () => {
  it("says of each version how many it finds, and how many entered and left", async () => {
    const { session, update } = listStudio();
    await update(setCost(2, "30"), "The sink is worse than it looked");
    await update('replace value of node /List/Task[3]/@name with "Lantern"');
    await update("delete node /List/Task[1]");
    const steps = await replay(session, "//Task[@cost > 20]");
    expect(
      steps.map(({ version, before, count, entered, left, isChanged }) => [
        version.number,
        before,
        count,
        entered,
        left,
        isChanged,
      ]),
    ).toEqual([
      [1, null, 1, 0, 0, false],
      [2, 1, 2, 1, 0, true],
      [3, 2, 2, 0, 0, false],
      [4, 3, 1, 0, 1, true],
    ]);
    expect(steps[1]!.version).toMatchObject({ reason: "The sink is worse than it looked", author: "Maren" });
    expect((await replay(session, "sum(//Task/@cost)")).map(({ value }) => value)).toEqual([55, 75, 75, 35]);
  });

  it("compares by the schema of each version, also where nothing else was changed", async () => {
    const { session, memory } = listStudio();
    const types = {
      List: { children: { Task: {} } },
      Task: { attributes: { name: {}, cost: { type: "string" }, due: {} } },
    };
    const { schema } = parseSchema(JSON.stringify({ version: 1, roots: ["List"], types }));
    memory.task("list").migrateSchema(schema!);
    const counts = async () => (await replay(session, '//Task[@cost > "20"]')).map(({ count }) => count);
    // As numbers 40 alone is more; as texts "40" and "5" are.
    expect(await counts()).toEqual([1, 2]);
    expect(await counts()).toEqual([1, 2]);
  });

  it("says of each node that entered or left what was changed in it, also of what was made or deleted", async () => {
    const { session, update } = listStudio();
    await update('insert node <Task name="Gate" cost="99"/> as first into /List');
    await update('delete node /List/Task[@name = "Roof"]');
    await update('replace value of node /List/Task[@name = "Gate"]/@cost with "1"');
    const changesOf = async (version: number) =>
      (await session.ask("replayStep", { query: "//Task[@cost > 20]", task: "list", version })).moves.map(
        ({ kind, label, changes }) => [kind, label.split(" ")[0], changes],
      );
    expect(await changesOf(2)).toEqual([
      ["entered", "Gate", ["added Task Gate to List"]],
      ["moved", "Roof", []],
    ]);
    expect(await changesOf(3)).toEqual([["left", "Roof", ["deleted Task Roof from List"]]]);
    expect(await changesOf(4)).toEqual([["left", "Gate", ['changed cost of Gate from "99" to "1"']]]);
  });

  it("says why a node entered or left: the condition that failed, and what was changed", async () => {
    const { session, update } = listStudio();
    await update(setCost(2, "30"));
    await update(setCost(1, "12"));
    await update('insert node <Task name="Gate" cost="99"/> as last into /List');
    await update("delete node /List/Task[2]");
    const query = "//Task[@cost > 20]";
    const movesOf = async (version: number) =>
      (await session.ask("replayStep", { query, task: "list", version })).moves;
    expect(await movesOf(2)).toMatchObject([
      {
        kind: "entered",
        label: expect.stringContaining("Sink"),
        isNew: false,
        whyNot: expect.stringContaining("10"),
        changes: [expect.stringContaining("30")],
      },
    ]);
    expect((await movesOf(3)).find(({ kind }) => kind === "left")).toMatchObject({
      label: expect.stringContaining("Roof"),
      isGone: false,
      whyNot: expect.stringContaining("12"),
      changes: [expect.stringContaining("12")],
    });
    expect(await movesOf(4)).toMatchObject([{ kind: "entered", isNew: true, whyNot: null }]);
    expect((await movesOf(5)).find(({ kind }) => kind === "left")).toMatchObject({ isGone: true, whyNot: null });
    expect(await movesOf(1)).toEqual([]);
  });

  it("shows the run on the version, which no list of runs has", async () => {
    const { session, update } = listStudio();
    await update(setCost(2, "30"));
    const step = await session.ask("replayStep", { query: "//Task[@cost > 20]", task: "list", version: 1 });
    const { rows } = (await session.ask("view", {
      run: step.run!,
      method: "results",
      params: { from: 0, count: 9 },
    })) as { readonly rows: readonly { readonly path: string }[] };
    expect(rows.map(({ path }) => path)).toEqual(["/List/Task[1]"]);
    expect(session.state().runs).toEqual([]);
    const again = await session.ask("replayStep", { query: "//Task[@cost > 20]", task: "list", version: 1 });
    expect(again.run).toBe(step.run);
  });

  it("names what stops it on one version, and goes on with the others", async () => {
    const { session, memory, update } = listStudio();
    await update(setCost(2, "30"));
    const steps = await replay(session, "//Task[@cost >");
    expect(steps.map(({ count, problem }) => [count, problem === null])).toEqual([
      [null, false],
      [null, false],
    ]);
    for (let i = 0; i < 6; i++) await update(setCost(2, `${40 + i}`));
    memory.prune({ task: "list", versions: [1, 2] });
    const after = await replay(session, "//Task");
    expect(after[0]).toMatchObject({ count: null, problem: expect.stringContaining("1") });
    expect(after.at(-1)).toMatchObject({ count: 3, problem: null, entered: 0 });
    expect(await session.ask("replayStep", { query: "//Task", task: "list", version: 3 })).toMatchObject({
      moves: [],
      beforeProblem: null,
    });
  });

  it("follows the branch that a version is on, and rejects when it is cancelled", async () => {
    const { session, memory, update } = listStudio();
    memory.task("list").branch("draft", 1);
    await update(setCost(2, "30"));
    await memory.update("list", setCost(3, "50"), { branch: "draft" });
    const { steps } = await session.ask("replay", { query: "//Task[@cost > 20]", task: "list", version: 3, count: 50 });
    expect(steps.map(({ version, count }) => [version.number, count])).toEqual([
      [3, 2],
      [1, 1],
    ]);
    const asked = { query: "//Task", task: "list", version: null, count: 50 };
    await expect(session.ask("replay", asked, AbortSignal.abort())).rejects.toMatchObject({ code: "SXP4004" });
  });

  it("reads the clock anew", async () => {
    const { session, memory } = listStudio('<List><Task due="2026-05-01T09:30:00Z"/></List>');
    const query = "//Task[@due < current-dateTime()]";
    expect((await replay(session, query)).map(({ count }) => count)).toEqual([0]);
    for (let i = 0; i < 60; i++) memory.now();
    expect((await replay(session, query)).map(({ count }) => count)).toEqual([1]);
  });

  it("agrees with the query run on each version, in pages of any size", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 60 })), { maxLength: 8 }),
        fc.integer({ min: 1, max: 5 }),
        async (edits, count) => {
          const { session, memory } = listStudio();
          for (const [node, cost] of edits) await memory.update("list", setCost(node, `${cost}`));
          const query = "//Task[@cost > 20]";
          const steps = await replay(session, query, count);
          let before: ReadonlySet<number | null> = new Set();
          for (const { version, count: counted, entered, left } of steps) {
            const { matches } = await memory.query(query, { task: "list", version: version.number });
            const now = new Set(matches.map(({ key }) => key));
            expect(counted).toBe(now.size);
            if (version.number > 1) expect([entered, left]).toEqual([missing(now, before), missing(before, now)]);
            before = now;
          }
        },
      ),
      { numRuns: runs(40, 15) },
    ));
});

const missing = <T>(from: ReadonlySet<T>, other: ReadonlySet<T>): number =>
  [...from].filter((one) => !other.has(one)).length;
