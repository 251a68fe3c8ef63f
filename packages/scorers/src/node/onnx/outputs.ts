import type { ChosenOutput } from "./encoder.js";
import { modelError } from "./modelError.js";
import type { OnnxValue } from "./onnxRuntime.js";

const SENTENCE = ["sentence_embedding", "sentence_embeddings"];
const TOKENS = ["last_hidden_state", "token_embeddings", "hidden_states"];

/**
 * The output of an embedder: one that is pooled already, unless pooling was asked for; else the one that has a vector a token. By
 * name, then by shape. Throws SXP4001 where there is none.
 */
export function embeddingOutput(model: string, outputs: readonly OnnxValue[], pooled: boolean): ChosenOutput {
  const named = (names: readonly string[], rank: 2 | 3) =>
    outputs.find(({ name, shape }) => names.includes(name) && (shape?.length ?? rank) === rank);
  const only = (rank: 2 | 3) => {
    const found = outputs.filter(({ name, shape }) => shape?.length === rank && name !== "pooler_output");
    return found.length === 1 ? found[0] : undefined;
  };
  const sentence = named(SENTENCE, 2) ?? only(2);
  const tokens = named(TOKENS, 3) ?? only(3);
  const chosen = pooled ? (tokens ?? sentence) : (named(SENTENCE, 2) ?? tokens ?? sentence);
  if (chosen !== undefined) return { name: chosen.name, rank: chosen === tokens ? 3 : 2 };
  throw modelError(model, `none of its outputs (${names(outputs)}) is a hidden state or an embedding of texts.`);
}

/** The output of a classifier: "logits", or the only one of two dimensions. Throws SXP4001 where there is none. */
export function logitsOutput(model: string, outputs: readonly OnnxValue[]): ChosenOutput {
  const tables = outputs.filter(({ shape }) => shape?.length === 2);
  const chosen = tables.find(({ name }) => name === "logits") ?? (tables.length === 1 ? tables[0] : undefined);
  if (chosen !== undefined) return { name: chosen.name, rank: 2 };
  throw modelError(model, `none of its outputs (${names(outputs)}) is a table of logits. Is it a classifier?`);
}

const names = (outputs: readonly OnnxValue[]): string => outputs.map(({ name }) => `"${name}"`).join(", ");
