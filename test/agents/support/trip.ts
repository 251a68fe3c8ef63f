import { MemorySession, type SessionOptions } from "@semantic-xpath/agents";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { readXml } from "@semantic-xpath/runtime";

export const TRIP = `<Plan title="San Diego">
  <Day index="1"><POI name="Museum of Nature" cost="12"/><POI name="Harbour"/></Day>
  <Day index="2"><POI name="Zoo" cost="40"/></Day>
</Plan>`;

export const { schema: TRIP_SCHEMA } = parseSchema(
  JSON.stringify({
    version: 1,
    roots: ["Plan"],
    types: {
      Plan: { attributes: { title: { type: "string" } }, children: { Day: { min: 1, max: 7 } } },
      Day: { attributes: { index: { type: "number" } }, children: { POI: {}, Break: {} } },
      POI: { attributes: { name: { type: "string" }, cost: { type: "number" } } },
      Break: { attributes: { name: { type: "string" } } },
    },
  }),
);

/** A store with the trip and a list that is somebody else's, on a clock that ticks seconds. */
export function store() {
  let seconds = 0;
  const now = (): Date => new Date(Date.UTC(2026, 10, 22, 12, 0, seconds++));
  const files = inMemoryJournal();
  const memory = Memory.create(files, { now });
  memory.createTask("trip", readXml(TRIP), { title: "San Diego", schema: TRIP_SCHEMA! });
  memory.createTask("zebra", readXml(`<List><Item name="Secret zebra"/></List>`));
  return { memory, now, other: () => Memory.open(files, { now }) };
}

export function session(options: Partial<SessionOptions> = {}) {
  const opened = store();
  return { ...opened, session: new MemorySession({ memory: opened.memory, now: opened.now, ...options }) };
}

/** What a tool gave. Fails if it failed. */
export async function called(at: MemorySession, name: string, input: object = {}): Promise<Record<string, unknown>> {
  const answer = await at.call(name, input);
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return { ...answer.output };
}

/** Why a tool did nothing. */
export async function refused(at: MemorySession, name: string, input: object = {}) {
  const answer = await at.call(name, input);
  if (answer.ok) throw new Error(answer.text);
  return answer.failure;
}
