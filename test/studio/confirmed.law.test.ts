import type { Memory } from "@semantic-xpath/memory";
import type { StudioSession } from "@semantic-xpath/studio/session";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { studio } from "./support/studio.js";

/** What a page asks for after it has shown what it would do on version 2. */
const APPLIED: readonly ((session: StudioSession) => Promise<{ readonly status: string }>)[] = [
  (session) => session.ask("update", { task: "trip", update: "delete node //Day[1]", dryRun: false, ifVersion: 2 }),
  (session) =>
    session.ask("update", { task: "trip", update: "rename node //Day[2] as Rest", dryRun: false, ifVersion: 2 }),
  (session) => session.ask("undo", { task: "trip", ifVersion: 2 }),
  (session) => session.ask("restore", { task: "trip", version: 1, ifVersion: 2 }),
];
const WRITES: readonly ((memory: Memory) => unknown)[] = [
  (memory) => memory.task("trip").commit([{ kind: "setAttribute", node: 6, name: "cost", value: "41" }]),
  (memory) => memory.task("trip").commit([{ kind: "delete", node: 2 }]),
  (memory) => memory.task("trip").revert(2),
  (memory) => memory.task("trip").restore(1),
];

it("law: a write between what was shown and its application refuses it, and no byte changes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...APPLIED),
      fc.option(fc.constantFrom(...WRITES)),
      fc.boolean(),
      async (apply, write, isElsewhere) => {
        const { session, memory, other } = studio();
        memory.task("trip").migrateSchema(null, [{ kind: "setAttribute", node: 1, name: "title", value: "Nara" }]);
        write?.(isElsewhere ? other() : memory);
        const outcome = await apply(session).then(
          ({ status }) => status,
          ({ message }: Error) => message,
        );
        if (write === null) expect(outcome).toBe("applied");
        else expect(outcome).toMatch(/^conflict$|SXP5010|SXP5166/);
        memory.refresh();
        expect(memory.task("trip").versions()).toHaveLength(3);
      },
    ),
    { numRuns: runs(100, 35) },
  );
});
