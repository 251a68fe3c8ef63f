import { openConversation } from "@semantic-xpath/conversation";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { describe, expect, it } from "vitest";
import { conversation, outcome } from "./support/conversations.js";

const NOW = "2026-04-01T09:00:00+00:00";

/** A memory of what two people said. */
async function talkMemory(): Promise<Memory> {
  const memory = Memory.create(inMemoryJournal());
  const session = (id: string, date: string, ...lines: readonly [speaker: string, text: string][]) => ({
    id,
    date,
    turns: lines.map(([speaker, text], i) => ({ id: `${i + 1}`, speaker, text })),
  });
  const talk = openConversation(memory);
  await talk.add([session("s1", "2026-01-05", ["Ilse", "I live in Graz."], ["Omar", "My barber is Selim."])]);
  await talk.add([
    session(
      "s2",
      "2026-02-05",
      ["Ilse", "I moved to Linz last week."],
      ["Omar", "My sister Huda works for a printer."],
    ),
  ]);
  return memory;
}

const chatOf = async (author?: string) => {
  const memory = await talkMemory();
  return { memory, chat: conversation({ memory, now: () => NOW, ...(author !== undefined && { author }) }) };
};

describe("a chat with a memory of conversations", () => {
  it("answers what holds, why it says so and what it hid, from nodes that views can show", async () => {
    const { chat } = await chatOf();
    const { text, nodes, state } = await outcome(chat.send("where does Ilse live now?"));
    expect(state).toBe("answered");
    expect(text).toContain("moved to Linz");
    expect(text).toContain("ilse · home, in place of s1/1#1");
    expect(text).toContain("hid s1/1#1: I live in Graz");
    expect(nodes).toEqual(["/Memory/Session[2]/Episode/Turn[1]/Fact"]);
  });

  it("understands whom a pronoun means, and a question that leaves its topic out", async () => {
    const { chat } = await chatOf();
    await outcome(chat.send("where does Ilse live now?"));
    expect((await outcome(chat.send("where did she live before?"))).text).toMatch(/^Ilse: I live in Graz/);
    await outcome(chat.send("who is Omar's barber?"));
    expect((await outcome(chat.send("where does his sister work?"))).text).toMatch(/^Omar: My sister Huda/);
    await outcome(chat.send("where does Ilse live?"));
    expect((await outcome(chat.send("and before that?"))).text).toMatch(/^Ilse: I live in Graz/);
  });

  it("remembers what a person says, as a version that can be undone", async () => {
    const { chat, memory } = await chatOf("Omar");
    const told = await outcome(chat.send("remember that my barber is Dario now"));
    expect(told.state).toBe("changed");
    expect(told.text).toBe('Remembered: Omar, barber: Dario, in place of "My barber is Selim".');
    expect((await outcome(chat.send("who is my barber?"))).text).toMatch(/^Omar: my barber is Dario now/i);
    expect(memory.task("conversation").head().provenance).toMatchObject({ author: "Omar", turn: "c.1" });
    await outcome(chat.send("undo that"));
    expect((await outcome(chat.send("who is my barber?"))).text).toMatch(/^Omar: My barber is Selim/);
  });

  it("takes a person's word about another participant", async () => {
    const { chat } = await chatOf("Omar");
    await outcome(chat.send("please remember that Ilse lives in Wels"));
    expect((await outcome(chat.send("where does Ilse live?"))).text).toContain("Ilse lives in Wels");
  });

  it("forgets only what a person has agreed to, by its slot or by its value", async () => {
    const { chat } = await chatOf();
    const asked = await outcome(chat.send("forget that Ilse lived in Graz"));
    expect(asked.question?.question).toBe('Forget "I live in Graz"?');
    expect((await outcome(chat.send("no"))).text).toBe("Nothing was changed.");
    expect((await outcome(chat.send("where did Ilse live before?"))).text).toContain("Graz");
    await outcome(chat.send("forget Omar's barber"));
    expect((await outcome(chat.send("yes"))).state).toBe("changed");
    expect((await outcome(chat.send("who is Omar's barber?"))).text).not.toContain("Selim");
  });

  it("asks who I is, and what to forget, instead of guessing", async () => {
    const { chat } = await chatOf();
    expect((await outcome(chat.send("who is my barber?"))).question?.question).toMatch(/Ilse, Omar talk here/);
    expect((await outcome(chat.send("remember that I like rye"))).question?.question).toMatch(/Who is "I"/);
    expect((await outcome(chat.send("forget it"))).question?.question).toMatch(/No fact is about "it"/);
  });

  it("shows turns where no fact answers, and says so", async () => {
    const { chat } = await chatOf();
    const { events: all, nodes } = await outcome(chat.send("what did Omar say about a printer?"));
    expect(all.find(({ type }) => type === "read")).toMatchObject({ chosen: 0 });
    expect(nodes[0]).toContain("/Turn[2]");
  });

  it("leaves what is about the memory itself to the other reader", async () => {
    const { chat } = await chatOf();
    expect((await outcome(chat.send("how many sessions are there?"))).text).toBe("2 Sessions.");
    expect((await outcome(chat.send("what changed?"))).text).toMatch(/^From version/);
  });
});
