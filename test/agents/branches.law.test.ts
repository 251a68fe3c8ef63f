import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { session, TRIP } from "./support/trip.js";

type Call = readonly [tool: string, input: object];

/** Calls that write, on a tree that has the nodes of the trip. */
const CALLS: readonly Call[] = [
  ["insert", { content: '<POI name="Cafe"/>', target: 2 }],
  ["update", { update: 'replace value of node #3/@name with "x"' }],
  ["update", { update: "delete node #4" }],
  ["delete", { targets: [4] }],
  ["revert", { version: 1, mode: "restore" }],
  ["revert", { version: 2 }],
];

/** A memory with a version of its own on a branch; on `main` another one has followed, if that is not the branch. */
function changed(branch: string, mayDelete: boolean) {
  const memory = Memory.create(inMemoryJournal());
  const task = memory.createTask("trip", readXml(TRIP));
  if (branch !== "main") task.branch(branch);
  task.commit([{ kind: "setAttribute", node: 3, name: "cost", value: "5" }], { branch });
  if (branch !== "main") task.commit([{ kind: "delete", node: 2 }]);
  return { memory, at: session({ memory, grant: { rights: "write" }, mayDelete }).session };
}

it("law: a tool does to a branch what it does to a memory of its own, and leaves the others as they are", async () => {
  const calls = fc.array(fc.constantFrom(...CALLS), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(calls, fc.boolean(), async (all, mayDelete) => {
      const [alone, beside] = [changed("main", mayDelete), changed("rain", mayDelete)];
      // A person who says yes to what is taken away.
      const confirm = async (): Promise<boolean> => true;
      const main = beside.memory.task("trip").head("main").number;
      for (const [tool, input] of all) {
        const answers = [
          await alone.at.call(tool, input, { confirm }),
          await beside.at.call(tool, { ...input, branch: "rain" }, { confirm }),
        ];
        const [one, other] = answers.map((answer) => (answer.ok ? String(answer.output.status) : answer.failure.code));
        expect(other).toBe(one);
        const [left, right] = [alone.memory.task("trip").head(), beside.memory.task("trip").head("rain")];
        expect(JSON.stringify(right.tree().root)).toBe(JSON.stringify(left.tree().root));
        expect(beside.memory.task("trip").head("main").number).toBe(main);
      }
    }),
    { numRuns: runs(60, 20) },
  );
});
