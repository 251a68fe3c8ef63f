import { describe, expect, test } from "vitest";
import { checkedScore } from "../../../../packages/scorers/src/checkedScore.js";
import { calibrateModel } from "../../../../packages/scorers/src/node/models/calibrate.js";
import { kindOfModel } from "../../../../packages/scorers/src/node/models/open.js";
import { embeddingScorer } from "../../../../packages/scorers/src/node/onnx/embeddingScorer.js";
import { entailmentScorer } from "../../../../packages/scorers/src/node/onnx/entailmentScorer.js";
import { ModelFolder } from "../../../../packages/scorers/src/node/onnx/modelFolder.js";
import { rerankScorer } from "../../../../packages/scorers/src/node/onnx/rerankScorer.js";
import { Tokeniser } from "../../../../packages/scorers/src/node/onnx/tokeniser.js";
import { bertGraph, bertWeights, SMALL } from "../../../support/onnx/bertModel.js";
import { folderWith, onnxMissing } from "../../../support/onnx/modelFolders.js";
import { writeOnnx } from "../../../support/onnx/onnxWriter.js";
import { plainLogits } from "../../../support/onnx/plainBert.js";
import { vocabularySize, wordPieceTokenizer } from "../../../support/onnx/tokenizerFiles.js";

const TEXTS = ["the cat sat on the mat.", "museum", "", "東京 art"];
const LONG = `${"the cat sat ".repeat(60)}museum on the mat`;
const missing = await onnxMissing();

function made(
  labels = 1,
  more: object = { architectures: ["XLMRobertaForSequenceClassification"], id2label: { 0: "LABEL_0" } },
) {
  const shape = { ...SMALL, vocabulary: vocabularySize(wordPieceTokenizer()), labels };
  const weights = bertWeights(shape);
  const folder = folderWith({
    "config.json": { model_type: "bert", vocab_size: shape.vocabulary, max_position_embeddings: 64, ...more },
    "tokenizer.json": wordPieceTokenizer(),
    "onnx/model.onnx": writeOnnx(bertGraph(shape, weights)),
  });
  /** Of each window, the condition first. */
  const logits = async (condition: string, text: string) => {
    const tokeniser = await Tokeniser.open(ModelFolder.open(folder), 0);
    const { windows } = tokeniser.encodePair([condition, text], 64, { gives: 1, limit: 32 })!;
    return windows.map(({ ids, types }) => plainLogits(shape, weights, ids, types)[0]!);
  };
  return { folder, logits };
}
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

describe.skipIf(missing !== undefined)("re-ranking", () => {
  test("the score is the sigmoid of the logit of condition and text, in this order", async () => {
    const { folder, logits } = made();
    const scorer = await rerankScorer(folder);
    const scores = await checkedScore(scorer, TEXTS, "art cat");
    for (const [i, text] of TEXTS.entries()) {
      const [logit] = await logits("art cat", text);
      expect(Math.abs(scores[i]! - sigmoid(logit!)), text).toBeLessThan(1e-5);
    }
    expect(scorer.cost).toBe("expensive");
  });

  test("of a long text the best window counts, each with the whole condition; it may be the first alone", async () => {
    const { folder, logits } = made();
    const windows = await logits("art cat", LONG);
    expect(windows.length).toBeGreaterThan(2);
    for (const [maxWindows, logit] of [
      [32, Math.max(...windows)],
      [1, windows[0]!],
    ] as const) {
      const [score] = await (await rerankScorer(folder, { maxWindows })).score([LONG], "art cat", {});
      expect(Math.abs(score! - sigmoid(logit))).toBeLessThan(1e-5);
    }
  });

  test("a calibration is that of options, else of the folder, which the command fits to logits", async () => {
    const { folder } = made();
    const calibration = { kind: "logistic", slope: 2, intercept: 1 } as const;
    const plain = await rerankScorer(folder);
    const logits = await plain.logits(TEXTS, "cat");
    expect(await (await rerankScorer(folder, { calibration })).score(TEXTS, "cat", {})).toEqual(
      logits.map((logit) => sigmoid(2 * logit + 1)),
    );
    const middle = [...logits].sort((a, b) => a - b)[1]!;
    const pairs = TEXTS.map((text, i) => ({ text, condition: "cat", relevant: logits[i]! > middle }));
    const { calibration: fitted, brier } = await calibrateModel(folder, pairs);
    expect(brier.after).toBeLessThanOrEqual(brier.before);
    const again = await (await rerankScorer(folder)).score(TEXTS, "cat", {});
    expect(again).toEqual(logits.map((logit) => sigmoid(fitted.slope * logit + fitted.intercept)));
  });

  test("more logits than one are reported", async () => {
    await expect((await rerankScorer(made(2).folder)).score(["cat"], "art", {})).rejects.toThrow(
      "gives 2 logits for a pair, and a re-ranker gives one",
    );
  });

  test("a model that gives logits is no embedder, also where config.json does not say what it is", async () => {
    const scorer = await embeddingScorer(made(1, {}).folder);
    await expect(scorer.score(["cat"], "art", {})).rejects.toThrow("A model that gives logits is a classifier");
  });
});

test("each kind of model is known, and refused where it is taken for another", async () => {
  const reranker = made().folder;
  const inference = made(2, { id2label: { 0: "entailment", 1: "not_entailment" } }).folder;
  const topics = made(3, {
    architectures: ["BertForSequenceClassification"],
    id2label: { 0: "a", 1: "b", 2: "c" },
  }).folder;
  expect(await Promise.all([reranker, inference, topics, "no/such"].map(kindOfModel))).toEqual([
    ...["rerank", "entailment", "embedding", "embedding"],
  ]);
  const refused = (opened: Promise<unknown>) => opened.catch(({ message }: Error) => message);
  expect(await refused(embeddingScorer(reranker))).toMatch(
    /^SXP4080: ".*" is a re-ranker \(one logit for a pair of texts\), not the embedding model that the scorer needs\. Use rerank:/,
  );
  expect(await refused(embeddingScorer(inference))).toContain(`Use entailment:${inference}.`);
  expect(await refused(embeddingScorer(topics))).toContain(
    "is a classifier, not the embedding model that the scorer needs. There is no scorer for it.",
  );
  await expect(rerankScorer(inference)).rejects.toThrow(
    "is an entailment model, not the re-ranker that the scorer needs",
  );
  await expect(entailmentScorer(reranker)).rejects.toThrow("its labels (LABEL_0) are not entailment and contradiction");
});
