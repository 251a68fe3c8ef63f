import { runError } from "@semantic-xpath/tree";
import { checkOptions, THREADS } from "../../options.js";
import type { EncoderOptions, OutputRow } from "./encoder.js";
import { ModelFolder, modelError } from "./modelFolder.js";
import { type PairScorer, pairValues } from "./pairScorer.js";
import { longestOf } from "./tokeniser.js";
import { WINDOWS, type WindowOptions } from "./windows.js";

/** The beginning of its id. The number changes with every change that can change a score. */
const NAME = "entailment-2";
const HYPOTHESIS = "This is related to {condition}.";

export interface EntailmentScorerOptions extends EncoderOptions, WindowOptions {
  /** The hypothesis; `{condition}` is where the condition goes. Default "This is related to {condition}.". */
  readonly hypothesis?: string;
  /** The labels in the order of the logits, where config.json does not name them. */
  readonly labels?: readonly string[];
  readonly maxTokens?: number;
}

export type EntailmentScorer = PairScorer;

/**
 * Scores by natural language inference: the probability that the text (the premise) entails the condition (within the
 * hypothesis). For cross-encoders such as bart-large-mnli and nli-deberta-v3, in a folder of the Hugging Face layout with an ONNX
 * export. Every pair is a pass through the model: exact pruning spares most of them. A text that is longer than the model takes is read in
 * windows, each with the whole hypothesis.
 *
 * @example const scorer = await entailmentScorer("models/nli-deberta-v3-small");
 * @throws RunError SXP4001 if the folder can't be used; RangeError for options out of range.
 */
export async function entailmentScorer(
  folder: string,
  options: EntailmentScorerOptions = {},
): Promise<EntailmentScorer> {
  const { hypothesis = HYPOTHESIS } = options;
  if (!hypothesis.includes("{condition}")) throw new RangeError(`The hypothesis "${hypothesis}" has no {condition}.`);
  checkOptions(options, { ...THREADS, ...WINDOWS });
  const opened = ModelFolder.open(folder);
  const labels = entailmentLabels(folder, opened.config.id2label, options.labels);
  const longest = longestOf(opened, options.maxTokens);
  const pairs = await pairValues({
    folder: opened,
    longest,
    options,
    pair: (text, condition) => ({ texts: [text, hypothesis.replace("{condition}", () => condition)], gives: 0 }),
    value(row, condition) {
      const score = probability(folder, row, labels);
      if (Number.isNaN(score)) throw runError("SXP4002", { scorer: pairs.id, score: "NaN", condition });
      return score;
    },
    id(limit) {
      const settings = JSON.stringify({ hypothesis, longest, limit, labels });
      return `${NAME}(${opened.title} ${opened.identity()} ${settings})`;
    },
  });
  const { id, values: score, notes, dispose } = pairs;
  return { id, cost: "expensive", score, notes, dispose };
}

/** The probability of entailment where only its opposite is the other choice: a neutral text has about one half. */
function probability(model: string, { data, offset, width }: OutputRow, labels: EntailmentLabels): number {
  if (width !== labels.count) {
    throw modelError(model, `the model gives ${width} logits where config.json has ${labels.count} labels.`);
  }
  return 1 / (1 + Math.exp(data[offset + labels.contradiction]! - data[offset + labels.entailment]!));
}

/** Index of each logit. */
interface EntailmentLabels {
  readonly count: number;
  readonly entailment: number;
  readonly contradiction: number;
}

/**
 * Reads the order of labels from `id2label` of config.json, in the spellings of NLI models. Throws SXP4001 if the labels
 * do not belong to natural language inference.
 */
function entailmentLabels(model: string, id2label: unknown, given?: readonly string[]): EntailmentLabels {
  const labels = given ?? labelList(id2label);
  const find = (pattern: RegExp) => labels.findIndex((label) => pattern.test(label.trim().toLowerCase()));
  const entailment = find(/^(entailment|entail|entails|e)$/);
  const contradiction = find(/^(contradiction|contradict|contradicts|c|not[_ -]?entailment)$/);
  const neutral = find(/^(neutral|n)$/);
  if (entailment < 0 || contradiction < 0 || labels.length !== (neutral < 0 ? 2 : 3)) {
    const names = labels.length === 0 ? "none" : labels.join(", ");
    throw modelError(
      model,
      `its labels (${names}) are not entailment and contradiction. Name them in the option "labels", in the order of the logits.`,
    );
  }
  return { count: labels.length, entailment, contradiction };
}

/** The labels by number, from { "0": …, "1": … }; none if numbers are missing. */
function labelList(id2label: unknown): string[] {
  const table = (id2label ?? {}) as Readonly<Record<number, unknown>>;
  const labels = Object.keys(table).map((_, number) => table[number]);
  return labels.every((label) => typeof label === "string") ? labels : [];
}
