import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readTree } from "@semantic-xpath/runtime";
import type { StudioQuestions } from "@semantic-xpath/studio";
import { StudioSession } from "@semantic-xpath/studio/session";
import { beforeAll, expect, it } from "vitest";

const DAYS = 1_000;
const NODES = 1 + DAYS * 100;

/** A memory of 10^5 nodes. */
let session: StudioSession;
let memory: Memory;
beforeAll(() => {
  const children = Array.from({ length: DAYS }, (_, day) => ({
    type: "Day",
    attributes: { index: String(day) },
    children: Array.from({ length: 99 }, (_, i) => ({ type: "POI", attributes: { name: `stop ${day}-${i}` } })),
  }));
  memory = Memory.create(inMemoryJournal());
  memory.createTask("large", readTree({ type: "Plan", children }));
  // A busy machine is not what is tested.
  session = new StudioSession({ memory, title: "large", budget: { maxMilliseconds: 170_000 } });
  return () => session.close();
});

const bytes = async <K extends keyof StudioQuestions>(method: K, params: Parameters<StudioQuestions[K]>[0]) =>
  JSON.stringify(await session.ask(method, params)).length;

it("is as large as it says", async () => {
  const { tasks } = await session.ask("state", {});
  expect(tasks[0]!.nodes).toBe(NODES);
});

it("answers by pages: what a screen shows is small, whatever the tree has", { tags: "slow" }, async () => {
  const { run } = await session.ask("run", { query: '//POI[@name =~ "stop"]', task: "large", version: null });
  expect(await bytes("state", {})).toBeLessThan(3_000);
  const view = (method: Parameters<StudioQuestions["view"]>[0]["method"], params: unknown) =>
    bytes("view", { run, method, params });
  expect(await view("overview", {})).toBeLessThan(20_000);
  expect(await view("results", { from: 50_000, count: 50 })).toBeLessThan(20_000);
  expect(await view("labels", { nodes: Array.from({ length: 60 }, (_, i) => i + 70_000) })).toBeLessThan(10_000);
  expect(await view("search", { text: "stop", limit: 100 })).toBeLessThan(2_000);
  expect(await view("node", { node: NODES })).toBeLessThan(1_000);
  expect(await view("why", { node: NODES })).toBeLessThan(10_000);
  // The one answer that says something of all nodes: columns, 20 bytes a node in base64, asked for once a version.
  expect(await view("tree", {})).toBeLessThan(21 * NODES);
});

it("changes in proportion to the change, not to the tree", async () => {
  const task = memory.task("large");
  const before = memory.size().bytes;
  const update = 'replace value of node /Plan/Day[500]/POI[50]/@name with "another"';
  const done = await session.ask("update", { task: "large", update, dryRun: false, ifVersion: 1 });
  expect(done).toMatchObject({ status: "applied", version: 2 });
  expect(JSON.stringify(done).length).toBeLessThan(1_000);
  expect(await bytes("diff", { task: "large", from: 1, to: 2 })).toBeLessThan(1_000);
  expect(JSON.stringify(await session.ask("undo", { task: "large", ifVersion: 2 })).length).toBeLessThan(1_000);
  expect(await bytes("restore", { task: "large", version: 2, ifVersion: 3 })).toBeLessThan(1_000);
  // What was written for three versions is far less than one tree.
  expect(memory.size().bytes - before).toBeLessThan(before / 4);
  expect(task.versions()).toHaveLength(4);
});

it("shows of a difference of everything its beginning, and says how much more there is", { tags: "slow" }, async () => {
  const task = memory.task("large");
  const { segments } = task.head();
  const days = Array.from({ length: 600 }, (_, i) => 2 + i * 100);
  task.commit(days.map((node) => ({ kind: "delete", node })));
  expect(segments.size).toBe(NODES);
  const head = memory.task("large").head().number;
  const diff = await session.ask("diff", { task: "large", from: head - 1, to: head });
  expect(diff.changes).toHaveLength(501);
  expect(diff.changes.at(-1)).toBe("and 100 more");
  expect(diff.lines.length).toBeLessThan(2_100);
  expect(JSON.stringify(diff).length).toBeLessThan(400_000);
});

it("lays out the tree of a version once, however often it is browsed", async () => {
  const { run } = await session.ask("browse", { task: "large", version: 1 });
  const version = memory.task("large").version(1);
  const laidOut = version.tree();
  await session.ask("browse", { task: "large", version: 1 });
  expect(memory.task("large").version(1).tree()).toBe(laidOut);
  expect(run).toBe("v1-1");
});
