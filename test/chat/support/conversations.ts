import {
  type ChatEvent,
  Conversation,
  type ConversationOptions,
  type RequestReader,
  type TurnEvents,
} from "@semantic-xpath/chat";
import type { Reading } from "@semantic-xpath/chat/translate";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";

export const NOW = "2026-06-01T09:00:00-04:00";

const TRIP = `<Trip title="Ottawa">
  <Day date="2026-06-01"><Stop name="Museum of Nature" kind="museum"/><Stop name="Zoo" kind="park"/></Day>
  <Day date="2026-06-02"><Stop name="Gallery" kind="museum"/><Stop name="Market" kind="market"/><Stop name="Canal" kind="park"/></Day>
</Trip>`;

/** A memory with one small task. */
export function tripMemory(xml = TRIP): Memory {
  const memory = Memory.create(inMemoryJournal());
  memory.createTask("trip", readXml(xml), { title: "Ottawa" });
  return memory;
}

/** A reading but for what every reading has. */
export type ShortReading = Reading extends infer R ? (R extends Reading ? Omit<R, keyof typeof COMMON> : never) : never;

const COMMON = { confidence: 1, said: "what is wanted", parts: [] };

export const query = (text: string, isHistory = false): ShortReading => ({ kind: "query", query: text, isHistory });
export const update = (text: string, isDestructive = false): ShortReading => ({
  kind: "update",
  update: text,
  isDestructive,
});
export const history = (action: (Reading & { kind: "history" })["action"]): ShortReading => ({
  kind: "history",
  action,
});

/** A reader that knows what some requests mean: the first reading is clear if it is the only one. */
export function reads(known: Readonly<Record<string, ShortReading | readonly ShortReading[]>>): RequestReader {
  return {
    by: "translator",
    read: async (request) => {
      const found = known[request] ?? [];
      const all = (Array.isArray(found) ? found : [found]) as readonly ShortReading[];
      const readings = all.map((reading, i) => ({ ...COMMON, said: `reading ${i + 1}`, ...reading }) as Reading);
      const isClear = readings.length === 1;
      return { request, readings, isClear, question: isClear ? null : "What is meant?", unread: [] };
    },
  };
}

export const conversation = (options: Partial<ConversationOptions> & Pick<ConversationOptions, "memory">) =>
  new Conversation({ now: () => NOW, id: "c", ...options });

/** All events of a turn. */
export async function events(turn: TurnEvents): Promise<readonly ChatEvent[]> {
  const found: ChatEvent[] = [];
  for await (const event of turn) found.push(event);
  return found;
}

/** What a turn came to: its state, what it said, and what it asked. */
export async function outcome(turn: TurnEvents) {
  const all = await events(turn);
  const last = all.at(-1)!;
  const question = all.findLast((event) => event.type === "question");
  const failed = all.find((event) => event.type === "failed");
  return {
    events: all,
    state: last.type === "done" ? last.state : "none",
    text: all.flatMap((event) => (event.type === "text" ? [event.text] : [])).join(""),
    question: question?.type === "question" ? question : null,
    failed: failed?.type === "failed" ? failed.code : null,
    nodes: all.flatMap((event) => (event.type === "retrieved" ? event.nodes.map(({ path }) => path) : [])),
  };
}
