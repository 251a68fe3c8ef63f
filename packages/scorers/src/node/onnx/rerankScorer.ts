import { runError } from "@semantic-xpath/tree";
import { type Calibration, calibrate, printCalibration, readCalibration } from "../../calibration.js";
import { checkOptions, THREADS } from "../../options.js";
import type { ScoreOptions } from "../../scorer.js";
import { fileCalibration, refuseOthers } from "./embeddingModel.js";
import type { EncoderOptions } from "./encoder.js";
import { ModelFolder, modelError } from "./modelFolder.js";
import { type PairScorer, pairValues } from "./pairScorer.js";
import { longestOf } from "./tokeniser.js";
import { WINDOWS, type WindowOptions } from "./windows.js";

/** The beginning of its id. The number changes with every change that can change a score. */
const NAME = "rerank-1";

export interface RerankScorerOptions extends EncoderOptions, WindowOptions {
  readonly maxTokens?: number;
  /** From logit to score. Default: that of `sxp-calibration.json` in the folder, else the sigmoid, as re-rankers are trained. */
  readonly calibration?: Calibration;
}

export interface RerankScorer extends PairScorer {
  /** The logits before calibration: what `fitCalibration` is given. */
  logits(texts: readonly string[], condition: string, options?: ScoreOptions): Promise<Float32Array>;
}

const SIGMOID: Calibration = { kind: "logistic", slope: 1, intercept: 0 };

/**
 * Scores by a re-ranker: a cross-encoder that reads condition and text together and gives one logit (bge-reranker, jina-reranker, gte-reranker,
 * ms-marco-MiniLM, mxbai-rerank v1), in a folder of the Hugging Face layout with an ONNX export. More exact than a cosine and far more
 * expensive: a pass through the model for each pair. Made for the second stage of a cascade.
 *
 * @example cascadeScorer(lexicalScorer(), await rerankScorer("models/bge-reranker-base"), { approximate: { cut: 0.2 } })
 * @throws RunError SXP4001 if the folder can't be used, SXP4080 if its model is of another kind; RangeError for options out of range.
 */
export async function rerankScorer(folder: string, options: RerankScorerOptions = {}): Promise<RerankScorer> {
  checkOptions(options, { ...THREADS, ...WINDOWS });
  const opened = ModelFolder.open(folder);
  refuseOthers(opened, "re-ranker");
  const longest = longestOf(opened, options.maxTokens);
  const custom = options.calibration && readCalibration(options.calibration);
  const calibration = custom ?? fileCalibration(opened) ?? SIGMOID;
  const pairs = await pairValues({
    folder: opened,
    longest,
    options,
    pair: (text, condition) => ({ texts: [condition, text], gives: 1 }),
    value({ data, offset, width }, condition) {
      if (width !== 1) {
        throw modelError(folder, `the model gives ${width} logits for a pair, and a re-ranker gives one.`);
      }
      const logit = data[offset]!;
      if (!Number.isFinite(logit)) throw runError("SXP4002", { scorer: pairs.id, score: String(logit), condition });
      return logit;
    },
    id(limit) {
      const settings = JSON.stringify({ longest, limit, calibration: printCalibration(calibration) });
      return `${NAME}(${opened.title} ${opened.identity()} ${settings})`;
    },
  });
  const { id, values, notes, dispose } = pairs;
  return {
    ...{ id, cost: "expensive", logits: values, notes, dispose },
    score: async (...given) => (await values(...given)).map((logit) => calibrate(calibration, logit)),
  };
}
