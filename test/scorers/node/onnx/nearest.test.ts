import { describe, expect, test, vi } from "vitest";
import { compile } from "../../../../packages/runtime/src/compile.js";
import { type StaticScorerOptions, staticScorer } from "../../../../packages/scorers/src/node/onnx/staticScorer.js";
import { folderWith } from "../../../support/onnx/modelFolders.js";
import { numbersFrom, randomVector } from "../../../support/onnx/random.js";
import { f32, writeSafetensors } from "../../../support/onnx/safetensorsWriter.js";
import { vocabularySize, wordPieceTokenizer } from "../../../support/onnx/tokenizerFiles.js";
import { itemText, treeOf } from "../../fused/trees.js";

const missing = await import("usearch").then(
  () => undefined,
  (failure: Error) => `usearch can't be loaded here, so nothing is searched approximately: ${failure.message}`,
);
if (missing !== undefined) console.warn(missing);

const ROWS = vocabularySize(wordPieceTokenizer());
const WIDTH = 24;
const folder = folderWith({
  "config.json": { model_type: "model2vec" },
  "tokenizer.json": wordPieceTokenizer(),
  "model.safetensors": writeSafetensors({
    embeddings: f32([ROWS, WIDTH], randomVector(numbersFrom(8), ROWS * WIDTH, 1)),
  }),
});
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Four letters each, as tokens of their own. */
const WORDS = Array.from({ length: 1500 }, (_, i) =>
  [i, i * 7 + 3, Math.floor(i / 26), i * i].map((n) => LETTERS[n % 26]).join(" "),
);
const TREE = treeOf(WORDS.map((word, i) => `${word} ${i}`));
const TEXTS = WORDS.map((word, i) => itemText(`${word} ${i}`));
const CONDITIONS = ["a b c", "the cat", "museum art x"];
const NEAR: StaticScorerOptions = {
  nearest: "approximate",
  nearestFrom: 1000,
  candidates: 120,
  nearestAmong: ["Item"],
};

describe.skipIf(missing !== undefined)("approximate nearest neighbours", () => {
  test("a candidate has its exact score, bit for bit; all others have 0; the best are among the candidates", async () => {
    const exact = await staticScorer(folder);
    const near = (await staticScorer(folder, NEAR)).forTree!(TREE);
    for (const condition of CONDITIONS) {
      const expected = await exact.score(TEXTS, condition, {});
      const scores = await near.score(TEXTS, condition, {});
      const found = [...scores.keys()].filter((i) => scores[i]! > 0);
      expect(found.length).toBeLessThanOrEqual(120);
      expect(found.length).toBeGreaterThan(60);
      for (const i of found) expect(scores[i]).toBe(expected[i]);
      const best = [...expected.keys()].sort((a, b) => expected[b]! - expected[a]!).slice(0, 20);
      expect(best.filter((i) => scores[i]! > 0).length).toBeGreaterThanOrEqual(18);
    }
    expect(near.notes!()).toMatch(
      /^approximate: the 120 nearest of 1500 texts are scored; recall@100 (1\.000|0\.9\d\d) measured on 3 conditions$/,
    );
    expect([near.cost, near.id]).toEqual(["cheap", expect.stringMatching(/nearest\(120 of 1500 Item\)$/)]);
  });

  test("law: a function of text, condition and tree, whatever is asked together, and in every process", async () => {
    const one = (await staticScorer(folder, NEAR)).forTree!(TREE);
    const other = (await staticScorer(folder, NEAR)).forTree!(TREE);
    const together = await one.score(TEXTS, "a b c", {});
    expect(await other.score(TEXTS.toReversed(), "a b c", {})).toEqual(together.toReversed());
    for (let i = 0; i < 30; i++) expect((await other.score([TEXTS[i * 40]!], "a b c", {}))[0]).toBe(together[i * 40]);
  });

  test("texts of no node are scored exactly; a smaller tree is compared as a whole", async () => {
    const exact = await staticScorer(folder);
    const scorer = await staticScorer(folder, NEAR);
    const others = ["a b", "cat museum"];
    expect(await scorer.forTree!(TREE).score(others, "a b c", {})).toEqual(await exact.score(others, "a b c", {}));
    const small = scorer.forTree!(treeOf(WORDS.slice(0, 20)));
    const texts = WORDS.slice(0, 20).map(itemText);
    expect(await small.score(texts, "a b c", {})).toEqual(await exact.score(texts, "a b c", {}));
    expect([small.id, small.notes!()]).toEqual([exact.id, null]);
    expect(await scorer.score(texts, "a b c", {})).toEqual(await exact.score(texts, "a b c", {}));
  });

  test("a query with a limit gives what the exact one gives, where recall is 1, and says that it is approximate", async () => {
    const { query } = compile('//Item[node =~ "the cat"]');
    const run = async (options: StaticScorerOptions) =>
      query!.run(TREE, { scorer: await staticScorer(folder, options), limit: 5 });
    const [exact, near] = [await run({}), await run(NEAR)];
    expect(near.matches.map(({ path, weight }) => [path, weight])).toEqual(
      exact.matches.map(({ path, weight }) => [path, weight]),
    );
    expect([exact.stats.approximation, near.stats.approximation]).toEqual([
      null,
      expect.stringContaining("approximate: the 120 nearest of 1500 texts"),
    ]);
  });

  test("of a long text the best window counts, also where the index found another one", async () => {
    const long = WORDS.slice(0, 300).map(
      (word, i) => `${word} ${"the cat sat on the mat ".repeat(1 + (i % 9))} museum`,
    );
    const options: StaticScorerOptions = { ...NEAR, nearestFrom: 200, candidates: 40, maxTokens: 12 };
    const near = (await staticScorer(folder, options)).forTree!(treeOf(long));
    const texts = long.map(itemText);
    const exact = await (await staticScorer(folder, { maxTokens: 12 })).score(texts, "museum", {});
    const scores = await near.score(texts, "museum", {});
    const found = [...scores.keys()].filter((i) => scores[i]! > 0);
    expect(found.length).toBeGreaterThan(0);
    for (const i of found) expect(scores[i]).toBe(exact[i]);
  });

  test("an abort ends building, and the next call begins anew", async () => {
    const near = (await staticScorer(folder, NEAR)).forTree!(TREE);
    const enough = AbortSignal.abort(new Error("enough"));
    await expect(near.score(TEXTS, "a b c", { signal: enough })).rejects.toThrow("enough");
    expect((await near.score(TEXTS, "a b c", {})).some((score) => score > 0)).toBe(true);
  });
});

test("where the package is not there every text is compared, and the notes say so", async () => {
  vi.stubEnv("SXP_ONNXRUNTIME", folder);
  const near = (await staticScorer(folder, NEAR)).forTree!(TREE);
  const exact = await staticScorer(folder);
  expect(await near.score(TEXTS, "the cat", {})).toEqual(await exact.score(TEXTS, "the cat", {}));
  expect(near.notes!()).toBe(
    'every text was compared: usearch is not installed ("npm install --ignore-scripts usearch")',
  );
  vi.unstubAllEnvs();
});

test.each<StaticScorerOptions>([
  { nearest: "fast" as never },
  { candidates: 0 },
  { nearestFrom: 0 },
  { nearestAmong: [] },
])("%j is out of range", async (options) => {
  await expect(staticScorer(folder, options)).rejects.toThrow(RangeError);
});
