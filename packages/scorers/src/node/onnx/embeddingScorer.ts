import { runError } from "@semantic-xpath/tree";
import { ByteLru } from "../../byteLru.js";
import { calibrate, printCalibration } from "../../calibration.js";
import { atLeast } from "../../checkedScore.js";
import type { ScoreOptions, Scorer } from "../../scorer.js";
import { newVectorRows, type VectorRows } from "../../vectors/vectorRows.js";
import { Turns } from "../turns.js";
import {
  type EmbeddingModelOptions,
  type EmbeddingSettings,
  embeddingSettings,
  type Pooling,
} from "./embeddingModel.js";
import { checkEncoderOptions, type EncoderOptions, type LazyEncoder, openEncoder } from "./encoder.js";
import { ModelFolder } from "./modelFolder.js";
import type { OnnxValue } from "./onnxRuntime.js";
import { embeddingOutput } from "./tensors.js";
import type { Tokeniser } from "./tokeniser.js";

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
  checkEncoderOptions(options);
  const kept = atLeast(0, options.kept ?? KEPT, "kept");
  const opened = ModelFolder.open(folder);
  const config = opened.needJson("config.json");
  const settings = embeddingSettings(opened, config, options);
  const choose = (outputs: readonly OnnxValue[]) => embeddingOutput(folder, outputs, settings.poolingAsked);
  const { tokeniser, encoder } = await openEncoder(opened, config, { longest: settings.longest, choose, options });
  const { pooling, query, passage, longest, calibration } = settings;
  const shown = JSON.stringify({ pooling, query, passage, longest, calibration: printCalibration(calibration) });
  const id = `embedding-${VERSION}(${opened.title} ${opened.identity()} ${shown})`;
  return new Embedding(id, settings, tokeniser, encoder, new EmbeddingStore(kept));
}

class Embedding implements EmbeddingScorer {
  readonly cost = "expensive";
  private readonly conditions = new ByteLru<Float32Array>(KEPT_CONDITIONS);
  private readonly turns = new Turns();

  constructor(
    readonly id: string,
    private readonly settings: EmbeddingSettings,
    private readonly tokeniser: Tokeniser,
    private readonly encoder: LazyEncoder,
    private readonly store: EmbeddingStore,
  ) {}

  async score(texts: readonly string[], condition: string, options: ScoreOptions): Promise<Float32Array> {
    const cosines = await this.cosines(texts, condition, options);
    return cosines.map((cosine) => calibrate(this.settings.calibration, cosine));
  }

  cosines(texts: readonly string[], condition: string, options: ScoreOptions = {}): Promise<Float32Array> {
    return this.turns.take(async () => {
      options.signal?.throwIfAborted();
      const query = await this.condition(condition, options.signal);
      const cosines = new Float32Array(texts.length);
      for (let i = 0; i < texts.length; i += CHUNK) {
        const chunk = texts.slice(i, i + CHUNK);
        await this.keep(chunk, condition, options.signal);
        cosines.set(this.store.dots(query, chunk), i);
      }
      return cosines;
    });
  }

  dispose(): Promise<void> {
    this.store.clear();
    this.conditions.clear();
    return this.encoder.dispose();
  }

  private async condition(condition: string, signal: AbortSignal | undefined): Promise<Float32Array> {
    const kept = this.conditions.get(condition);
    if (kept !== undefined) return kept;
    let vector: Float32Array | undefined;
    await this.embed([this.settings.query + condition], condition, signal, (_, made) => {
      vector = made;
    });
    this.conditions.set(condition, vector!, 1);
    return vector!;
  }

  /** Brings the texts that are not there yet into the store. What is done before an abort stays. */
  private async keep(texts: readonly string[], condition: string, signal: AbortSignal | undefined): Promise<void> {
    this.store.clearWhenFull();
    const missing = [...new Set(texts)].filter((text) => this.store.row(text) === undefined);
    if (missing.length === 0) return;
    const prefixed = missing.map((text) => this.settings.passage + text);
    await this.embed(prefixed, condition, signal, (index, vector) => this.store.add(missing[index]!, vector));
  }

  private async embed(
    texts: readonly string[],
    condition: string,
    signal: AbortSignal | undefined,
    onVector: (index: number, vector: Float32Array) => void,
  ): Promise<void> {
    const encoder = await this.encoder.get();
    const { pooling, longest } = this.settings;
    const tokens = texts.map((text) => this.tokeniser.encode(text, longest));
    await encoder.run(tokens, signal, (index, { data, offset, width }) => {
      const length = tokens[index]!.ids.length;
      const vector =
        encoder.output.rank === 2 ? normalised(data, offset, width) : pool(pooling, data, offset, length, width);
      if (vector.some((value) => !Number.isFinite(value))) {
        throw runError("SXP4002", { scorer: this.id, score: "NaN", condition });
      }
      onVector(index, vector);
    });
  }
}

/** Bytes of a text's place in the store beside its text and vector, about. */
const ENTRY = 100;

/** Vectors of texts, as rows for the kernels. A store that is full starts anew. */
class EmbeddingStore {
  private readonly rowOf = new Map<string, number>();
  private vectors: VectorRows | undefined;
  private bytes = 0;

  /** `most` bounds texts and vectors, in bytes. */
  constructor(private readonly most: number) {}

  /** Row numbers stay valid until `clearWhenFull`. */
  row(text: string): number | undefined {
    return this.rowOf.get(text);
  }

  add(text: string, vector: Float32Array): void {
    this.vectors ??= newVectorRows(vector.length);
    this.rowOf.set(text, this.vectors.push(vector));
    this.bytes += ENTRY + 2 * text.length + 4 * vector.length;
  }

  clearWhenFull(): void {
    if (this.bytes > this.most) this.clear();
  }

  clear(): void {
    this.rowOf.clear();
    this.vectors?.clear();
    this.bytes = 0;
  }

  /** Cosines of a query with texts that are in the store. */
  dots(query: Float32Array, texts: readonly string[]): Float32Array {
    if (this.vectors === undefined) return new Float32Array(0);
    return this.vectors.dots(
      query,
      Int32Array.from(texts, (text) => this.rowOf.get(text)!),
    );
  }
}

/**
 * The vector of a text, of length 1: of the first `length` rows (the tokens that are no padding) of `width` numbers from `offset`
 * on, the mean, the first or the last. A vector of zeros stays as it is.
 */
function pool(pooling: Pooling, data: Float32Array, offset: number, length: number, width: number): Float32Array {
  if (pooling === "cls") return normalised(data, offset, width);
  if (pooling === "last") return normalised(data, offset + (length - 1) * width, width);
  const sum = new Float64Array(width);
  for (let t = 0; t < length; t++) {
    const start = offset + t * width;
    for (let i = 0; i < width; i++) sum[i]! += data[start + i]!;
  }
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
