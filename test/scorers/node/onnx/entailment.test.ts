import { describe, expect, test } from "vitest";
import { checkedScore } from "../../../../packages/scorers/src/checkedScore.js";
import {
  type EntailmentScorerOptions,
  entailmentScorer,
} from "../../../../packages/scorers/src/node/onnx/entailmentScorer.js";
import { ModelFolder } from "../../../../packages/scorers/src/node/onnx/modelFolder.js";
import { Tokeniser } from "../../../../packages/scorers/src/node/onnx/tokeniser.js";
import { bertGraph, bertWeights, SMALL } from "../../../support/onnx/bertModel.js";
import { folderWith, onnxMissing } from "../../../support/onnx/modelFolders.js";
import { writeOnnx } from "../../../support/onnx/onnxWriter.js";
import { plainLogits, softmax } from "../../../support/onnx/plainBert.js";
import { vocabularySize, wordPieceTokenizer } from "../../../support/onnx/tokenizerFiles.js";

const TEXTS = ["the cat sat on the mat.", "museum", "", "東京 art", `${"the cat sat ".repeat(40)}on`];
const missing = await onnxMissing();
if (missing !== undefined) console.warn(missing);

const BART = { 0: "contradiction", 1: "neutral", 2: "entailment" };

function made(id2label: object = BART, labels = Object.keys(id2label).length) {
  const shape = { ...SMALL, vocabulary: vocabularySize(wordPieceTokenizer()), labels };
  const weights = bertWeights(shape);
  const folder = folderWith({
    "config.json": { model_type: "bert", vocab_size: shape.vocabulary, max_position_embeddings: 64, id2label },
    "tokenizer.json": wordPieceTokenizer(),
    "onnx/model.onnx": writeOnnx(bertGraph(shape, weights)),
  });
  const logits = async (text: string, hypothesis: string) => {
    const { ids, types } = (await Tokeniser.open(ModelFolder.open(folder), 0)).encodePair([text, hypothesis], 64)!
      .windows[0]!;
    return plainLogits(shape, weights, ids, types);
  };
  return { folder, logits };
}

/** The first of the labels that share the probability is entailment. */
async function expectScores(
  { folder, logits }: ReturnType<typeof made>,
  options: EntailmentScorerOptions,
  sharing: readonly number[],
  hypothesis = "This is related to cat.",
) {
  const scorer = await entailmentScorer(folder, { maxWindows: 1, ...options });
  const scores = await checkedScore(scorer, TEXTS, "cat");
  for (const [i, text] of TEXTS.entries()) {
    const all = await logits(text, hypothesis);
    const expected = softmax(sharing.map((label) => all[label]!))[0]!;
    expect(Math.abs(scores[i]! - expected), text).toBeLessThan(1e-5);
  }
}

describe.skipIf(missing !== undefined)("entailment", () => {
  test.each([
    [BART, {}, [2, 0]],
    [{ 0: "contradiction", 1: "entailment", 2: "neutral" }, {}, [1, 0]],
    [{ 0: "ENTAILMENT", 1: "NEUTRAL", 2: "CONTRADICTION" }, {}, [0, 2]],
    [{ 0: "entailment", 1: "not_entailment" }, {}, [0, 1]],
    [{ 0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2" }, { labels: ["neutral", "entailment", "contradiction"] }, [1, 2]],
  ] as const)("labels %j with %j", (id2label, options, sharing) => expectScores(made(id2label), options, sharing));

  test("the hypothesis is a template, and a condition is only data in it", async () => {
    await expectScores(made(), { hypothesis: "art: {condition}!" }, [2, 0], "art: cat!");
    const { folder, logits } = made();
    const scorer = await entailmentScorer(folder, { hypothesis: "on {condition}" });
    const [score] = await scorer.score(["mat"], "$& {condition} $1", {});
    const [c, , e] = await logits("mat", "on $& {condition} $1");
    expect(score).toBeCloseTo(softmax([e!, c!])[0]!, 5);
  });

  test("the score of a text has the same bits whatever is asked with it", async () => {
    const { folder } = made();
    const texts = Array.from(
      { length: 70 },
      (_, i) => `${"the cat ".repeat(i % 11)}museum ${"art ".repeat((i * 5) % 7)}`,
    );
    const scores = await (await entailmentScorer(folder)).score(texts, "cat", {});
    const other = await entailmentScorer(folder);
    expect([...(await other.score(texts.toReversed(), "cat", {}))].reverse()).toEqual([...scores]);
    for (let i = 0; i < 12; i++) expect((await other.score([texts[i]!], "cat", {}))[0]).toBe(scores[i]);
  });

  test("a condition that leaves no room for a text is refused", async () => {
    const scorer = await entailmentScorer(made().folder);
    await expect(scorer.score(["cat"], "the cat ".repeat(60), {})).rejects.toThrow(/SXP4001.*Write a shorter one/);
  });

  test("the identity tells settings apart", async () => {
    const { folder } = made();
    const ids = [{}, { hypothesis: "{condition}" }, { maxTokens: 20 }] as const;
    const all = await Promise.all(ids.map(async (options) => (await entailmentScorer(folder, options)).id));
    expect(new Set(all).size).toBe(3);
  });

  test("an abort and dispose end it", async () => {
    const scorer = await entailmentScorer(made().folder);
    await expect(scorer.score(TEXTS, "cat", { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
      "enough",
    );
    await scorer.dispose();
    await expect(scorer.score(TEXTS, "cat", {})).rejects.toThrow("it was disposed.");
  });

  test("more logits than labels are reported", async () => {
    const scorer = await entailmentScorer(made({ 0: "entailment", 1: "not_entailment" }, 3).folder);
    await expect(scorer.score(["cat"], "cat", {})).rejects.toThrow("gives 3 logits where config.json has 2 labels");
  });
});

test.each([
  [{ 0: "LABEL_0", 1: "LABEL_1" }, "its labels (LABEL_0, LABEL_1) are not entailment and contradiction"],
  [{ 0: "entailment", 1: "neutral", 2: "other" }, "are not entailment and contradiction"],
  [{ 1: "entailment", 2: "contradiction" }, "its labels (none)"],
])("%j are no labels of inference", async (id2label, message) => {
  await expect(entailmentScorer(made(id2label, 3).folder)).rejects.toThrow(message);
});

test("a hypothesis has a place for the condition", async () => {
  await expect(entailmentScorer(made().folder, { hypothesis: "related" })).rejects.toThrow("has no {condition}");
});
