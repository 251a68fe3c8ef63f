import type { ModelFolder } from "./modelFolder.js";

/** Tokens where nothing says less. Longer texts cost time that grows with their square, and say little more. */
const USUAL = 512;
/** Model types whose position table begins after the padding token. */
const SHIFTED = new Set(["roberta", "xlm-roberta", "camembert", "mpnet"]);

/** The most tokens of a sequence: what is asked for, else 512, and never more than the model or its files allow. */
export function longestOf(folder: ModelFolder, config: Readonly<Record<string, unknown>>, asked?: number): number {
  if (asked !== undefined && (!Number.isInteger(asked) || asked < 8)) {
    throw new RangeError(`"maxTokens" is ${asked}. It is a whole number from 8.`);
  }
  const positions = whole(config.max_position_embeddings) - (SHIFTED.has(String(config.model_type)) ? 2 : 0);
  const relative = config.position_biased_input === false;
  const table = relative ? Number.POSITIVE_INFINITY : positions;
  if (asked !== undefined) return Math.min(asked, table);
  const sentence = whole(folder.json("sentence_bert_config.json")?.max_seq_length);
  const tokenizer = whole(folder.json("tokenizer_config.json")?.model_max_length);
  return Math.min(USUAL, sentence, tokenizer, table);
}

/** A whole number from 8; anything else says nothing. (Tokenisers without a limit have one of 10³⁰.) */
const whole = (value: unknown): number =>
  typeof value === "number" && value >= 8 ? Math.floor(value) : Number.POSITIVE_INFINITY;
