import { openConversation, rulesFormation } from "@semantic-xpath/conversation";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { expect, it } from "vitest";
import { judged, writtenDialogue } from "./support/dialogues.js";

/** Shares of the questions about dialogues: right with nothing wrong beside it, and wrong items a question. */
async function answered(names: readonly string[]) {
  let [questions, right, wrong] = [0, 0, 0];
  for (const name of names) {
    const { sessions, questions: asked } = writtenDialogue(name);
    const talk = openConversation(Memory.create(inMemoryJournal()), { formation: rulesFormation() });
    await talk.add(sessions);
    for (const each of asked) {
      const { isRight, wrong: errors } = judged(talk, each);
      questions++;
      wrong += errors;
      if (isRight) right++;
    }
  }
  return { questions, right: right / questions, wrong: wrong / questions };
}

/** Topics that no table names: the rules were tuned on these, so this is no measure of other talk. */
const READ = ["bees", "boat", "dialysis", "allotment", "bikes", "theatre", "stars"];
/** Answers of the rules about these were never read; before the rules were tuned on the others these had .49 right and .21 wrong. */
const UNREAD = ["choir", "pottery"];

it("rules answer questions about talk that they were tuned on", async () => {
  const { questions, right, wrong } = await answered(READ);
  expect(questions).toBe(146);
  expect(right).toBeGreaterThanOrEqual(0.78);
  expect(wrong).toBeLessThanOrEqual(0.06);
});

it("and about two dialogues that were written before the rules were made more general, and read", async () => {
  const { questions, right, wrong } = await answered(["caravan", "flatshare"]);
  expect(questions).toBe(42);
  expect(right).toBeGreaterThanOrEqual(0.57);
  expect(wrong).toBeLessThanOrEqual(0.12);
});

it("and about talk of which no answer was read", async () => {
  const { questions, right, wrong } = await answered(UNREAD);
  expect(questions).toBe(43);
  expect(right).toBeGreaterThanOrEqual(0.6);
  expect(wrong).toBeLessThanOrEqual(0.17);
});

// Rules fail here: a child is only named in an answer, and nearly all that is told is about children.
it("and about a newborn, of which no answer was read", async () => {
  const { questions, right, wrong } = await answered(["newborn"]);
  expect(questions).toBe(21);
  expect(right).toBeGreaterThanOrEqual(0.14);
  expect(wrong).toBeLessThanOrEqual(0.15);
});
