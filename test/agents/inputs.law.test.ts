import { MemorySession } from "@semantic-xpath/agents";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import fc from "fast-check";
import { expect, it } from "vitest";
import { nodeJson, operationsJson } from "../runtime/update/operationsJson.js";
import { anyCharacter } from "../support/characters.js";
import { runs } from "../support/runs.js";
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

const text = fc.oneof(
  fc.constantFrom("trip", "main", "//POI", "/*", "<POI/>", "<POI", "delete node //Day[1]", "json", "1", "#1", "@-1"),
  fc.constantFrom("__proto__", "constructor", "toString", "", "\0", "\ud800", "\u001b[2J", "a".repeat(3000)),
  fc.string({ unit: anyCharacter }),
);
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(1, 2, 3, 0, -1, 99, 2 ** 53, 1.5, true, false, null) },
  { weight: 2, arbitrary: operationsJson },
  { weight: 2, arbitrary: nodeJson },
  { weight: 1, arbitrary: fc.dictionary(text, fc.oneof(text, fc.double(), fc.boolean()), { maxKeys: 2 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
/** What a member that every call of a tool needs is more often than not. */
const USUAL: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  task: fc.constant("trip"),
  query: fc.oneof(fc.constantFrom("//POI", '//Day[node =~ "zoo"]', "count(//*)"), text),
  operations: operationsJson,
  content: fc.oneof(fc.constant("<POI/>"), nodeJson),
  target: fc.constantFrom<unknown>(1, 2, "//Day[1]"),
  name: text,
};

const { session: any } = opened();
/** A call of any tool, its input with members that the tool knows: JSON, as it comes from a client. */
const call = fc.constantFrom(...any.tools).chain((tool) => {
  const members = Object.keys(tool.input.shape).map((name) => [name, fc.oneof(USUAL[name] ?? value, value)] as const);
  const input = fc.oneof(
    { weight: 9, arbitrary: fc.record(Object.fromEntries(members), { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  return fc.tuple(
    fc.constant(tool.name),
    input.map((each): unknown => JSON.parse(JSON.stringify(each))),
  );
});

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
