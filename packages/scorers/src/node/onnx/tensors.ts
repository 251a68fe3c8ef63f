import type { ChosenOutput } from "./encoder.js";
import { fromHalf } from "./half.js";
import { modelError } from "./modelFolder.js";
import type { OnnxRuntime, OnnxTensor, OnnxValue, TensorData } from "./onnxRuntime.js";
import type { Tokens } from "./tokeniser.js";

/** Makes the inputs of one batch: `rows` padded at the end to `padded` tokens. */
type FeedMaker = (rows: readonly Tokens[], padded: number) => Record<string, OnnxTensor>;

/** The number that an input has for a token, and for padding, by the input's name. Padding has positions too. */
const PER_TOKEN = new Map<string, TokenNumbers>([
  ["input_ids", { of: ({ ids }, at) => ids[at]!, padding: (_, padId) => padId }],
  ["attention_mask", { of: () => 1, padding: () => 0 }],
  ["token_type_ids", { of: ({ types }, at) => types[at]!, padding: () => 0 }],
  ["position_ids", { of: (_, at) => at, padding: (at) => at }],
]);

interface TokenNumbers {
  of(row: Tokens, at: number): number;
  padding(at: number, padId: number): number;
}

/**
 * Reads which inputs a graph has and how to make them. Decoders ask for past keys and values as well: they get empty ones. Throws
 * SXP4001 for an input that is not known.
 */
export function feedMaker(runtime: OnnxRuntime, model: string, inputs: readonly OnnxValue[], padId: number): FeedMaker {
  const tokenInput = ({ name, type, shape }: OnnxValue, { of, padding }: TokenNumbers): InputMaker => {
    if ((type !== "int64" && type !== "int32") || shape?.length !== 2) {
      throw modelError(model, `the input "${name}" is not a table of whole numbers.`);
    }
    return (rows, padded) => {
      const wide = type === "int64";
      // 64-bit numbers are written as pairs of 32 bits, the low ones first: 20 times as fast as BigInt.
      const data = wide ? new BigInt64Array(rows.length * padded) : new Int32Array(rows.length * padded);
      const cells = new Int32Array(data.buffer);
      const width = wide ? 2 : 1;
      rows.forEach((row, r) => {
        const base = r * padded;
        const length = row.ids.length;
        for (let at = 0; at < padded; at++) cells[(base + at) * width] = at < length ? of(row, at) : padding(at, padId);
      });
      return new runtime.Tensor(type, data, [rows.length, padded]);
    };
  };

  /** Keys and values of no tokens: shape [batch, heads, 0, width], heads and width as the graph has them. */
  const emptyPast = ({ name, type, shape }: OnnxValue): InputMaker => {
    const [, heads, , width] = shape ?? [];
    if (shape?.length !== 4 || typeof heads !== "number" || typeof width !== "number") {
      throw modelError(model, `the input "${name}" has no shape of past keys or values.`);
    }
    const half = type === "float16";
    if (!half && type !== "float32") throw modelError(model, `the input "${name}" is of type ${type}.`);
    const data: TensorData = half ? new Uint16Array(0) : new Float32Array(0);
    return (rows) => new runtime.Tensor(type, data, [rows.length, heads, 0, width]);
  };

  const inputMaker = (input: OnnxValue): InputMaker => {
    const { name } = input;
    const numbers = PER_TOKEN.get(name);
    if (numbers !== undefined) return tokenInput(input, numbers);
    if (/^past_key_values\.|^past_(key|value)/.test(name)) return emptyPast(input);
    if (name === "use_cache_branch") return () => new runtime.Tensor("bool", Uint8Array.of(0), [1]);
    throw modelError(
      model,
      `the graph has an input "${name}" that is not known. Export the encoder for feature extraction.`,
    );
  };

  if (!inputs.some(({ name }) => name === "input_ids")) {
    throw modelError(model, 'the graph has no input "input_ids". It is no model of texts.');
  }
  const makers = inputs.map((input) => [input.name, inputMaker(input)] as const);
  return (rows, padded) => Object.fromEntries(makers.map(([name, make]) => [name, make(rows, padded)]));
}

type InputMaker = (rows: readonly Tokens[], padded: number) => OnnxTensor;

const SENTENCE = ["sentence_embedding", "sentence_embeddings"];
const TOKENS = ["last_hidden_state", "token_embeddings", "hidden_states"];
/** Outputs with a value for each text that are not embeddings. */
const NO_EMBEDDING = ["pooler_output", "logits"];

/**
 * The output of an embedder: one that is pooled already, unless pooling was asked for; else the one that has a vector a token. By
 * name, then by shape. Throws SXP4001 if there is none.
 */
export function embeddingOutput(model: string, outputs: readonly OnnxValue[], pooled: boolean): ChosenOutput {
  const named = (names: readonly string[], rank: 2 | 3) =>
    outputs.find(({ name, shape }) => names.includes(name) && (shape?.length ?? rank) === rank);
  const only = (rank: 2 | 3) => {
    const candidates = outputs.filter(({ name, shape }) => shape?.length === rank && !NO_EMBEDDING.includes(name));
    return candidates.length === 1 && candidates[0]!.shape!.at(-1) !== 1 ? candidates[0] : undefined;
  };
  const sentence = named(SENTENCE, 2) ?? only(2);
  const tokens = named(TOKENS, 3) ?? only(3);
  const chosen = pooled ? (tokens ?? sentence) : (named(SENTENCE, 2) ?? tokens ?? sentence);
  if (chosen !== undefined) return { name: chosen.name, rank: chosen === tokens ? 3 : 2 };
  throw modelError(
    model,
    `none of its outputs (${names(outputs)}) is a hidden state or an embedding of texts. A model that gives logits is a classifier: one logit for a pair is a re-ranker (rerank:…), labels of entailment are entailment:….`,
  );
}

/** The output of a classifier: "logits", or the only one of two dimensions. Throws SXP4001 if there is none. */
export function logitsOutput(model: string, outputs: readonly OnnxValue[]): ChosenOutput {
  const tables = outputs.filter(({ shape }) => shape?.length === 2);
  const chosen = tables.find(({ name }) => name === "logits") ?? (tables.length === 1 ? tables[0] : undefined);
  if (chosen !== undefined) return { name: chosen.name, rank: 2 };
  throw modelError(model, `none of its outputs (${names(outputs)}) is a table of logits. Is it a classifier?`);
}

const names = (outputs: readonly OnnxValue[]): string => outputs.map(({ name }) => `"${name}"`).join(", ");

/** The numbers of a float32 or float16 tensor. Throws SXP4001 for another type. */
export function floatsOf(model: string, tensor: OnnxTensor): Float32Array {
  if (tensor.data instanceof Float32Array) return tensor.data;
  if (tensor.type === "float16") {
    const { data } = tensor;
    if (data instanceof Uint16Array) return Float32Array.from(data, fromHalf);
    // A host that has Float16Array gives numbers already.
    if (ArrayBuffer.isView(data)) return Float32Array.from(data as unknown as ArrayLike<number>);
  }
  throw modelError(model, `the output of the graph is of type ${tensor.type}, not float.`);
}
