import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Commit, inMemoryJournal, type Join, Memory, type Task } from "@semantic-xpath/memory";
import { exportTask, importTask } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/readers";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "sxp-keys-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function story(): { readonly memory: Memory; readonly task: Task } {
  const memory = Memory.create(inMemoryJournal());
  const task = memory.createTask("plan", readXml('<Plan><Day n="1"/><Day n="2"/></Plan>'));
  task.branch("rain");
  task.commit([{ kind: "setAttribute", node: 2, name: "n", value: "3" }], { branch: "rain" });
  task.commit([{ kind: "setAttribute", node: 3, name: "n", value: "4" }]);
  return { memory, task };
}

type Call = (memory: Memory, task: Task, idempotencyKey: string) => Commit | Join | Promise<unknown>;

const inserting =
  (name: string): Call =>
  (memory, _, idempotencyKey) =>
    memory.update("plan", `insert node <Day n="${name}"/> into /Plan`, { idempotencyKey });

const CALLS: Readonly<Record<string, Call>> = {
  "an update": inserting("5"),
  "another update": inserting("6"),
  "an update with another argument": (memory, _, idempotencyKey) =>
    memory.update("plan", "replace value of node /Plan/Day[1]/@n with $n", { idempotencyKey, params: { n: "7" } }),
  "the update with an argument": (memory, _, idempotencyKey) =>
    memory.update("plan", "replace value of node /Plan/Day[1]/@n with $n", { idempotencyKey, params: { n: "8" } }),
  edits: (_, task, idempotencyKey) =>
    task.commit([{ kind: "setAttribute", node: 1, name: "n", value: "9" }], { idempotencyKey }),
  "a tree": (_, task, idempotencyKey) => task.commitTree(readXml("<Plan/>"), { idempotencyKey }),
  "a restoration": (_, task, idempotencyKey) => task.restore(1, { idempotencyKey }),
  "another restoration": (_, task, idempotencyKey) => task.restore(2, { idempotencyKey }),
  "an undoing": (_, task, idempotencyKey) => task.revert(3, { idempotencyKey }),
  "a merge": (_, task, idempotencyKey) => task.merge("rain", "main", { idempotencyKey }),
};

describe.each(Object.keys(CALLS))("the key of %s", (first) => {
  it("repeats that call, whatever came since, and is refused for every other one", async () => {
    const { memory, task } = story();
    await CALLS[first]!(memory, task, "k");
    const made = task.versions().length;
    task.commit([{ kind: "setAttribute", node: 1, name: "title", value: "since" }]);
    for (const [name, call] of Object.entries(CALLS)) {
      const repeating = Promise.resolve().then(() => call(memory, task, "k"));
      if (name === first) await repeating;
      else await expect(repeating, name).rejects.toMatchObject({ code: "SXP5025", parameters: { version: made } });
      expect(task.versions()).toHaveLength(made + 1);
    }
  });
});

describe("an export", () => {
  it("has the branches that the task has, and none that was deleted", () => {
    const { memory, task } = story();
    task.merge("rain");
    task.deleteBranch("rain");
    const to = join(folder, "plan");
    exportTask(task, to);
    const copy = importTask(memory, to, "copy");
    expect(copy.branches().map(({ name, head }) => [name, head])).toEqual([["main", task.head().number]]);
    expect(copy.versions()).toHaveLength(task.versions().length);
  });
});
