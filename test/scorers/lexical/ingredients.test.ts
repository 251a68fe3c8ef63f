import { describe, expect, test } from "vitest";
import { readTree } from "../../../packages/readers/src/readTree.js";
import { type LexicalOptions, lexicalScorer } from "../../../packages/scorers/src/lexical.js";

/** Condition, text, how it matches, and the options without which it doesn't. */
const PAIRS: readonly [string, string, string, LexicalOptions][] = [
  ["breakfast", "morning meal", "broader", { thesaurus: 0 }],
  ["morning meal", "breakfast", "synonym", { thesaurus: 0 }],
  ["cheap", "affordable", "synonym", { thesaurus: 0 }],
  ["physician", "the doctor called", "synonym", { thesaurus: 0 }],
  ["seafood", "grilled salmon", "narrower", { thesaurus: 0 }],
  ["salmon", "fish", "broader", { thesaurus: 0 }],
  ["public transport", "take the tram", "narrower", { thesaurus: 0 }],
  ["morning", "Stop\ntime_block: 9:00 AM - 10:30 AM\nA walk", "time", { quantity: 0 }],
  ["under 30 dollars", "Stop\ncost: CAD 25\nA walk", "money", { quantity: 0 }],
  ["cheap", "Stop\ncost: CAD 5\nA walk", "money", { quantity: 0 }],
  ["weekend", "Day\ndate: 2026-06-13\nA walk", "date", { quantity: 0 }],
  ["in June", "Day\ndate: 2026-06-13\nA walk", "date", { quantity: 0 }],
  ["under 400 calories", "Dish\ncalories: 340\nA soup", "number", { quantity: 0 }],
  ["When did Ana paint?", "I did it yesterday", "time", { when: 0 }],
];

describe("each ingredient matches", () => {
  test.each(PAIRS)("%j on %j: %s", (condition, text, how, off) => {
    const { score, terms } = lexicalScorer().explain(text, condition);
    expect(score).toBeGreaterThan(condition.endsWith("?") ? 0 : 0.05);
    expect(terms.map((term) => term.how as string)).toContain(how);
    expect(
      lexicalScorer(off)
        .explain(text, condition)
        .terms.map((term) => term.how as string),
    ).not.toContain(how);
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

const SAYINGS = ["the kiln is hot", "glaze on the kiln", "glaze and kiln again", "kiln with glaze"];
const FILLER = Array.from({ length: 200 }, (_, n) => `w${n}a w${n}b w${n}c`);
const talk = (texts: readonly string[]) =>
  readTree({ type: "Talk", children: texts.map((text) => ({ type: "Turn", text })) });

describe("company learned from a tree", () => {
  const tree = talk([...SAYINGS, ...FILLER]);

  test("words that stand together are evidence of each other there, and nowhere else", () => {
    const learned = lexicalScorer().forTree(tree).explain("the glaze", "kiln").terms[0]!;
    expect(learned).toMatchObject({ how: "learned", matched: "glaze" });
    expect(lexicalScorer().explain("the glaze", "kiln").score).toBe(0);
    expect(lexicalScorer({ company: 0 }).forTree(tree).explain("the glaze", "kiln").score).toBe(0);
  });

  test("of few texts nothing is learned", () => {
    const small = talk([...SAYINGS, ...FILLER.slice(0, 60)]);
    expect(lexicalScorer().forTree(small).explain("the glaze", "kiln").score).toBe(0);
  });

  test("the id tells trees of the same words in another order apart", () => {
    const idOf = (texts: readonly string[], options: LexicalOptions = {}) =>
      lexicalScorer(options).forTree(talk(texts)).id;
    const all = [...SAYINGS, ...FILLER];
    expect(idOf(all)).toBe(idOf([...all]));
    expect(idOf(all)).not.toBe(idOf(all.toReversed()));
    expect(idOf(all, { company: 0 })).toBe(idOf(all.toReversed(), { company: 0 }));
  });

  test("scores don't depend on what was asked before", async () => {
    const texts = ["the glaze", "hot kiln"];
    const first = await lexicalScorer()
      .forTree(talk([...SAYINGS, ...FILLER]))
      .score(texts, "kiln", {});
    const scorer = lexicalScorer().forTree(tree);
    for (const condition of ["glaze", "under $5", "food in June"]) await scorer.score(texts, condition, {});
    expect(await scorer.score(texts, "kiln", {})).toEqual(first);
  });
});
