import { openConversation, rulesFormation } from "@semantic-xpath/conversation";
import { lifecycleSuite, type Words } from "@semantic-xpath/eval";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { expect, it } from "vitest";
import { CLOSED } from "./topics/closed.js";
import { OPEN } from "./topics/open.js";

/** Shares of the questions of a generated suite on some topics: right with nothing wrong beside it, and wrong items a question. */
async function answered(words: Words) {
  let [questions, right, wrong] = [0, 0, 0];
  for (const { sessions, questions: asked = [] } of lifecycleSuite({ seed: 501, dialogues: 2, words: { words } })
    .dialogues!) {
    const talk = openConversation(Memory.create(inMemoryJournal()), { formation: rulesFormation() });
    await talk.add(sessions);
    for (const { text, asOf, include = [], exclude = [] } of asked) {
      const { items } = talk.recall(text, asOf === undefined ? {} : { askedOn: asOf, validAt: asOf });
      const given = new Set(items.flatMap(({ sources }) => sources));
      const errors = items.filter(({ sources }) => sources.some((turn) => exclude.includes(turn))).length;
      questions++;
      wrong += errors;
      if (errors === 0 && include.every((group) => [group].flat().some((turn) => given.has(turn)))) right++;
    }
  }
  expect(questions).toBe(56);
  return { right: right / questions, wrong: wrong / questions };
}

it("rules answer questions on topics that no table names, of which answers were read", async () => {
  const { right, wrong } = await answered(OPEN);
  expect(right).toBeGreaterThanOrEqual(0.69);
  expect(wrong).toBeLessThanOrEqual(0.09);
});

it("and on topics of which totals alone were looked at", async () => {
  const { right, wrong } = await answered(CLOSED);
  expect(right).toBeGreaterThanOrEqual(0.75);
  expect(wrong).toBeLessThanOrEqual(0.13);
});
