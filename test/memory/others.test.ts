import { inMemoryJournal, Memory, Scope } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import { describe, expect, it } from "vitest";

const PLAN = `<Plan><Day n="1"><POI name="A"/><POI name="B"/><POI name="C"/></Day><Day n="2"><POI name="D"/></Day></Plan>`;

function opened() {
  let day = 0;
  const memory = Memory.create(inMemoryJournal(), { now: () => new Date(Date.UTC(2026, 0, 1 + day++)) });
  return { memory, task: memory.createTask("plan", readXml(PLAN)) };
}

describe("clients that see different parts of a task", () => {
  it("have idempotency keys of their own", async () => {
    const { memory, task } = opened();
    const update = 'insert node <POI name="new"/> into /Day';
    const roots = [2, 6].map((node) => task.head().keyOf(node));
    const scopes = roots.map((root) => new Scope(memory, { tasks: ["plan"], root, rights: "write" }));
    for (const scope of scopes) {
      const write = () => scope.update("plan", update, { idempotencyKey: "once" });
      expect([(await write()).status, (await write()).status]).toEqual(["applied", "repeated"]);
    }
    expect(task.versions()).toHaveLength(3);
    // A key of the whole task is another one as well.
    expect(task.commit([], { idempotencyKey: "once" }).isRepeated).toBe(false);
  });

  it.each([
    ["renamed", (node: number) => ({ kind: "rename", node, type: "Date" }) as const],
    ["moved", (node: number) => ({ kind: "move", node, parent: 1, before: null }) as const],
  ])("can't take back that their root was %s", (_, edit) => {
    const { memory, task } = opened();
    const root = task.head().keyOf(2);
    task.commit([edit(2)]);
    const scope = new Scope(memory, { tasks: ["plan"], root, rights: "write" });
    expect(() => scope.revert("plan", 2)).toThrow(expect.objectContaining({ code: "SXP5062" }));
    expect(task.versions()).toHaveLength(2);
  });
});

it.each([false, true])(
  "a node that one side moves away and the other one reorders goes where it was moved: %s",
  (isSwapped) => {
    const { task } = opened();
    const [key, day] = [task.head().keyOf(3), task.head().keyOf(6)];
    task.branch("draft");
    const [away, reorder] = isSwapped ? ["draft", "main"] : ["main", "draft"];
    task.commit([{ kind: "move", node: 3, parent: 6, before: null }], { branch: away! });
    task.commit([{ kind: "move", node: 3, parent: 2, before: null }], { branch: reorder! });
    const { conflicts, version } = task.merge("draft");
    expect(conflicts).toEqual([]);
    const { segments } = version ?? task.head();
    expect(segments.keyOf(segments.parentOf(segments.nodeOfKey(key)))).toBe(day);
  },
);

describe("a store with pruned versions", () => {
  it("is queried over all that is left", async () => {
    const { memory, task } = opened();
    for (const name of ["E", "F", "G"]) task.commit([{ kind: "setAttribute", node: 3, name: "name", value: name }]);
    memory.prune({ task: "plan", versions: [1, 2] });
    const { matches } = await memory.query("/Memory/Task/Version//POI/@name");
    expect(new Set(matches.map(({ version }) => version))).toEqual(new Set([3, 4]));
  });

  it("keeps exactly as many versions as it is told", () => {
    for (const last of [1, 2, 3]) {
      const { memory, task } = opened();
      for (const name of ["E", "F", "G"]) task.commit([{ kind: "setAttribute", node: 3, name: "name", value: name }]);
      memory.prune({ retention: { last } });
      expect(task.versions().filter(({ isPruned }) => !isPruned)).toHaveLength(last);
    }
  });
});

it("a log of a part has as many versions as are asked for", () => {
  const { memory, task } = opened();
  const root = task.head().keyOf(2);
  for (const name of ["E", "F", "G"]) task.commit([{ kind: "setAttribute", node: 3, name: "name", value: name }]);
  const scopes = [new Scope(memory), new Scope(memory, { tasks: ["plan"], root })];
  for (const scope of scopes) for (const limit of [1, 2, 3]) expect(scope.log("plan", { limit })).toHaveLength(limit);
});
