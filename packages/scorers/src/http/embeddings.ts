import { type Calibration, CUT_AT_ZERO, calibrate, checkCalibration, printCalibration } from "../calibration.js";
import type { ScoreOptions, Scorer } from "../scorer.js";
import { Api, type ApiOptions, atLeast } from "./api.js";
import { type BatchSize, inBatches } from "./batches.js";
import { EmbedOnce } from "./embedOnce.js";
import { endpointOf } from "./endpoint.js";
import { ApiFailure } from "./failure.js";
import { cosine, readEmbeddings } from "./readEmbeddings.js";
import { distinct, onBehalfOf } from "./scoring.js";

export interface EmbeddingsApiOptions extends ApiOptions {
  /** Asks for vectors of this length, of a model that can shorten its own. */
  readonly dimensions?: number;
  /** Texts per request. From 1; default 32. */
  readonly batchSize?: number;
  /** What the model wants in front of a condition and of a text; each default is empty. */
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  /** From cosine to score. Default: the cosine itself, at least 0. */
  readonly calibration?: Calibration;
  /** Bound of the memory for vectors, in bytes; default 256 MiB. It changes no score. */
  readonly kept?: number;
}

/** Changes with every change that can change a score. */
const VERSION = 1;
const KEPT = 2 ** 28;
const KEPT_CONDITIONS = 2 ** 22;

/**
 * Similarity of embeddings that a server gives: `calibration(cos(embed(queryPrefix + condition), embed(passagePrefix + text)))`. The
 * server speaks OpenAI's `POST /embeddings`, as vLLM, Text Embeddings Inference, Ollama and hosted models do. A text is sent once as
 * long as its vector is kept, whatever the condition.
 *
 * Texts and conditions leave this machine if the server is another one.
 *
 * @example embeddingsApiScorer({ url: "http://127.0.0.1:8080/v1", model: "Qwen/Qwen3-Embedding-0.6B" })
 * @throws RangeError for options out of range. Scoring rejects with SXP4001, which names endpoint and status.
 */
export function embeddingsApiScorer(options: EmbeddingsApiOptions): Scorer {
  return new EmbeddingsApi(options);
}

class EmbeddingsApi implements Scorer {
  readonly id: string;
  readonly cost = "expensive";
  private readonly api: Api;
  private readonly calibration: Calibration;
  private readonly batchSize: BatchSize;
  private readonly texts: EmbedOnce;
  private readonly conditions: EmbedOnce;

  constructor(private readonly options: EmbeddingsApiOptions) {
    const { url, model, dimensions, queryPrefix = "", passagePrefix = "" } = options;
    this.api = new Api(endpointOf(url, "/embeddings"), options);
    this.calibration = checkCalibration(options.calibration ?? CUT_AT_ZERO);
    this.batchSize = { current: atLeast(1, options.batchSize ?? 32, "batchSize") };
    this.texts = this.once(atLeast(0, options.kept ?? KEPT, "kept"), passagePrefix);
    this.conditions = this.once(KEPT_CONDITIONS, queryPrefix);
    if (dimensions !== undefined) atLeast(1, dimensions, "dimensions");
    const settings = [
      `${model}@${this.api.endpoint.shown}`,
      ...(dimensions === undefined ? [] : [`dimensions=${dimensions}`]),
      ...(queryPrefix === "" ? [] : [`query=${JSON.stringify(queryPrefix)}`]),
      ...(passagePrefix === "" ? [] : [`passage=${JSON.stringify(passagePrefix)}`]),
      printCalibration(this.calibration),
    ];
    this.id = `openai-${VERSION}(${settings.join(" ")})`;
  }

  score(texts: readonly string[], condition: string, { signal }: ScoreOptions): Promise<Float32Array> {
    return onBehalfOf(this.id, signal, () => this.scoreAll(texts, condition, signal));
  }

  private async scoreAll(
    texts: readonly string[],
    condition: string,
    signal: AbortSignal | undefined,
  ): Promise<Float32Array> {
    signal?.throwIfAborted();
    if (texts.length === 0) return new Float32Array(0);
    let query: Float32Array = new Float32Array(0);
    await this.conditions.each([condition], signal, (_, vector) => {
      query = vector;
    });
    const scores = new Map<string, number>();
    await this.texts.each(distinct(texts), signal, (text, vector) => {
      scores.set(text, calibrate(this.calibration, cosine(query, vector)));
    });
    return Float32Array.from(texts, (text) => scores.get(text)!);
  }

  private once(maxBytes: number, prefix: string): EmbedOnce {
    return new EmbedOnce(maxBytes, (texts, signal, take) =>
      inBatches(texts, this.batchSize, this.api.concurrency, signal, async (batch, stop) => {
        const vectors = await this.embed(
          batch.map((text) => prefix + text),
          stop,
        );
        batch.forEach((text, place) => {
          take(text, vectors[place]!);
        });
      }),
    );
  }

  private async embed(input: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const { model, dimensions } = this.options;
    const request = { model, input, encoding_format: "float", ...(dimensions !== undefined && { dimensions }) };
    const vectors = readEmbeddings(await this.api.post(request, signal), input.length);
    if (dimensions !== undefined && vectors[0]!.length !== dimensions) {
      throw new ApiFailure(`it gave vectors of ${vectors[0]!.length} numbers where ${dimensions} were asked for.`);
    }
    return vectors;
  }
}
