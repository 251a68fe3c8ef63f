import { inMemoryJournal, Memory, type TaskStep, takeStep } from "@semantic-xpath/memory";
import { type Edit, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";

const NAMES = ["a", "b", "c"] as const;
const value = fc.constantFrom("1", "2");
/** By the name of an attribute, what a side makes of it; null: it leaves it. */
const parts = fc.record({ a: fc.option(value), b: fc.option(value), c: fc.option(value), text: fc.option(value) });
type Parts = typeof parts extends fc.Arbitrary<infer T> ? T : never;

const editsOf = (node: number, { text, ...attributes }: Parts): Edit[] => [
  ...NAMES.flatMap((name): Edit[] => {
    const value = attributes[name];
    return value === null ? [] : [{ kind: "setAttribute", node, name, value }];
  }),
  ...(text === null ? [] : [{ kind: "setText", node, text } as const]),
];

it("law: of the conflicts of a merge each one has its own id, and is decided by the side that is chosen for it alone", async () => {
  await fc.assert(
    fc.asyncProperty(
      parts,
      parts,
      parts,
      parts,
      fc.array(fc.boolean()),
      async (mine, others, mine2, others2, chosen) => {
        const memory = Memory.create(inMemoryJournal());
        const data = { type: "R", children: [{ type: "A" }, { type: "B" }] };
        const task = memory.createTask("plan", treeOf(data));
        task.branch("other");
        task.commit([...editsOf(2, mine), ...editsOf(3, mine2)]);
        task.commit([...editsOf(2, others), ...editsOf(3, others2)], { branch: "other" });
        const step: TaskStep = { kind: "merge", from: 3, branch: "main" };
        const preview = await takeStep(memory, task, step, { author: "Ann" });
        const ids = preview.conflicts.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const sides = Object.fromEntries(ids.map((id, i) => [id, chosen[i] === true ? "theirs" : "ours"] as const));
        const apply = { head: preview.head };
        const done = await takeStep(memory, task, step, { author: "Ann", sides, apply });
        expect(done.conflicts).toEqual([]);
        const { segments } = task.head();
        for (const { id, key, part, ours, theirs } of preview.conflicts) {
          const { attributes, text } = segments.rowAt(segments.nodeOfKey(key));
          const now = part === "text()" ? text : attributes.get(part!.slice(1));
          expect(now).toBe(sides[id] === "theirs" ? theirs : ours);
        }
      },
    ),
    { numRuns: runs(500, 100) },
  );
});
