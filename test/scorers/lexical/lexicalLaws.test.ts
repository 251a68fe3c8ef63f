import fc from "fast-check";
import { expect, test } from "vitest";
import { ENGLISH } from "../../../packages/scorers/src/lexical/languages/language.js";
import { sidesOf } from "../../../packages/scorers/src/lexical/sides.js";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";
import { anyCharacter } from "../../support/characters.js";

const scorer = lexicalScorer();
const WORDS =
  "museum museums art modern café sea food seafood book bookstore run ran the of in what-if O'Brien 42 4.5 naïve not no never museum-free unmodern";
const word = fc.constantFrom(...WORDS.split(" "));
const plain = fc.constantFrom(..."museum art modern cafe sea food book bookstore gallery river the of".split(" "));
const phrase = fc.array(word, { maxLength: 8 }).map((words) => words.join(" "));
const node = fc
  .tuple(fc.constantFrom("POI", "Day"), fc.constantFrom("name", "id", "kind"), phrase, phrase)
  .map(([type, name, value, own]) => `${type}\n${name}: ${value}\n${own}`);
const anyText = fc.oneof(phrase, node, fc.string({ unit: anyCharacter, maxLength: 40 }), fc.string({ maxLength: 40 }));
const score = async (text: string, condition: string) => (await scorer.score([text], condition, {}))[0]!;

test("a score is a number from 0 to 1", () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyText), anyText, async (texts, condition) => {
      const scores = await scorer.score(texts, condition, {});
      expect(scores).toHaveLength(texts.length);
      for (const one of scores) expect(one >= 0 && one <= 1).toBe(true);
    }),
  ));

test("a score depends on text and condition, not on batch, order, history or instance", () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 1 }), anyText, async (texts, condition) => {
      const scores = await scorer.score(texts, condition, {});
      const backwards = await lexicalScorer().score(texts.toReversed(), condition, {});
      expect(backwards.toReversed()).toEqual(scores);
      expect(await score(texts[0]!, condition)).toBe(scores[0]);
    }),
  ));

test("case and diacritics change nothing", () =>
  fc.assert(
    fc.asyncProperty(fc.array(plain), fc.array(plain), async (text, condition) => {
      const [lower, other] = [text.join(" "), condition.join(" ")];
      const expected = await score(lower, other);
      expect(await score(lower.toUpperCase(), other)).toBe(expected);
      expect(await score(lower, other.toUpperCase())).toBe(expected);
      expect(await score(lower.replaceAll("e", "é").replaceAll("o", "ö"), other)).toBe(expected);
    }),
  ));

test("nothing shared is exactly 0, but for a condition that denies", () =>
  fc.assert(
    fc.asyncProperty(phrase, async (condition) => {
      fc.pre(sidesOf(`${condition} xylophone`, ENGLISH) === null);
      expect(await score("POI\nname: zzyzx qqq\nkkkkk of the", `${condition} xylophone`)).toBe(0);
    }),
  ));

test("a missing word of the condition raises the score, in place of a word that matches nothing", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("art", "river", "gallery", "zzz")),
      fc.array(fc.constantFrom("art", "river", "gallery", "zzz")),
      fc.uniqueArray(fc.constantFrom("art", "river", "gallery"), { minLength: 0 }),
      async (before, after, others) => {
        const condition = [...others, "museum"].join(" ");
        const without = await score([...before, "zzz", ...after].join(" "), condition);
        const within = await score([...before, "museum", ...after].join(" "), condition);
        expect(within).toBeGreaterThan(without);
      },
    ),
  ));

test("a missing word of the condition raises the score at the end of a text within the average length", () =>
  fc.assert(
    fc.asyncProperty(fc.array(plain, { maxLength: 11 }), async (words) => {
      const text = words.filter((one) => one !== "museum").join(" ");
      expect(await score(`${text} museum`, "museum gallery")).toBeGreaterThan(await score(text, "museum gallery"));
    }),
  ));

test("the evidence adds up to the score", () =>
  fc.assert(
    fc.asyncProperty(anyText, anyText, async (text, condition) => {
      const { score: explained, raw, coverage, terms, denied } = scorer.explain(text, condition);
      expect(explained).toBe(await score(text, condition));
      const affirmed = terms.filter(({ isDenied }) => isDenied !== true);
      const sumOf = (of: (term: (typeof terms)[number]) => number) => affirmed.reduce((sum, term) => sum + of(term), 0);
      expect(sumOf(({ weight, gain }) => weight * gain) * coverage).toBeCloseTo(raw, 5);
      if (raw > 0) expect(sumOf(({ part }) => part)).toBeCloseTo(1, 5);
      if (affirmed.length > 0) expect(sumOf(({ weight }) => weight)).toBeCloseTo(1, 10);
      if (denied === undefined) expect(explained > 0).toBe(raw > 0);
    }),
  ));
