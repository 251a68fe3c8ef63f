import { runError } from "@semantic-xpath/tree";
import { ByteLru } from "../../byteLru.js";
import { calibrate, printCalibration } from "../../calibration.js";
import { BATCHES, checkOptions, VECTORS } from "../../options.js";
import type { ScoreOptions, Scorer } from "../../scorer.js";
import { newVectorRows, type VectorRows } from "../../vectors/vectorRows.js";
import { Turns } from "../turns.js";
import { type EmbeddingModelOptions, embeddingSettings, type Pooling } from "./embeddingModel.js";
import { type EncoderOptions, type OutputRow, openEncoder } from "./encoder.js";
import { ModelFolder } from "./modelFolder.js";
import type { OnnxValue } from "./onnxRuntime.js";
import { embeddingOutput } from "./tensors.js";

/** Changes with every change that can change a score. */
const VERSION = 1;
/** Bytes of texts and vectors that are kept: some 100 000 vectors of 384 numbers. */
const KEPT = 256 * 2 ** 20;
const KEPT_CONDITIONS = 256;
/** Texts between two looks at whether the store is full. */
const CHUNK = 16384;

export interface EmbeddingScorerOptions extends EmbeddingModelOptions, EncoderOptions {
  /** Bound of the store of vectors, in bytes. It changes no score. Default 256 MiB. */
  readonly kept?: number;
}

/** A scorer that holds a model. */
export interface EmbeddingScorer extends Scorer {
  /** The cosines before calibration, in [-1, 1] but for rounding: what `fitCalibration` is given. */
  cosines(texts: readonly string[], condition: string, options?: ScoreOptions): Promise<Float32Array>;
  /** Frees the model. Scoring rejects from then on. */
  dispose(): Promise<void>;
}

/**
 * Scores by cosine of embeddings, calibrated: a sentence embedder (MiniLM, BGE, E5, GTE, Qwen3-Embedding and their like) in a folder
 * of the Hugging Face layout with an ONNX export. Reads and checks the folder now; loads onnxruntime and the weights at first use.
 * Vectors of texts and conditions are kept, so a further condition costs one embedding and a pass over the vectors.
 *
 * @example const scorer = await embeddingScorer("models/all-MiniLM-L6-v2");
 * @throws RunError SXP4001 if the folder can't be used; RangeError for options out of range.
 */
export async function embeddingScorer(folder: string, options: EmbeddingScorerOptions = {}): Promise<EmbeddingScorer> {
  checkOptions(options, { ...BATCHES, ...VECTORS });
  const opened = ModelFolder.open(folder);
  const settings = embeddingSettings(opened, options);
  const choose = (outputs: readonly OnnxValue[]) => embeddingOutput(folder, outputs, settings.poolingAsked);
  const { tokeniser, encoder } = await openEncoder(opened, { longest: settings.longest, choose, options });
  const { pooling, query, passage, longest, calibration } = settings;
  const shown = JSON.stringify({ pooling, query, passage, longest, calibration: printCalibration(calibration) });
  const id = `embedding-${VERSION}(${opened.title} ${opened.identity()} ${shown})`;
  const store = embeddingStore(options.kept ?? KEPT);
  const conditions = new ByteLru<Float32Array>(KEPT_CONDITIONS);
  const turns = new Turns();
  const embed = async (
    texts: readonly string[],
    condition: string,
    signal: AbortSignal | undefined,
    onVector: (index: number, vector: Float32Array) => void,
  ): Promise<void> => {
    const tokens = texts.map((text) => tokeniser.encode(text, longest));
    await encoder.run(tokens, signal, (index, row) => {
      const vector = pool(pooling, row, tokens[index]!.ids.length);
      if (!vector.every(Number.isFinite)) throw runError("SXP4002", { scorer: id, score: "NaN", condition });
      onVector(index, vector);
    });
  };
  const cosinesOf = async (texts: readonly string[], condition: string, { signal }: ScoreOptions = {}) => {
    signal?.throwIfAborted();
    let vector = conditions.get(condition);
    if (vector === undefined) {
      await embed([query + condition], condition, signal, (_, made) => {
        conditions.set(condition, made, 1);
        vector = made;
      });
    }
    const cosines = new Float32Array(texts.length);
    for (let i = 0; i < texts.length; i += CHUNK) {
      const chunk = texts.slice(i, i + CHUNK);
      // What is done before an abort stays.
      const missing = store.missing(chunk);
      const prefixed = missing.map((text) => passage + text);
      if (missing.length > 0) await embed(prefixed, condition, signal, (at, made) => store.add(missing[at]!, made));
      cosines.set(store.dots(vector!, chunk), i);
    }
    return cosines;
  };
  const cosines: EmbeddingScorer["cosines"] = (...asked) => turns.take(() => cosinesOf(...asked));
  return {
    id,
    cost: "expensive",
    cosines,
    score: async (...asked) => (await cosines(...asked)).map((cosine) => calibrate(calibration, cosine)),
    dispose() {
      store.clear();
      conditions.clear();
      return encoder.dispose();
    },
  };
}

/** Bytes of a text's place in the store beside its text and vector, about. */
const ENTRY = 100;

/** Vectors of texts, as rows for the kernels. A store that is full starts anew; `most` bounds texts and vectors, in bytes. */
function embeddingStore(most: number) {
  const rowOf = new Map<string, number>();
  let vectors: VectorRows | undefined;
  let bytes = 0;
  const clear = () => {
    rowOf.clear();
    vectors?.clear();
    bytes = 0;
  };
  return {
    clear,
    /** The texts that are not there yet, once each; where the store is full, all of them. */
    missing(texts: readonly string[]): readonly string[] {
      if (bytes > most) clear();
      return [...new Set(texts)].filter((text) => !rowOf.has(text));
    },
    add(text: string, vector: Float32Array): void {
      vectors ??= newVectorRows(vector.length);
      rowOf.set(text, vectors.push(vector));
      bytes += ENTRY + 2 * text.length + 4 * vector.length;
    },
    /** Cosines of a query with texts that are in the store. */
    dots(query: Float32Array, texts: readonly string[]): Float32Array {
      const rows = Int32Array.from(texts, (text) => rowOf.get(text)!);
      return vectors?.dots(query, rows) ?? new Float32Array(0);
    },
  };
}

/**
 * The vector of a text, of length 1: the row itself where it is the text's, else of the vectors of its first `length` tokens, which
 * are no padding, the mean, the first or the last. A vector of zeros stays as it is.
 */
function pool(pooling: Pooling, { data, offset, width, rank }: OutputRow, length: number): Float32Array {
  if (rank === 2 || pooling === "cls") return normalised(data, offset, width);
  if (pooling === "last") return normalised(data, offset + (length - 1) * width, width);
  const sum = new Float64Array(width);
  for (let at = 0; at < length * width; at++) sum[at % width]! += data[offset + at]!;
  return normalised(sum, 0, width);
}

/** `width` numbers from `offset` on, divided by their Euclidean norm. */
function normalised(data: Float32Array | Float64Array, offset: number, width: number): Float32Array {
  let squares = 0;
  for (let i = 0; i < width; i++) squares += data[offset + i]! ** 2;
  const norm = Math.sqrt(squares);
  const vector = new Float32Array(width);
  for (let i = 0; i < width; i++) vector[i] = norm === 0 ? 0 : data[offset + i]! / norm;
  return vector;
}
