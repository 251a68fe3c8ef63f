import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";
import { treeOf } from "../../../packages/tree/src/index.js";

const scorer = lexicalScorer();
const scoreOf = async (text: string, condition: string) => (await scorer.score([text], condition, {}))[0]!;
/** Words that are weak evidence of "museum" or "restaurant": related, part of it, one letter away, a kind. */
const WEAK: Readonly<Record<string, readonly string[]>> = {
  museum: ["gallery", "exhibition", "musuem", "museumgoer"],
  restaurant: ["bistro", "chef", "restaurnat", "diner"],
};
const FILLERS = "lorem ipsum dolor sit amet".split(" ");
const filler = fc.array(fc.constantFrom(...FILLERS), { maxLength: 30 });
const asked = fc.constantFrom(...Object.keys(WEAK));

describe("law: weak evidence", () => {
  test("stays below one exact match in a text of the same length, however often it is repeated", () =>
    fc.assert(
      fc.asyncProperty(asked, fc.integer({ min: 1, max: 200 }), filler, async (word, times, others) => {
        const weak = Array.from({ length: times }, (_, i) => WEAK[word]![i % WEAK[word]!.length]!);
        const exact = [word, ...Array.from({ length: times - 1 }, () => "zzz")];
        const [below, above] = [
          [...weak, ...others],
          [...exact, ...others],
        ].map((words) => words.join(" "));
        expect(await scoreOf(below!, word)).toBeLessThan(await scoreOf(above!, word));
      }),
    ));

  test("adds to an exact match less than a second one does", () =>
    fc.assert(
      fc.asyncProperty(asked, fc.integer({ min: 1, max: 200 }), filler, async (word, times, others) => {
        const weak = Array.from({ length: times }, (_, i) => WEAK[word]![i % WEAK[word]!.length]!);
        const exact = [word, ...Array.from({ length: times - 1 }, () => "zzz")];
        const [once, twice] = [
          [word, ...weak, ...others],
          [word, ...exact, ...others],
        ].map((words) => words.join(" "));
        expect(await scoreOf(once!, word)).toBeLessThanOrEqual(await scoreOf(twice!, word));
      }),
    ));

  test("in a long text does not lift it above the bare word", async () => {
    const long = `museum ${"gallery exhibition art sculpture ".repeat(750)}`;
    expect(await scoreOf(long, "museum")).toBeLessThan(await scoreOf("a museum", "museum"));
  });
});

describe("several words", () => {
  test.each([
    ["post office", "finance office"],
    ["post office", "office office office"],
    ["post office", "the last post"],
    ["art museum", "a museum of trains"],
  ])("%j by %j: one word of two is below 0.6", async (condition, text) => {
    const score = await scoreOf(text, condition);
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThan(0.6);
  });

  test("a text with all words is before one with half of them, also where it is longer", async () => {
    const all = `A restaurant by the river, with seafood and ${"many words of other things that are there ".repeat(3)}`;
    expect(await scoreOf(all, "seafood restaurant")).toBeGreaterThan(
      await scoreOf("A restaurant", "seafood restaurant"),
    );
  });

  test("a long condition finds a text with its telling words", async () => {
    const condition =
      "I would like to find a quiet place near the river where we can sit with the children and have a good lunch without spending too much";
    const telling = await scoreOf("Quiet place by the river; the children can have lunch", condition);
    for (const text of ["A quiet river", "I would like to have much too much", "We can sit and find a place"])
      expect(telling).toBeGreaterThan(await scoreOf(text, condition));
  });
});

test("sessions are as long as sessions are", async () => {
  const tree = treeOf({
    type: "Talk",
    children: Array.from({ length: 20 }, (_, i) => ({
      type: "Session",
      children: Array.from({ length: 40 }, (_, j) => ({ type: "Turn", text: `turn w${i}x${j} about something` })),
    })),
  });
  const bound = scorer.forTree(tree);
  const session = (words: string, length: number) =>
    `Session\n${Array(length).fill("Turn about something").join("\n")}\n${words}`;
  const score = async (text: string, condition: string) => (await bound.score([text], condition, {}))[0]!;
  expect(await score(session("kiln", 40), "kiln")).toBeGreaterThan(0.8);
  expect(await score(session("kiln", 80), "kiln")).toBeLessThan(await score(session("kiln", 40), "kiln"));
});
