import { MemorySession } from "@semantic-xpath/agents";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { callOf } from "./support/calls.js";
import { TRIP, TRIP_SCHEMA } from "./support/trip.js";

const LIMITS = { callsPerMinute: 1e9, writesPerMinute: 1e9 };

function opened() {
  const files = inMemoryJournal();
  const now = (): Date => new Date(Date.UTC(2026, 0, 1));
  const memory = Memory.create(files, { now });
  const task = memory.createTask("trip", readXml(TRIP), { schema: TRIP_SCHEMA! });
  task.commit([{ kind: "setAttribute", node: 1, name: "title", value: "Nara" }]);
  const faults: unknown[] = [];
  const onFault = (_: string, error: unknown): void => void faults.push(error);
  const session = new MemorySession({
    memory,
    grant: { rights: "write" },
    mayDelete: true,
    limits: LIMITS,
    now,
    onFault,
  });
  return { memory, session, faults, files };
}

const call = callOf(opened().session.tools, "trip");

it("law: every tool answers any input, or says with a code why not; then it has changed nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 3 }), async (calls) => {
      const { memory, session, faults, files } = opened();
      for (const [name, input] of calls) {
        const before = files.head();
        const answer = await session.call(name, input);
        expect(faults).toEqual([]);
        if (answer.ok) {
          expect(JSON.parse(answer.text)).toEqual(JSON.parse(JSON.stringify(answer.output)));
          continue;
        }
        expect(answer.failure.code).toMatch(/^SXP\d{4}$/);
        expect(answer.failure.message).not.toMatch(/\n\s+at |\.ts:\d|\[object/);
        expect(files.head()).toEqual(before);
      }
      const again = Memory.open(files);
      expect(again.tasks().map(({ name }) => name)).toEqual(memory.tasks().map(({ name }) => name));
    }),
    { numRuns: runs(1_000, 50) },
  );
});
