import { lexicalScorer } from "@semantic-xpath/scorers";
import { nodeText, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../support/runs.js";

/** Words that are each other's parts, halves, typos, stems, relatives, and ordinary ones. */
const WORDS = (
  "sea food seafood seafoods book books bookstore store notebook museum musuem museums art arts modern the of not never " +
  "dinner supper restaurant salmon fish dentist tooth walk walked walking snowboard board café cafe check-in checkin in " +
  "1990s 2023 yesterday monday morning $12 30 dollars 9:30 noon free vegan false true name title constructor__proto__ 東京 x"
).split(" ");
const word = fc.constantFrom(...WORDS, "constructor", "zzqy", "bookstor", "seafod", "dinners");
const phrase = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
const node = fc.record({
  type: fc.constantFrom("POI", "Note", "museum"),
  attributes: fc.dictionary(fc.constantFrom("name", "id", "price", "vegan"), phrase, { noNullPrototype: true }),
  text: phrase,
});
const condition = fc
  .tuple(
    fc.constantFrom("", "when ", "not ", "what kind of "),
    phrase,
    fc.constantFrom("", " under 20 dollars", " before 10 am", "?"),
  )
  .map((parts) => parts.join(""));

describe("scoring texts of a list by their numbers", () => {
  it("law: gives what scoring the texts gives, bit for bit, however the list grows", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(node, { minLength: 1, maxLength: 300 }),
        fc.array(condition, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 3 }),
        async (nodes, conditions, steps) => {
          const tree = treeOf({ type: "Plan", children: nodes.slice(0, 20) });
          const all = [...new Set(treeTexts(treeOf({ type: "Plan", children: nodes })))];
          const list = { texts: all.slice(0, 1) };
          const scorer = lexicalScorer().forTree!(tree);
          for (const end of [...steps.map((step) => step % all.length), all.length].sort((a, b) => a - b)) {
            list.texts.push(...all.slice(list.texts.length, end));
            const numbers = Int32Array.from(list.texts.keys()).reverse();
            const texts = Array.from(numbers, (number) => list.texts[number]!);
            for (const one of conditions)
              expect(await scorer.scoreListed!(list, numbers, one, {})).toEqual(await scorer.score(texts, one, {}));
          }
        },
      ),
      { numRuns: runs(40, 15) },
    );
  });

  it("law: also where several conditions are scored at the same time", async () => {
    const words = (i: number) => Array.from({ length: 6 }, (_, k) => WORDS[(i * 7 + k * k * 5 + i * k) % WORDS.length]);
    const texts = Array.from({ length: 3000 }, (_, i) => `${words(i).join(" ")} place${i}`);
    const list = { texts };
    const numbers = Int32Array.from(texts.keys());
    const scorer = lexicalScorer();
    const conditions = ["sea food", "museum dinner", "musuem of books", "morning walk under 20 dollars", "place17"];
    const [listed, plain] = await Promise.all([
      Promise.all(conditions.map((one) => scorer.scoreListed!(list, numbers, one, {}))),
      Promise.all(conditions.map((one) => scorer.score(texts, one, {}))),
    ]);
    expect(listed).toEqual(plain);
  });
});

const treeTexts = (tree: ReturnType<typeof treeOf>): string[] =>
  Array.from({ length: tree.size }, (_, i) => nodeText(tree, i + 1));
