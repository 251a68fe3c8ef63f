import { modelError } from "./modelError.js";
import type { OnnxRuntime, OnnxTensor, OnnxValue, TensorData } from "./onnxRuntime.js";
import type { Tokens } from "./tokeniser.js";

/** Makes the inputs of one batch: `rows` padded at the end to `padded` tokens. */
export type FeedMaker = (rows: readonly Tokens[], padded: number) => Record<string, OnnxTensor>;

/** The number that an input has for a token, by the input's name. */
const PER_TOKEN: Readonly<Record<string, (row: Tokens, at: number) => number>> = {
  attention_mask: () => 1,
  token_type_ids: (row, at) => row.types[at]!,
  position_ids: (_, at) => at,
};

/**
 * Reads which inputs a graph has and how to make them. Decoders ask for past keys and values as well: they get empty ones. Throws
 * SXP4001 for an input that is not known.
 */
export function feedMaker(runtime: OnnxRuntime, model: string, inputs: readonly OnnxValue[], padId: number): FeedMaker {
  if (!inputs.some(({ name }) => name === "input_ids")) {
    throw modelError(model, 'the graph has no input "input_ids". It is no model of texts.');
  }
  const makers = inputs.map((input) => [input.name, inputMaker(runtime, model, input, padId)] as const);
  return (rows, padded) => Object.fromEntries(makers.map(([name, make]) => [name, make(rows, padded)]));
}

type InputMaker = (rows: readonly Tokens[], padded: number) => OnnxTensor;

function inputMaker(runtime: OnnxRuntime, model: string, input: OnnxValue, padId: number): InputMaker {
  const { name } = input;
  const number = name === "input_ids" ? (row: Tokens, at: number) => row.ids[at]! : PER_TOKEN[name];
  if (number !== undefined) {
    // Padding has positions too; everything else about it is 0.
    const filler = name === "input_ids" ? () => padId : name === "position_ids" ? (at: number) => at : () => 0;
    return tokenInput(runtime, model, input, number, filler);
  }
  if (/^past_key_values\.|^past_(key|value)/.test(name)) return emptyPast(runtime, model, input);
  if (name === "use_cache_branch") return () => new runtime.Tensor("bool", Uint8Array.of(0), [1]);
  throw modelError(
    model,
    `the graph has an input "${name}" that is not known. Export the encoder for feature extraction.`,
  );
}

function tokenInput(
  runtime: OnnxRuntime,
  model: string,
  { name, type, shape }: OnnxValue,
  number: (row: Tokens, at: number) => number,
  filler: (at: number) => number,
): InputMaker {
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
      for (let at = 0; at < padded; at++) cells[(base + at) * width] = at < length ? number(row, at) : filler(at);
    });
    return new runtime.Tensor(type, data, [rows.length, padded]);
  };
}

/** Keys and values of no tokens: shape [batch, heads, 0, width], heads and width as the graph has them. */
function emptyPast(runtime: OnnxRuntime, model: string, { name, type, shape }: OnnxValue): InputMaker {
  const [, heads, , width] = shape ?? [];
  if (shape?.length !== 4 || typeof heads !== "number" || typeof width !== "number") {
    throw modelError(model, `the input "${name}" has no shape of past keys or values.`);
  }
  const half = type === "float16";
  if (!half && type !== "float32") throw modelError(model, `the input "${name}" is of type ${type}.`);
  return (rows) => {
    const data: TensorData = half ? new Uint16Array(0) : new Float32Array(0);
    return new runtime.Tensor(type, data, [rows.length, heads, 0, width]);
  };
}
