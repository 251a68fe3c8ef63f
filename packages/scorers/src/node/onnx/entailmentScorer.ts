import { runError } from "@semantic-xpath/tree";
import type { ScoreOptions, Scorer } from "../../scorer.js";
import { Turns } from "../turns.js";
import { checkEncoderOptions, type EncoderOptions, type LazyEncoder, openEncoder } from "./encoder.js";
import { ModelFolder, modelError } from "./modelFolder.js";
import type { OnnxValue } from "./onnxRuntime.js";
import { logitsOutput } from "./tensors.js";
import { longestOf, type Tokeniser, type Tokens } from "./tokeniser.js";

/** Changes with every change that can change a score. */
const VERSION = 1;
const HYPOTHESIS = "This is related to {condition}.";

export interface EntailmentScorerOptions extends EncoderOptions {
  /** The hypothesis; `{condition}` is where the condition goes. Default "This is related to {condition}.". */
  readonly hypothesis?: string;
  /**
   * Which labels share the probability: entailment and contradiction (the default), or all that the model has. A text that says
   * nothing either way is about 0.5 by the first and about 0 by the second.
   */
  readonly over?: "two" | "all";
  /** The labels in the order of the logits, where config.json does not name them. */
  readonly labels?: readonly string[];
  readonly maxTokens?: number;
}

export interface EntailmentScorer extends Scorer {
  /** Frees the model. Scoring rejects from then on. */
  dispose(): Promise<void>;
}

/**
 * Scores by natural language inference: the probability that the text (the premise) entails the condition (within the
 * hypothesis). For cross-encoders such as bart-large-mnli and nli-deberta-v3, in a folder of the Hugging Face layout with an ONNX
 * export. Every pair is a pass through the model: exact pruning spares most of them.
 *
 * @example const scorer = await entailmentScorer("models/nli-deberta-v3-small");
 * @throws RunError SXP4001 if the folder can't be used; RangeError for options out of range.
 */
export async function entailmentScorer(
  folder: string,
  options: EntailmentScorerOptions = {},
): Promise<EntailmentScorer> {
  const { hypothesis = HYPOTHESIS, over = "two" } = options;
  if (!hypothesis.includes("{condition}")) throw new RangeError(`The hypothesis "${hypothesis}" has no {condition}.`);
  checkEncoderOptions(options);
  const opened = ModelFolder.open(folder);
  const config = opened.needJson("config.json");
  const labels = entailmentLabels(folder, config.id2label, options.labels);
  const longest = longestOf(opened, config, options.maxTokens);
  const choose = (outputs: readonly OnnxValue[]) => logitsOutput(folder, outputs);
  const { tokeniser, encoder } = await openEncoder(opened, config, { longest, choose, options });
  const id = `entailment-${VERSION}(${opened.title} ${opened.identity()} ${JSON.stringify({ hypothesis, over, longest, labels })})`;
  return new Entailment(id, folder, { hypothesis, over, longest, labels }, tokeniser, encoder);
}

interface EntailmentSettings {
  readonly hypothesis: string;
  readonly over: "two" | "all";
  readonly longest: number;
  readonly labels: EntailmentLabels;
}

class Entailment implements EntailmentScorer {
  readonly cost = "expensive";
  private readonly turns = new Turns();

  constructor(
    readonly id: string,
    private readonly model: string,
    private readonly settings: EntailmentSettings,
    private readonly tokeniser: Tokeniser,
    private readonly encoder: LazyEncoder,
  ) {}

  score(texts: readonly string[], condition: string, options: ScoreOptions): Promise<Float32Array> {
    return this.turns.take(async () => {
      options.signal?.throwIfAborted();
      const encoder = await this.encoder.get();
      const hypothesis = this.settings.hypothesis.replace("{condition}", () => condition);
      const places = new Map<string, number>();
      for (const text of texts) if (!places.has(text)) places.set(text, places.size);
      const distinct = new Float32Array(places.size);
      const pairs = [...places.keys()].map((text) => this.pair(text, hypothesis, condition));
      await encoder.run(pairs, options.signal, (index, { data, offset, width }) => {
        const score = this.probability(data, offset, width);
        if (Number.isNaN(score)) throw runError("SXP4002", { scorer: this.id, score: "NaN", condition });
        distinct[index] = score;
      });
      return Float32Array.from(texts, (text) => distinct[places.get(text)!]!);
    });
  }

  dispose(): Promise<void> {
    return this.encoder.dispose();
  }

  private pair(text: string, hypothesis: string, condition: string): Tokens {
    const pair = this.tokeniser.encodePair(text, hypothesis, this.settings.longest);
    if (pair !== undefined) return pair;
    throw modelError(
      this.model,
      `the condition "${condition.slice(0, 40)}…" fills all ${this.settings.longest} tokens that the model takes. Write a shorter one.`,
    );
  }

  /** e^entailment over the sum of e^label, of the labels that share. */
  private probability(logits: Float32Array, offset: number, width: number): number {
    const { labels, over } = this.settings;
    if (width !== labels.count) {
      throw modelError(this.model, `the model gives ${width} logits where config.json has ${labels.count} labels.`);
    }
    const entailment = logits[offset + labels.entailment]!;
    let sum = 1 + Math.exp(logits[offset + labels.contradiction]! - entailment);
    if (over === "all" && labels.neutral !== undefined) sum += Math.exp(logits[offset + labels.neutral]! - entailment);
    return 1 / sum;
  }
}

/** Which logit means what. `neutral` is absent if the model knows only entailment and its opposite. */
interface EntailmentLabels {
  readonly count: number;
  readonly entailment: number;
  readonly contradiction: number;
  readonly neutral?: number;
}

/**
 * Reads the order of labels from `id2label` of config.json, in the spellings that NLI models use. Throws SXP4001 if the labels
 * are none of natural language inference.
 */
function entailmentLabels(model: string, id2label: unknown, given?: readonly string[]): EntailmentLabels {
  const labels = given ?? labelList(id2label);
  const find = (pattern: RegExp) => labels.findIndex((label) => pattern.test(label.trim().toLowerCase()));
  const entailment = find(/^(entailment|entail|entails|e)$/);
  const contradiction = find(/^(contradiction|contradict|contradicts|c|not[_ -]?entailment)$/);
  const neutral = find(/^(neutral|n)$/);
  if (entailment < 0 || contradiction < 0 || labels.length !== (neutral < 0 ? 2 : 3)) {
    const found = labels.length === 0 ? "none" : labels.join(", ");
    throw modelError(
      model,
      `its labels (${found}) are not entailment and contradiction. Name them in the option "labels", in the order of the logits.`,
    );
  }
  const known = { count: labels.length, entailment, contradiction };
  return neutral < 0 ? known : { ...known, neutral };
}

/** The labels by number, from { "0": …, "1": … }; none if numbers are missing. */
function labelList(id2label: unknown): string[] {
  const table = (typeof id2label === "object" && id2label !== null ? id2label : {}) as Readonly<
    Record<string, unknown>
  >;
  const labels = Object.keys(table).map((_, number) => table[number]);
  return labels.every((label) => typeof label === "string") ? labels : [];
}
