import { rulesFormation } from "@semantic-xpath/conversation";
import { expect, it } from "vitest";
import { answered, writtenDialogue } from "./support/dialogues.js";

const byRules = (names: readonly string[]) => answered(names.map(writtenDialogue), () => rulesFormation());

/** Topics that no table names: the rules were tuned on these, so this is no measure of other talk. */
const READ = ["bees", "boat", "dialysis", "allotment", "bikes", "theatre", "stars"];
/** Answers of the rules about these were never read; some misses of a model about them, and about the market, were, when recall by turns was written. */
const UNREAD = ["choir", "pottery"];

it("rules answer questions about talk that they were tuned on", async () => {
  const { questions, right, wrong } = await byRules(READ);
  expect(questions).toBe(146);
  expect(right).toBeGreaterThanOrEqual(0.85);
  expect(wrong).toBeLessThanOrEqual(0.035);
});

it("and about two dialogues that were written before the rules were made more general, and read", async () => {
  const { questions, right, wrong } = await byRules(["caravan", "flatshare"]);
  expect(questions).toBe(42);
  expect(right).toBeGreaterThanOrEqual(0.71);
  expect(wrong).toBeLessThanOrEqual(0.05);
});

it("and about talk of which no answer was read", async () => {
  const { questions, right, wrong } = await byRules(UNREAD);
  expect(questions).toBe(43);
  expect(right).toBeGreaterThanOrEqual(0.62);
  expect(wrong).toBeLessThanOrEqual(0.1);
});

/** Written before rules were deleted and made more general; answers about the first three were read then, of the fourth totals alone. */
it("and about three dialogues that were read after they were written", async () => {
  const { questions, right, wrong } = await byRules(["kennel", "renovation", "rehab"]);
  expect(questions).toBe(52);
  expect(right).toBeGreaterThanOrEqual(0.75);
  expect(wrong).toBeLessThanOrEqual(0.04);
});

it("and about a market, of which no answer was read", async () => {
  const { questions, right, wrong } = await byRules(["market"]);
  expect(questions).toBe(19);
  expect(right).toBeGreaterThanOrEqual(0.57);
  expect(wrong).toBeLessThanOrEqual(0.22);
});

it("and about a newborn, of which no answer was read", async () => {
  const { questions, right, wrong } = await byRules(["newborn"]);
  expect(questions).toBe(21);
  expect(right).toBeGreaterThanOrEqual(0.57);
  expect(wrong).toBe(0);
});

/** Written by another one who asks in other words than the turns have; no answer was read. Before recall ranked turns .198 were right, .115 wrong. */
it("and about six dialogues whose questions have other words", async () => {
  const { questions, right, wrong } = await byRules([
    "canteen",
    "detecting",
    "driving",
    "haulage",
    "launderette",
    "vera",
  ]);
  expect(questions).toBe(131);
  expect(right).toBeGreaterThanOrEqual(0.3);
  expect(wrong).toBeLessThanOrEqual(0.1);
});
