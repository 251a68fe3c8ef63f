import { inMemoryJournal, Memory, MemoryError, Scope, type WriteOptions } from "@semantic-xpath/memory";
import { inferSchema, readXml } from "@semantic-xpath/readers";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../support/runs.js";

const TREE = `<Plan><Day><Stop name="A"/></Day><Day><Stop name="B"/></Day></Plan>`;

function opened() {
  const files = inMemoryJournal();
  const memory = Memory.create(files);
  const task = memory.createTask("trip", readXml(TREE));
  task.branch("draft");
  task.commit([{ kind: "setAttribute", node: 3, name: "name", value: "C" }], { branch: "draft" });
  task.commit([{ kind: "setAttribute", node: 5, name: "name", value: "D" }]);
  task.commit([{ kind: "setAttribute", node: 3, name: "cost", value: "7" }]);
  return { memory, task, other: Memory.open(files) };
}

type Opened = ReturnType<typeof opened>;
const scope = ({ memory }: Opened, root?: number) =>
  new Scope(memory, { tasks: ["trip"], rights: "write", ...(root !== undefined && { root }) });
const UPDATE = 'replace value of node (//Stop)[1]/@name with "E"';

/** Everything that writes a version under a condition. */
const WRITES: Readonly<Record<string, (opened: Opened, options: WriteOptions) => unknown>> = {
  commit: ({ task }, options) => task.commit([{ kind: "delete", node: 2 }], options),
  commitTree: ({ task }, options) => task.commitTree(readXml("<Plan/>"), options),
  merge: ({ task }, options) => task.merge("draft", "main", options),
  revert: ({ task }, options) => task.revert(3, options),
  restore: ({ task }, options) => task.restore(1, options),
  migrateSchema: ({ task }, options) => task.migrateSchema(inferSchema([task.head().tree()]), [], options),
  update: ({ memory }, options) => memory.update("trip", UPDATE, options),
  migrate: ({ memory, task }, options) => memory.migrate("trip", inferSchema([task.head().tree()]), options),
  "scope: update": (at, options) => scope(at).update("trip", UPDATE, options),
  "scope: revert": (at, options) => scope(at).revert("trip", 3, options),
  "scope: restore": (at, options) => scope(at).restore("trip", 1, options),
  "scope with a root: update": (at, options) => scope(at, 2).update("trip", UPDATE, options),
};

const stateOf = (memory: Memory): string => {
  memory.refresh();
  const task = memory.task("trip");
  return JSON.stringify([task.branches(), task.versions().map(({ number, time }) => [number, time])]);
};

const HEAD = 4;
const integers = fc
  .oneof(fc.integer({ min: -6, max: 9 }), fc.maxSafeInteger(), fc.constantFrom(0, -0, -1, 2 ** 31, 2 ** 53))
  .filter((n) => n !== HEAD);

it("law: no write is made for a version that is not the newest, whatever integer it is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(WRITES)), integers, async (name, ifVersion) => {
      const at = opened();
      const before = stateOf(at.other);
      let refusal: unknown;
      try {
        refusal = await WRITES[name]!(at, { ifVersion });
      } catch (error) {
        refusal = error instanceof MemoryError ? error.code : error;
      }
      // A part of a task may be written where only other parts have changed, from a version that there was.
      const isOtherPart = name.includes("root") && ifVersion === 3;
      if (isOtherPart) return;
      if (typeof refusal === "string") expect(refusal).toMatch(/^SXP50(10|13)$/);
      else expect(refusal).toMatchObject({ status: "conflict", version: null });
      expect(stateOf(at.other)).toBe(before);
    }),
    { numRuns: runs(300, 70) },
  );
});

it("each of these writes is made for the newest version", async () => {
  for (const write of Object.values(WRITES)) {
    const at = opened();
    const before = stateOf(at.other);
    await write(at, { ifVersion: HEAD });
    expect(stateOf(at.other)).not.toBe(before);
  }
});

it("a refusal says what was done since on the branch that it is about", async () => {
  const { memory, task } = opened();
  for (const branch of ["main", "draft"]) {
    const { conflict } = await memory.update("trip", UPDATE, { branch, ifVersion: 1 });
    const since = task.versions().filter((version) => version.number > 1 && version.branch === branch);
    expect(conflict!.since).toEqual(since.flatMap(({ changes }) => changes.map(({ text }) => text)));
  }
});
