import { lexicalScorer } from "@semantic-xpath/scorers";
import { treeOf } from "@semantic-xpath/tree";
import { expect, it, onTestFinished, vi } from "vitest";
import { Evaluation } from "../../../../packages/scorers/src/lexical/evaluate.js";
import { WordIndex } from "../../../../packages/scorers/src/lexical/index/wordIndex.js";
import { AnalysedTexts } from "../../../../packages/scorers/src/lexical/lexicon.js";

/** 20 000 texts of 20 000 rare words and 200 frequent ones. */
const texts = Array.from({ length: 20_000 }, (_, i) => `rare${spelled(i)} common${spelled(i % 200)} ${i % 500} USD`);
const list = { texts };
const all = Int32Array.from(texts.keys());
/** It learns no companions, and knows the words: a word that it does not know may be a typing error of any other. */
const scorer = lexicalScorer({ company: 0 }).forTree!(
  treeOf({ type: "List", children: texts.map((text) => ({ type: "Item", text })) }),
);

/** Letters for a number, since words with digits are never alike. */
function spelled(number: number): string {
  return [...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("");
}

const counted = (run: () => { readonly mock: { readonly calls: readonly unknown[] }; mockRestore(): void }) => {
  const spy = run();
  onTestFinished(() => void spy.mockRestore());
  return () => spy.mock.calls.length;
};

it("visits the texts that have evidence, and looks at the words that may be some", async () => {
  await scorer.scoreListed!(list, all, "warming up", {});
  const visited = counted(() => vi.spyOn(Evaluation.prototype, "score"));
  const analysed = counted(() => vi.spyOn(AnalysedTexts.prototype, "add"));
  let looked = 0;
  const { eachCandidate } = WordIndex.prototype;
  const candidates = vi.spyOn(WordIndex.prototype, "eachCandidate").mockImplementation(function (
    this: WordIndex,
    of,
    look,
  ) {
    eachCandidate.call(this, of, (word) => {
      looked++;
      look(word);
    });
  });
  onTestFinished(() => void candidates.mockRestore());
  const scores = await scorer.scoreListed!(list, all, `rare${spelled(4321)} commonbc`, {});
  expect(scores.filter((score) => score > 0)).toHaveLength(visited());
  expect(visited()).toBeLessThan(400);
  expect(looked).toBeLessThan(2000);
  expect(analysed()).toBe(0);
});

it("visits the texts with the quantities that are wanted", async () => {
  await scorer.scoreListed!(list, all, "over 10 dollars", {});
  const visited = counted(() => vi.spyOn(Evaluation.prototype, "score"));
  const scores = await scorer.scoreListed!(list, all, "under 3 dollars", {});
  expect(scores.filter((score) => score > 0).length).toBeGreaterThanOrEqual(120);
  expect(visited()).toBeLessThan(300);
});

it("analyses what is new in a list that grows, and visits no more of it than has evidence", async () => {
  const growing = { texts: texts.slice(0, 10_000) };
  await scorer.scoreListed!(growing, all.subarray(0, 10_000), "commonbc", {});
  const analysed = counted(() => vi.spyOn(AnalysedTexts.prototype, "add"));
  growing.texts.push(...texts.slice(10_000, 10_020));
  const visited = counted(() => vi.spyOn(Evaluation.prototype, "score"));
  await scorer.scoreListed!(growing, all.subarray(0, 10_020), "commonbd", {});
  expect(analysed()).toBe(20);
  expect(visited()).toBeLessThan(200);
});
