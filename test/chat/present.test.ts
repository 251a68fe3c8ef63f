import { present, spoken } from "@semantic-xpath/chat/present";
import { translate } from "@semantic-xpath/chat/translate";
import { expect, it } from "vitest";
import { conversation, events, outcome, query, reads, tripMemory, update } from "./support/conversations.js";

const known = reads({
  days: query("count(/Trip/Day)"),
  wipe: update("delete node /Trip/Day[1]", true),
  rename: update('replace value of node /Trip/@title with "Kyoto"'),
});

it("every event of a conversation is blocks with words, and what is asked is spoken", async () => {
  const at = conversation({ memory: tripMemory(), translator: known });
  const all = [];
  for (const said of ["days", "wipe", "yes", "rename", "nonsense"]) all.push(...(await events(at.send(said))));
  const blocks = all.flatMap((event) => present(event).map((block) => ({ event, block })));
  for (const { block } of blocks) expect(block.text.trim()).not.toBe("");
  const asked = blocks.filter(({ event }) => event.type === "question");
  expect(asked.length).toBeGreaterThan(0);
  for (const { block } of asked) expect(spoken(block)).toContain(block.text);
});

it("a deletion is asked about as a person would ask", async () => {
  const at = conversation({ memory: tripMemory(), translator: known });
  const { events: happened } = await outcome(at.send("wipe"));
  const texts = happened.flatMap((event) => (event.type === "question" ? [event.question] : []));
  expect(texts).toEqual(["This deletes an item. Continue?"]);
});

it("a count is said with its noun", async () => {
  const at = conversation({ memory: tripMemory(), translator: { by: "translator", read: translate } });
  expect((await outcome(at.send("how many days are there?"))).text).toMatch(/^\d+ Days?\.$/);
});
