import { printCalibration } from "../../calibration.js";
import { checkOptions, THREADS, VECTORS } from "../../options.js";
import { type EmbeddingScorer, normalised, vectorScorer } from "../../vectors/vectorScorer.js";
import { type EmbeddingModelOptions, embeddingSettings, refuseOthers } from "./embeddingModel.js";
import { type EncoderOptions, type OutputRow, openEncoder } from "./encoder.js";
import { ModelFolder, modelError } from "./modelFolder.js";
import { type Dense, type Pooling, throughDense } from "./modules.js";
import type { OnnxValue } from "./onnxRuntime.js";
import { embeddingOutput } from "./tensors.js";
import { cutNote, WINDOWS, type WindowOptions, windowLimit } from "./windows.js";

/** The beginning of its id. The number changes with every change that can change a score. */
const NAME = "embedding-2";

export interface EmbeddingScorerOptions extends EmbeddingModelOptions, EncoderOptions, WindowOptions {
  /** Bound of the store of vectors, in bytes. It changes no score. Default 256 MiB. */
  readonly kept?: number;
}

/**
 * Scores by cosine of embeddings, calibrated: a sentence embedder (MiniLM, BGE, E5, GTE, Qwen3-Embedding and their like) in a folder
 * of the Hugging Face layout with an ONNX export. Reads and checks the folder now; loads onnxruntime and the weights at first use.
 * Vectors of texts and conditions are kept, so a further condition costs one embedding and a pass over the vectors. A text that is longer than
 * the model takes is read in windows.
 *
 * @example const scorer = await embeddingScorer("models/all-MiniLM-L6-v2");
 * @throws RunError SXP4001 if the folder can't be used, SXP4080 if its model is of another kind; RangeError for options out of range.
 */
export async function embeddingScorer(folder: string, options: EmbeddingScorerOptions = {}): Promise<EmbeddingScorer> {
  checkOptions(options, { ...THREADS, ...VECTORS, ...WINDOWS });
  const opened = ModelFolder.open(folder);
  refuseOthers(opened, "embedding model");
  const settings = embeddingSettings(opened, options);
  const { pooling, query, passage, longest, calibration, dense, note } = settings;
  const limit = windowLimit(options);
  const choose = (outputs: readonly OnnxValue[]) => embeddingOutput(folder, outputs, settings.poolingAsked);
  const { tokeniser, encoder } = await openEncoder(opened, { longest, choose, options });
  const idParts = { pooling, query, passage, longest, limit, calibration: printCalibration(calibration) };
  return vectorScorer(
    {
      read: (text, prefix, most) => tokeniser.encode(text, longest, { prefix, limit: most }),
      embed: (tokens, signal, onVector) =>
        encoder.run(tokens, signal, (index, row) => {
          onVector(index, vectorOf(folder, row, tokens[index]!.ids.length, { pooling, dense }));
        }),
      sizeOf: ({ ids }) => ids.length,
      dispose: () => encoder.dispose(),
    },
    {
      ...{ query, passage, calibration, limit, note, cutNote: cutNote(longest, limit) },
      ...{ cost: "expensive", kept: options.kept },
      id: `${NAME}(${opened.title} ${opened.identity()} ${JSON.stringify(idParts)})`,
    },
  );
}

/**
 * The vector of a window, of length 1: pooled, through the dense modules, normalised. An output that is a vector a text is the end of the whole
 * pipeline as exporters write it, dense modules included, unless its width says that they are still to come.
 */
function vectorOf(
  model: string,
  row: OutputRow,
  length: number,
  { pooling, dense }: { readonly pooling: Pooling; readonly dense: readonly Dense[] },
): Float32Array {
  const { data, offset, width, rank } = row;
  const [first] = dense;
  const isWhole = first === undefined || (rank === 2 && width === dense.at(-1)!.outputs);
  if (isWhole && rank === 2) return normalised(data, offset, width);
  const pooled = rank === 2 ? Float64Array.from(data.subarray(offset, offset + width)) : pool(pooling, row, length);
  if (isWhole) return normalised(pooled, 0, width);
  if (first.inputs !== width) {
    throw modelError(model, `its dense module takes ${first.inputs} numbers, and the graph gives ${width}.`);
  }
  const vector = throughDense(pooled, dense);
  return normalised(vector, 0, vector.length);
}

/** One vector from those of the first `length` tokens, which are not padding: their mean, the first, the last, or the highest of each number. */
function pool(pooling: Pooling, { data, offset, width }: OutputRow, length: number): Float64Array {
  const token = (at: number) => Float64Array.from(data.subarray(offset + at * width, offset + (at + 1) * width));
  if (pooling === "cls") return token(0);
  if (pooling === "last") return token(length - 1);
  if (pooling === "max") {
    const highest = token(0);
    for (let at = width; at < length * width; at++) {
      highest[at % width] = Math.max(highest[at % width]!, data[offset + at]!);
    }
    return highest;
  }
  const sum = new Float64Array(width);
  for (let at = 0; at < length * width; at++) sum[at % width]! += data[offset + at]!;
  return sum.map((number) => number / length);
}
