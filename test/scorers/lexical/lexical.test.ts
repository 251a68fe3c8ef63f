import { describe, expect, test } from "vitest";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";

const scorer = lexicalScorer();
const scoreOf = async (condition: string, text: string) => (await scorer.score([text], condition, {}))[0]!;

/** Condition, text, and the range in which the score is meaningful. */
const EXAMPLES: readonly [string, string, number, number][] = [
  // Travel
  ["art museum", "POI\nname: Museum of Modern Art\nkind: gallery", 0.89, 1],
  ["art museum", "POI\nname: Coffee Corner\nkind: café", 0, 0],
  ["art museum", "Museum", 0.1, 0.5],
  ["outdoor activity", "POI\nname: High Park\nA green place for outdoor activities", 0.89, 1],
  ["family friendly", "Family-friendly boat tour", 0.89, 1],
  ["restaurant", "a rest", 0, 0],
  ["musuem", "museum", 0.3, 0.7],
  ["opening hours", "POI\nopeningHours: 9 to 5", 0.4, 0.95],
  ["café", "CAFE DU MONDE", 0.89, 1],
  ["博物館", "東京国立博物館", 0.89, 1],
  // To-do
  ["call the dentist", "Item\nid: 7\nCall dentist about the appointment", 0.89, 1],
  ["buy milk", "bought some milk at the store", 0.89, 1],
  ["buy milk", "buy bread", 0.05, 0.5],
  ["urgent", "Item\npriority: low\nWater the plants", 0, 0],
  ["check in", "Checkin at the hotel", 0.8, 1],
  // Meals
  ["sea food", "seafood platter", 0.8, 1],
  ["vegan breakfast", "Meal\nname: Vegan pancakes\nkind: breakfast", 0.89, 1],
  ["vegan breakfast", "Meal\nname: Oatmeal\nkind: breakfast", 0.1, 0.4],
  ["rating 4.5", "rated 4.5", 0.4, 1],
  // Function words alone count; beside others they don't
  ["the who", "The Who", 0.89, 1],
  ["the opera", "the end", 0, 0],
  ["", "anything", 0, 0],
  ["?!", "anything?!", 0, 0],
];

describe("a score means the same for every condition", () => {
  test.each(EXAMPLES)("%j on %j", async (condition, text, least, most) => {
    const score = await scoreOf(condition, text);
    expect(score).toBeGreaterThanOrEqual(least);
    expect(score).toBeLessThanOrEqual(most);
  });
});

/** Condition, the better text, the worse one. */
const ORDER: readonly [string, string, string][] = [
  ["jazz", "POI\nname: Jazz Cellar\nA bar", "POI\nname: Cellar\nA jazz bar"],
  ["jazz", "jazz and more jazz", "jazz and more"],
  ["jazz", "POI\nplace: jazz", "POI\nid: jazz"],
  ["museum", "a museum", `a museum ${"and a long story ".repeat(40)}`],
];

test.each(ORDER)("%j: %j before %j", async (condition, better, worse) => {
  const [first, second] = await scorer.score([better, worse], condition, {});
  expect(first).toBeGreaterThan(second!);
  expect(second).toBeGreaterThan(0);
});

test("options are part of the id, and out of range are refused", () => {
  expect(lexicalScorer({ fields: { name: 2 } }).id).not.toBe(scorer.id);
  expect(lexicalScorer({ thesaurus: "ropeway = gondola" }).id).not.toBe(scorer.id);
  expect(lexicalScorer({ ifNothing: "More words help." }).id).toBe(scorer.id);
  expect(() => lexicalScorer({ fields: { name: -1 } })).toThrow(RangeError);
  expect(() => lexicalScorer({ calibration: { slope: Number.NaN, shift: 0 } })).toThrow(RangeError);
  expect(() => lexicalScorer({ thesaurus: "ropeway: gondola" })).toThrow('A line is "head = word, word"');
});

test("a thesaurus of one's own adds to the one that is there", async () => {
  const own = lexicalScorer({ thesaurus: "# ours\nropeway = gondola" });
  for (const [text, condition] of [
    ["a gondola", "ropeway"],
    ["grilled salmon", "seafood"],
  ] as const)
    expect((await own.score([text], condition, {}))[0]).toBeGreaterThan(0.1);
  expect((await scorer.score(["a gondola"], "ropeway", {}))[0]).toBe(0);
});

test("a calibration moves scores and keeps their order", async () => {
  const texts = ["a quiet park", "a park", "quiet", "nothing"];
  const plain = await scorer.score(texts, "quiet park", {});
  const fitted = await lexicalScorer({ calibration: { slope: 0.5, shift: -1 } }).score(texts, "quiet park", {});
  for (const [i, score] of plain.entries()) {
    const odds = score / (1 - score);
    const expected = score === 0 ? 0 : (odds ** 0.5 * Math.exp(-1)) / (1 + odds ** 0.5 * Math.exp(-1));
    expect(fitted[i]).toBeCloseTo(expected, 5);
  }
});
