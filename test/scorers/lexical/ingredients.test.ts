import { describe, expect, test } from "vitest";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";

/** Condition, text, and how it matches. */
const PAIRS: readonly [string, string, string][] = [
  ["breakfast", "morning meal", "broader"],
  ["morning meal", "breakfast", "synonym"],
  ["cheap", "affordable", "synonym"],
  ["physician", "the doctor called", "synonym"],
  ["seafood", "grilled salmon", "narrower"],
  ["salmon", "fish", "broader"],
  ["public transport", "take the tram", "narrower"],
  ["morning", "Stop\ntime_block: 9:00 AM - 10:30 AM\nA walk", "time"],
  ["under 30 dollars", "Stop\ncost: CAD 25\nA walk", "money"],
  ["cheap", "Stop\ncost: CAD 5\nA walk", "money"],
  ["weekend", "Day\ndate: 2026-06-13\nA walk", "date"],
  ["in June", "Day\ndate: 2026-06-13\nA walk", "date"],
  ["under 400 calories", "Dish\ncalories: 340\nA soup", "number"],
  ["When did Ana paint?", "I did it yesterday", "time"],
];

describe("each ingredient matches", () => {
  test.each(PAIRS)("%j on %j: %s", (condition, text, how) => {
    const { score, terms } = lexicalScorer().explain(text, condition);
    expect(score).toBeGreaterThan(0);
    expect(terms.map((term) => term.how as string)).toContain(how);
  });
});

/** Condition, the better text, the worse one. */
const ORDER: readonly [string, string, string][] = [
  ["restaurant", "a restaurant", "a bistro"],
  ["restaurant", "a bistro", "a chef"],
  ["food", "a pizza", "a kitchen"],
  ["dinner under $40", "Place\ncost: $35\ndinner", "Place\ncost: $60\ndinner"],
  ["What did Ana paint?", "Ana painted a lake.", "Did Ana paint?"],
  ["What kind of tea does Ana like?", "tea", "kind"],
];

test.each(ORDER)("%j: %j before %j", async (condition, better, worse) => {
  const [first, second] = await lexicalScorer().score([better, worse], condition, {});
  expect(first).toBeGreaterThan(second!);
});

test("a question is evidence for a condition that is none", async () => {
  const [tells, asks] = await lexicalScorer().score(["A lake.", "A lake?"], "lake", {});
  expect(asks).toBe(tells);
});
