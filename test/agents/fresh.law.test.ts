import { MemorySession } from "@semantic-xpath/agents";
import { translate } from "@semantic-xpath/chat/translate";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { TRIP, TRIP_SCHEMA } from "./support/trip.js";

/** A session that has lived answers as one that begins now on the same store: nothing that it keeps is older than that. */

const now = (): Date => new Date(Date.UTC(2026, 10, 22));
type Call = readonly [tool: string, input: object];

const READS: readonly Call[] = [
  ["query", { query: '//POI[node =~ "zoo cafe"]' }],
  ["query", { query: "count(//*)" }],
  ["query", { query: "/Memory/Task/Version/@number", history: true }],
  ["ask", { request: "how many POIs are there?" }],
  ["ask", { request: "what is on day 1?" }],
  ["schema", {}],
  ["schema", { format: "json" }],
  ["show", {}],
  ["explain", { query: "//POI[@cost > 5]" }],
  ["why_not", { query: "//POI[@cost > 20]", node: 3 }],
  ["tasks", {}],
  ["history", {}],
  ["diff", { from: 1 }],
];
const WRITES: readonly Call[] = [
  ["insert", { content: '<POI name="Cafe" cost="7"/>', target: 2 }],
  ["update", { update: 'replace value of node //POI[1]/@cost with "30"' }],
  ["delete", { targets: ["//Day[2]/POI[1]"] }],
  ["revert", { version: -1 }],
  ["revert", { version: 1, mode: "restore" }],
];

const message = (id: string, text: string, time = "2026-01-12") => ({ id, speaker: "Ivo", text, time });
const TALK_READS: readonly Call[] = [
  ["recall", { question: "Where does Ivo live now?" }],
  ["recall", { question: "Where did Ivo live before?" }],
  ["recall", { question: "Where does Ivo live now?", whyNot: "Tartu" }],
  ["recall", { question: "What did Ivo buy?", validAt: "all" }],
  ["tasks", {}],
  ["history", {}],
  ["query", { query: "count(//*)" }],
];
const TALK_WRITES: readonly Call[] = [
  ["remember_messages", { session: "s1", messages: [message("1", "I live in Tartu.")] }],
  ["remember_messages", { session: "s2", messages: [message("1", "I moved to Narva.", "2026-02-16")] }],
  ["remember_messages", { session: "s1", messages: [message("2", "I bought a yacht.")] }],
  ["revert", { version: -1 }],
];

function opened(isForConversations: boolean) {
  const journal = inMemoryJournal();
  const memory = Memory.create(journal, { now });
  if (!isForConversations) memory.createTask("trip", readXml(TRIP), { schema: TRIP_SCHEMA! });
  const limits = { callsPerMinute: 1e9, writesPerMinute: 1e9 };
  const session = (of = Memory.open(journal, { now })) =>
    new MemorySession({ memory: of, grant: { rights: "write" }, mayDelete: true, isForConversations, limits, now });
  return { session, lived: [session(memory), session()] };
}

it.each([
  ["of nodes", false, READS, WRITES],
  ["of conversations", true, TALK_READS, TALK_WRITES],
] as const)(
  "law: tools %s answer as in a session that begins now, whoever has written",
  async (_, isTalk, reads, writes) => {
    const step = fc.record({
      by: fc.nat({ max: 1 }),
      write: fc.constantFrom(...writes),
      read: fc.constantFrom(...reads),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), async (steps) => {
        const { session, lived } = opened(isTalk);
        for (const { by, write, read } of steps) {
          await lived[by]!.call(...write);
          for (const each of lived) {
            const [mine, fresh] = [await each.call(...read), await session().call(...read)];
            expect(mine).toEqual(fresh);
          }
        }
      }),
      { numRuns: runs(200, isTalk ? 4 : 6) },
    );
  },
);

/** Requests for queries, for versions, and for changes. */
const REQUESTS = [
  ...["how many POIs are there?", "what is on day 1?", "the cheapest POI", "museums", "which POI is that?"],
  ...["what was on day 1 before?", "what was on day 2 in version 1?", "what changed?", "delete the zoo", "hello"],
];

it.each(REQUESTS)("ask reads %j as the translator does, and answers as its query does", async (request) => {
  const { lived } = opened(false);
  const at = lived[0]!;
  await at.call("update", { update: 'replace value of node //POI[1]/@cost with "30"' });
  const view = at.scope.view("trip");
  const { readings, isClear, question } = await translate(request, {
    ...{ tree: view.tree, schema: view.schema, scorer: at.scorer, now: now().toISOString() },
  });
  const answer = await at.call("ask", { request });
  if (!answer.ok) throw new Error(answer.failure.message);
  const ofNow = readings.filter((one) => one.kind === "query" && !one.isHistory && one.version === undefined);
  const [first] = readings;
  if (isClear && first?.kind === "query" && first === ofNow[0]) {
    const { ok, output } = (await at.call("query", { query: first.query })) as { ok: boolean; output: object };
    expect([ok, answer.output]).toEqual([true, { by: "reader", query: first.query, said: first.said, ...output }]);
    return;
  }
  expect(answer.output.query).toBeUndefined();
  const choices = (answer.output.readings ?? []) as readonly { readonly query: string }[];
  expect(choices.map(({ query }) => query)).toEqual(ofNow.map((one) => (one.kind === "query" ? one.query : "")));
  if (question !== null) expect(answer.output.question).toBe(question);
});
