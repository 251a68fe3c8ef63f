import { rulesFormation } from "@semantic-xpath/conversation";
import { lifecycleSuite, type Words } from "@semantic-xpath/eval";
import { expect, it } from "vitest";
import { answered } from "./support/dialogues.js";
import { CLOSED } from "./topics/closed.js";
import { OPEN } from "./topics/open.js";

/** Questions of a generated suite on some topics. */
async function byRules(words: Words) {
  const { dialogues } = lifecycleSuite({ seed: 501, dialogues: 2, words: { words } });
  const { questions, ...shares } = await answered(dialogues!, () => rulesFormation());
  expect(questions).toBe(56);
  return shares;
}

it("rules answer questions on topics that no table names, of which answers were read", async () => {
  const { right, wrong } = await byRules(OPEN);
  expect(right).toBeGreaterThanOrEqual(0.75);
  expect(wrong).toBeLessThanOrEqual(0.09);
});

it("and on topics of which totals alone were looked at", async () => {
  const { right, wrong } = await byRules(CLOSED);
  expect(right).toBeGreaterThanOrEqual(0.875);
  expect(wrong).toBe(0);
});
