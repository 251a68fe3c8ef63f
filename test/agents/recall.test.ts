import { tokensOf } from "@semantic-xpath/agents";
import { describe, expect, it } from "vitest";
import { connect } from "./support/connect.js";
import { session } from "./support/trip.js";

const MESSAGES = [
  { id: "1", speaker: "Ivo", text: "I live in Tartu.", time: "2026-01-12" },
  { id: "2", speaker: "Noor", text: "I heard that you bought a yacht.", time: "2026-01-12" },
];

async function client(grant: object = { rights: "write" }) {
  const opened = session({ grant, isForConversations: true });
  return { ...opened, at: await connect(opened.session, "2026 stream") };
}

describe("facts of conversations over MCP", () => {
  it("says why it answers nothing, and refuses a day that is none", async () => {
    const { at } = await client();
    await at.call("remember_messages", { session: "s1", messages: MESSAGES });
    const recalled = async (args: object) => (await at.call("recall", args as never)).structuredContent;
    const asked = { question: "Where does Ivo live?" };
    expect(await recalled({ question: "Where does Bruno live?" })).toMatchObject({
      items: [],
      note: "nothing is known of Bruno",
    });
    expect(await recalled({ ...asked, tokens: 1 })).toMatchObject({ items: [], leftOut: [{ fact: "s1/1#1" }] });
    expect(await recalled(asked)).toMatchObject({ items: [{ sources: ["s1/1"] }] });
    expect((await at.call("recall", { ...asked, validAt: "long ago" } as never)).isError).toBe(true);
  });

  it("remembers messages once, and answers what holds and what it hid", { tags: "slow" }, async () => {
    const { at } = await client();
    const first = await at.call("remember_messages", { session: "s1", messages: MESSAGES });
    expect(first.structuredContent).toMatchObject({
      task: "conversation",
      turns: 2,
      count: 1,
      facts: [{ fact: "s1/1#1" }],
      notKept: [{ reason: "hearsay", count: 1 }],
    });
    const again = await at.call("remember_messages", { session: "s1", messages: MESSAGES });
    expect(again.structuredContent).toMatchObject({ turns: 0 });
    const moved = { id: "1", speaker: "Ivo", text: "I moved to Narva.", time: "2026-02-16" };
    await at.call("remember_messages", { session: "s2", messages: [moved] });
    const { structuredContent } = await at.call("recall", { question: "Where does Ivo live now?", whyNot: "Tartu" });
    expect(structuredContent).toMatchObject({
      items: [{ fact: "s2/1#1", replaced: ["s1/1#1"] }],
      hidden: [{ fact: "s1/1#1", reason: "superseded", by: "s2/1#1" }],
      whyNot: [{ fact: "s1/1#1", by: "s2/1#1" }],
    });
    const before = await at.call("recall", { question: "Where did Ivo live before?" });
    expect(before.structuredContent).toMatchObject({ items: [{ fact: "s1/1#1" }] });
  });

  it("makes the ids of messages that have none, so that a message counts once however often it is sent", async () => {
    const { at } = await client();
    const remember = async (session: string, messages: readonly object[]) =>
      (await at.call("remember_messages", { session, messages } as never)).structuredContent;
    const messages = MESSAGES.map(({ id: _, ...message }) => message);
    const [first, second] = messages;
    expect(await remember("s1", messages)).toMatchObject({ turns: 2, count: 1 });
    expect(await remember("s1", messages)).toMatchObject({ turns: 0 });
    expect(await remember("s1", [second!, { ...first, text: "I live in Narva." }])).toMatchObject({ turns: 1 });
    expect(await remember("s1", [{ ...first, time: "2026-01-13" }])).toMatchObject({ turns: 1 });
    expect(await remember("s2", messages)).toMatchObject({ turns: 2 });
    const { items } = (await at.call("recall", { question: "Where does Ivo live?" })).structuredContent as {
      items: { sources: string[] }[];
    };
    expect(items[0]!.sources[0]).toMatch(/^s\d\/[\w-]{16}m$/);
  });

  it("keeps each of the same words of one call", async () => {
    const { at } = await client();
    const yes = { speaker: "Ivo", text: "Yes." };
    const remembered = await at.call("remember_messages", { session: "s1", messages: [yes, yes] } as never);
    expect(remembered.structuredContent).toMatchObject({ turns: 2 });
  });

  it("refuses a task of something else, and sessions that may only read", async () => {
    const { at } = await client();
    const wrong = await at.call("recall", { question: "Where does Ivo live?", task: "trip" });
    expect(JSON.parse(wrong.content[0]!.text!)).toMatchObject({ code: "SXP5064" });
    const reading = await client({ rights: "read" });
    const refused = await reading.session.call("remember_messages", { session: "s1", messages: MESSAGES });
    expect(refused).toMatchObject({ ok: false, failure: { code: "SXP5061" } });
  });

  it("shows nothing of a task that may not be seen", async () => {
    const { at, memory } = await client();
    await at.call("remember_messages", { session: "s1", messages: MESSAGES });
    const { session: narrow } = session({ memory, grant: { tasks: ["trip"] }, isForConversations: true });
    const answer = await narrow.call("recall", { question: "Where does Ivo live?", task: "conversation" });
    expect(answer).toMatchObject({ ok: false, failure: { code: "SXP5012" } });
    expect(JSON.stringify(answer)).not.toContain("Tartu");
  });
});

it("takes the place of the tools that write nodes, within their budget of tokens", async () => {
  const { at } = await client();
  const { tools } = await at.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["query", "recall", "remember_messages", "revert"]));
  expect(names).not.toContain("insert");
  expect(tokensOf(JSON.stringify(tools))).toBeLessThanOrEqual(3000);
});
