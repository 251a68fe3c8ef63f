import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import type { Schema } from "@semantic-xpath/planner";
import { inferSchema, readXml } from "@semantic-xpath/readers";
import { nodeData } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../support/runs.js";

const SCHEMAS: readonly (Schema | null)[] = [
  null,
  inferSchema([readXml(`<Plan a=""/>`)]),
  inferSchema([readXml(`<Plan b="1"/>`)]),
];

/** What a version is made of: attributes of the root, and the schema where it changes. */
interface Made {
  readonly set: readonly (readonly [name: string, value: string | null])[];
  readonly schema: number | null;
  readonly title: string | null;
}
const value: fc.Arbitrary<string | null> = fc.option(fc.constantFrom("1", "2"), { nil: null });
const made: fc.Arbitrary<Made> = fc.record({
  set: fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), value), { maxLength: 2 }),
  schema: fc.option(fc.nat({ max: SCHEMAS.length - 1 })),
  title: fc.option(fc.constantFrom("Kyoto", "Nara")),
});

it("law: undoing a version gives back all that its parent had of what it changed, its schema too, and keeps the rest", () => {
  fc.assert(
    fc.property(fc.array(made, { minLength: 1, maxLength: 5 }), fc.nat(), (steps, pick) => {
      const memory = Memory.create(inMemoryJournal());
      const task = memory.createTask("trip", readXml(`<Plan a="0"/>`), { schema: SCHEMAS[1]!, title: "Trip" });
      let title = "Trip";
      for (const { set, schema, title: named } of steps) {
        const edits = [...new Map(set)].map(([name, value]) => ({
          kind: "setAttribute" as const,
          node: 1,
          name,
          value,
        }));
        if (schema === null) task.commit(edits);
        else task.migrateSchema(SCHEMAS[schema]!, edits);
        if (named === null) continue;
        task.describe({ title: named });
        title = named;
      }
      const undone = task.version(2 + (pick % steps.length));
      const [parent, head] = [task.version(undone.number - 1), task.head()];
      const { conflicts, version } = task.revert(undone.number, { resolve: "theirs" });
      expect(conflicts).toEqual([]);
      const after = version ?? head;
      const attribute = (name: string, of: typeof head) => nodeData(of.tree(), 1).attributes?.[name] ?? null;
      for (const name of ["a", "b", "c"]) {
        const isChanged = attribute(name, parent) !== attribute(name, undone);
        expect(attribute(name, after)).toBe(attribute(name, isChanged ? parent : head));
      }
      const isStanding = JSON.stringify(head.schema) === JSON.stringify(undone.schema);
      expect(after.schema).toEqual(isStanding ? parent.schema : head.schema);
      // Names of a task are of no version: nothing that is undone takes them back.
      expect(task.title).toBe(title);
    }),
    { numRuns: runs(200, 50) },
  );
});
