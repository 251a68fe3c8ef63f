import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";

const scorer = lexicalScorer();
const scoresOf = (texts: readonly string[], condition: string) => scorer.score(texts, condition, {});

const LENGTHS = [1, 2, 3, 5, 8, 12, 13, 16, 20, 21, 30, 50, 100, 200, 500, 1000, 2000];
const FILLER = "the stop table green walk of north glass door and then some paper".split(" ");
/** Conditions that deny nothing: words, words with relatives, and quantities. */
const topic = fc.constantFrom(
  ..."nuts;fish;crowded;quiet park;modern art museum;breakfast;vegan;outdoors;expensive;cheap;morning;in June;$20;45 minutes".split(
    ";",
  ),
);
const denial = fc.constantFrom("not ", "no ", "without ", "except ", "never ", "anything but ", "nothing ");
/** Words that are evidence for a topic, or against it. */
const evidence = fc.constantFrom(
  ..."nuts;no nuts;nut-free;almonds;fish;without any fish;salmon;never crowded;a quiet park;park;art;breakfast;cost: CAD 55;$5;9:00 AM;2026-06-13;45 min;uncrowded".split(
    ";",
  ),
);
const text = fc
  .record({
    length: fc.constantFrom(...LENGTHS),
    words: fc.array(evidence, { maxLength: 4 }),
    flag: fc.constantFrom("", "vegan: false\n", "nuts: no\n", "crowded: true\n", "cost: CAD 48\n"),
    where: fc.nat(),
  })
  .map(({ length, words, flag, where }) => {
    const filler = Array.from({ length }, (_, word) => FILLER[(word * 7 + length) % FILLER.length]!);
    for (const [i, each] of words.entries()) filler.splice((where + 31 * i) % (filler.length + 1), 0, `. ${each} .`);
    return flag === "" ? filler.join(" ") : `Stop\n${flag}${filler.join(" ")}`;
  });

describe("law: a condition and its opposite, on texts of 1 to 2 000 words", () => {
  test("their scores add to 1, so no two texts are ranked alike by both", () =>
    fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), denial, topic, async (texts, no, about) => {
        const [affirmed, denied] = [await scoresOf(texts, about), await scoresOf(texts, no + about)];
        for (const [i, score] of affirmed.entries()) expect(score + denied[i]!).toBeCloseTo(1, 6);
      }),
      { numRuns: 300 },
    ));

  test("a condition that denies something besides is not above the one that does not", () =>
    fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), topic, topic, async (texts, about, other) => {
        const [all, some] = [await scoresOf(texts, about), await scoresOf(texts, `${about} without ${other}`)];
        for (const [i, score] of some.entries()) expect(score).toBeLessThanOrEqual(all[i]! + 1e-6);
      }),
      { numRuns: 300 },
    ));

  test("a text that denies what is asked for is not above the same text that has it", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...LENGTHS),
        fc.constantFrom("nuts", "fish", "crowds"),
        async (length, about) => {
          const filler = Array.from({ length }, (_, word) => FILLER[word % FILLER.length]!).join(" ");
          const [has, denies] = await scoresOf([`${filler}, with ${about}`, `${filler}, without ${about}`], about);
          expect(denies).toBeLessThanOrEqual(has!);
          const [hasNot, deniesNot] = await scoresOf(
            [`${filler}, with ${about}`, `${filler}, no ${about}`],
            `no ${about}`,
          );
          expect(deniesNot).toBeGreaterThanOrEqual(hasNot!);
        },
      ),
    ));

  test("an attribute that is false denies its name, however long the text is", async () => {
    for (const length of LENGTHS) {
      const own = Array.from({ length }, (_, word) => FILLER[word % FILLER.length]!).join(" ");
      const texts = [`Dish\nvegan: true\n${own}`, `Dish\nvegan: false\n${own}`];
      const [is, isNot] = await scoresOf(texts, "vegan");
      expect([is! > 0, isNot]).toEqual([true, 0]);
      const [not, notNot] = await scoresOf(texts, "not vegan");
      expect(not).toBeLessThan(1);
      expect(notNot).toBe(1);
    }
  });
});

test.each([
  ["not expensive", "POI\ncost: CAD 5\nA walk", "POI\ncost: CAD 55\nA show"],
  ["not cheap", "POI\ncost: CAD 55\nA show", "POI\ncost: CAD 1\nA walk"],
  ["anything but breakfast", "Meal\nname: Soup", "Meal\nname: Breakfast bowl"],
  ["everything except museums", "POI\nname: The pier", "POI\nname: Museum of glass"],
  ["a meal other than breakfast", "Meal\nname: Soup", "Meal\nname: Breakfast bowl"],
  ["nothing crowded", "POI\nname: The pier", "POI\nname: The crowded pier"],
  ["not in June", "Day\ndate: 2026-07-01", "Day\ndate: 2026-06-01"],
  ["no more than 30 dollars", "POI\ncost: CAD 25", "POI\ncost: CAD 35"],
  ["no fish on Monday", "Meal\nday: Monday\nSoup", "Meal\nday: Monday\nFish soup"],
])("%j: %j is above %j", async (condition, better, worse) => {
  const [first, second] = await scoresOf([better, worse], condition);
  expect(first).toBeGreaterThan(second!);
});

test("a denial in a bound and a double denial deny nothing", async () => {
  expect((await scoresOf(["POI\ncost: CAD 25"], "no more than 30 dollars"))[0]).toBeGreaterThan(0.5);
  const [both] = await scoresOf(["a cake with nuts"], "never without nuts");
  expect(both).toBe((await scoresOf(["a cake with nuts"], "nuts"))[0]);
});

test("the evidence for both sides is in the explanation, and its score is that of the text", async () => {
  for (const text of ["a cake with nuts", "a nut-free cake", "soup"]) {
    const condition = "cake without nuts";
    const { score, raw, coverage, terms, denied } = scorer.explain(text, condition);
    expect(score).toBe((await scoresOf([text], condition))[0]);
    const sumOf = (side: boolean) =>
      terms
        .filter(({ isDenied }) => (isDenied === true) === side)
        .reduce((sum, term) => sum + term.weight * term.gain, 0);
    expect(sumOf(false) * coverage).toBeCloseTo(raw, 6);
    expect(-sumOf(true) * denied!.coverage).toBeCloseTo(denied!.raw, 6);
    expect(condition.slice(terms[1]!.inCondition!.start, terms[1]!.inCondition!.end)).toBe("nuts");
    expect(terms[1]!.negated === true).toBe(text === "a cake with nuts");
  }
});
