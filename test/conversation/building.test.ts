import {
  type AnnotatedFact,
  annotatedFormation,
  CONVERSATION_SCHEMA,
  openConversation,
  type SessionInput,
} from "@semantic-xpath/conversation";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { validate } from "@semantic-xpath/readers";
import { query } from "@semantic-xpath/runtime";
import { nodeData } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const TALK: readonly SessionInput[] = [
  {
    id: "S1",
    date: "2026-01-05",
    turns: [
      { id: "1", speaker: "Ana", text: "I live in Porto." },
      { id: "2", speaker: "Ben", text: "Nice.  I moved to Riga." },
      { id: "3", speaker: "Ana", text: "My brother Tom works at the harbour." },
      { id: "4", speaker: "Ben", text: "Cool." },
    ],
  },
  {
    id: "S2",
    date: "2026-02-05",
    turns: [
      { id: "5", speaker: "Ana", text: "We moved to Lyon." },
      { id: "6", speaker: "Ana", text: "My brother quit." },
      { id: "7", speaker: "Ben", text: "Riga is still home." },
      { id: "8", speaker: "Ana", text: "Actually it was Faro before, not Porto." },
    ],
  },
];
const FACTS: readonly AnnotatedFact[] = [
  { source: "1", subject: "Ana", slot: "home town", value: "Porto" },
  { source: "2", subject: "Ben", slot: "home town", value: "Riga" },
  { source: "3", subject: "Ana's brother Tom", slot: "job", value: "harbour" },
  { source: "5", subject: "Ana", slot: "home town", value: "Lyon" },
  { source: "6", subject: "Ana's brother", slot: "job", value: "", op: "end" },
  { source: "7", subject: "Ben", slot: "home town", value: "Riga" },
];

const fresh = () => {
  const memory = Memory.create(inMemoryJournal());
  return { memory, open: () => openConversation(memory, { formation: annotatedFormation(FACTS, { batch: 2 }) }) };
};
const treeIn = (memory: Memory) => nodeData(memory.task("conversation").head().tree(), 1);

async function whole() {
  const { memory, open } = fresh();
  const talk = open();
  await talk.add(TALK);
  return { memory, talk };
}

describe("building a memory of conversations", () => {
  it("settles slots: supersedes, ends, confirms", async () => {
    const { talk } = await whole();
    const status = (id: string) => talk.state.fact(id);
    expect(status("S1/1#1")).toMatchObject({
      status: "closed",
      how: "superseded",
      supersededBy: "S2/5#1",
      validTo: "2026-02-05",
    });
    expect(status("S2/5#1")).toMatchObject({ status: "current", validTo: null });
    expect(talk.state.factOf("S2/7#1")?.statement.id).toBe("S1/2#1");
    expect(status("S1/3#1")).toMatchObject({
      subject: "ana/brother-tom",
      status: "closed",
      how: "ended",
      supersededBy: "S2/6#1",
    });
  });

  it("writes a tree that fits its schema", async () => {
    const { memory } = await whole();
    const { schema } = memory.task("conversation");
    expect(validate(memory.task("conversation").head().tree(), schema!)).toEqual([]);
  });

  it("answers plain queries about what holds", async () => {
    const { memory } = await whole();
    const text = '//Fact[@subject = "ana"][not(@supersededBy)]';
    const matches = await query(memory.task("conversation").head().tree(), text, { schema: CONVERSATION_SCHEMA });
    expect(matches.map(({ node }) => node.attribute("value"))).toEqual(["Lyon"]);
  });

  it("gives the same tree for batches, restarts and orders of arrival inside a session", async () => {
    const expected = treeIn((await whole()).memory);
    const arrival = fc.tuple(
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(arrival, async ([first, second, restarts]) => {
        const { memory, open } = fresh();
        let talk = open();
        for (const [s, order] of [first, second].entries()) {
          for (const [i, place] of order.entries()) {
            if (restarts[s * 4 + i]) talk = open();
            await talk.add([{ ...TALK[s]!, turns: [TALK[s]!.turns[place]!] }]);
          }
        }
        expect(treeIn(memory)).toEqual(expected);
      }),
      { numRuns: 5 },
    );
  });

  it("adds nothing the second time", async () => {
    const { memory, talk } = await whole();
    const before = memory.task("conversation").head().number;
    expect(await talk.add(TALK)).toEqual({ turns: 0, episodes: 0, facts: 0, failed: [] });
    expect(memory.task("conversation").head().number).toBe(before);
  });

  it("lets people's corrections win, after a restart too", async () => {
    const { memory, talk } = await whole();
    await talk.correct("S2/5#1", "Nice");
    await talk.forget("S1/2#1");
    const again = openConversation(memory, { formation: annotatedFormation(FACTS, { batch: 2 }) });
    for (const each of [talk, again]) {
      expect(each.state.fact("S2/5#1")).toMatchObject({ statement: { draft: { value: "Nice" } }, status: "current" });
      expect(each.state.fact("S1/2#1")?.status).toBe("forgotten");
      expect(each.state.fact("S1/1#1")?.how).toBe("superseded");
    }
  });

  it("merges two names of a slot", async () => {
    const facts: AnnotatedFact[] = [
      { source: "1", subject: "Ana", slot: "home town", value: "Porto" },
      { source: "5", subject: "Ana", slot: "residence", value: "Lyon" },
    ];
    const memory = Memory.create(inMemoryJournal());
    const talk = openConversation(memory, { formation: annotatedFormation(facts) });
    await talk.add(TALK);
    expect(talk.state.fact("S1/1#1")?.status).toBe("current");
    await talk.merge("ana#residence", "ana#home-town");
    expect(talk.state.fact("S1/1#1")).toMatchObject({ status: "closed", supersededBy: "S2/5#1" });
  });

  it("merges two people, also in what is told later, and reads it again", async () => {
    const facts: AnnotatedFact[] = [
      { source: "1", subject: "Ana's brother", slot: "home", value: "Porto" },
      { source: "5", subject: "Ana's friend Tom", slot: "home", value: "Lyon" },
    ];
    const memory = Memory.create(inMemoryJournal());
    const talk = openConversation(memory, { formation: annotatedFormation(facts) });
    await talk.add(TALK);
    await talk.merge("ana/friend-tom", "ana/brother");
    for (const each of [talk, openConversation(memory, { formation: annotatedFormation(facts) })]) {
      expect(each.state.fact("S1/1#1")).toMatchObject({ subject: "ana/brother", supersededBy: "S2/5#1" });
      expect(each.recall("Where does Tom live?").items.map(({ sources }) => sources)).toEqual([["5"]]);
      expect(each.state.hasSubject("ana/friend-tom")).toBe(false);
    }
    await expect(talk.merge("ana/nobody", "ana/brother")).rejects.toThrow('There is no subject "ana/nobody"');
  });
});
