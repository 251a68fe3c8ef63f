import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";

const scorer = lexicalScorer();
const scoreOf = async (text: string, condition: string) => (await scorer.score([text], condition, {}))[0]!;

/** Condition, a text that it holds for, and one that says the opposite. */
const OPPOSITES: readonly [string, string, string][] = [
  ["not crowded", "never crowded", "always crowded"],
  ["not crowded", "uncrowded", "crowded on Sundays"],
  ["crowded", "always crowded", "not crowded"],
  ["crowded", "crowded", "an uncrowded beach"],
  ["eats meat", "eats meat daily", "never eat meat"],
  ["eats meat", "Ana eats meat", "Ana doesn't eat meat"],
  ["without nuts", "a nut-free cake", "a cake with nuts"],
  ["nut-free", "without any nuts", "nuts"],
  ["no gluten", "free of gluten", "bread with gluten"],
  ["avoid pork", "no pork", "pork and rice"],
  ["meat", "meat", "a meatless day"],
  ["nuts", "Dish\nnuts: yes", "Dish\nnuts: none"],
  ["vegan", "Dish\nvegan: true\nA stew", "Dish\nvegan: false\nA stew"],
  ["without nuts", "Dish\nnuts: no\nA stew", "Dish\nnuts: true\nA stew"],
];

test.each(OPPOSITES)("%j holds for %j and not for %j", async (condition, holds, denies) => {
  expect(await scoreOf(holds, condition)).toBeGreaterThan(0.6);
  expect(await scoreOf(denies, condition)).toBeLessThan(0.15);
});

/** Nothing is denied in these, or something else. */
test.each([
  ["crowded", "not only crowded but loud"],
  ["museum", "I can't wait for the museum"],
  ["museum", "Why not the museum"],
  ["museum", "no doubt, the museum"],
  ["museum", "It was never dull. The museum is open."],
  ["museum", "I don't like it, but the museum is fine"],
  ["chocolate cake", "no nuts in the chocolate cake"],
  ["nuts", "never without nuts"],
])("%j holds for %j", async (condition, text) => expect(await scoreOf(text, condition)).toBeGreaterThan(0.6));

describe("law: denials", () => {
  const denial = fc.constantFrom("not", "never", "isn't", "hardly");
  const adjective = fc.constantFrom("crowded", "quiet", "expensive", "modern");
  const place = fc.constantFrom("the beach", "this museum", "our hotel");

  test("a text that denies what is asked for is below one that has nothing of it, and that below one that affirms it", () =>
    fc.assert(
      fc.asyncProperty(denial, adjective, place, async (no, word, at) => {
        const condition = `${word} ${at}`;
        const [affirms, silent, denies] = [`${at} is ${word}`, `${at} is there`, `${at} is ${no} ${word}`];
        expect(await scoreOf(denies, condition)).toBeLessThan(await scoreOf(silent, condition));
        expect(await scoreOf(silent, condition)).toBeLessThan(await scoreOf(affirms, condition));
      }),
    ));

  test("a condition that denies turns that around", () =>
    fc.assert(
      fc.asyncProperty(denial, adjective, place, async (no, word, at) => {
        const condition = `${at}, not ${word}`;
        const [affirms, silent, denies] = [`${at} is ${word}`, `${at} is there`, `${at} is ${no} ${word}`];
        expect(await scoreOf(affirms, condition)).toBeLessThan(await scoreOf(silent, condition));
        expect(await scoreOf(affirms, condition)).toBeLessThan(await scoreOf(denies, condition));
      }),
    ));
});

test("a question is about its words, whatever is said of them", async () => {
  expect(await scoreOf("No, Ana never eats meat", "Does Ana eat meat?")).toBeGreaterThan(0.4);
});

test("a text without a word is without what the word means", async () => {
  expect(await scoreOf("a cake", "without nuts")).toBe(1);
  expect(await scoreOf("a cake", "cake without nuts")).toBeGreaterThan(
    await scoreOf("a cake with nuts", "cake without nuts"),
  );
});

test("evidence against is shown as such", () => {
  const [term] = scorer.explain("never crowded", "crowded").terms;
  expect(term).toMatchObject({ matched: "crowded", negated: true, inText: { start: 6, end: 13 } });
  expect(term!.gain).toBe(0);
  expect(scorer.explain("never crowded", "not crowded").terms[0]).not.toHaveProperty("negated");
});

test("an attribute without a value is no evidence, by name or value", async () => {
  for (const value of ["", "n/a", "null", "unknown"]) {
    expect(await scoreOf(`Dish\nauthor: ${value}\nA stew`, "author")).toBe(0);
    expect(await scoreOf(`Dish\nauthor: ${value}\nA stew`, value === "" ? "author" : value)).toBe(0);
  }
  expect(await scoreOf("Room\nbeds: 0\nA room", "beds")).toBe(0);
});

test.each([
  ["quickest", "quick"],
  ["quick", "the quickest way"],
  ["cheap", "cheaper"],
  ["bigger", "the biggest"],
  ["fishy", "fish"],
  ["rain", "a rainy day"],
  ["restarant", "restaurant"],
])("%j is evidenced by %j", async (condition, text) => expect(await scoreOf(text, condition)).toBeGreaterThan(0.2));
test.each([
  ["flow", "flower"],
  ["corn", "corner"],
  ["for", "forest"],
])("%j is not evidenced by %j", async (condition, text) => expect(await scoreOf(text, condition)).toBe(0));
