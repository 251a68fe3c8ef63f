import { type Calibration, CUT_AT_ZERO, checkCalibration, printCalibration } from "../calibration.js";
import { isObject } from "../json.js";
import { BATCHES, checkOptions, VECTORS, whole } from "../options.js";
import type { Scorer } from "../scorer.js";
import { normalised, vectorScorer } from "../vectors/vectorScorer.js";
import { Api, type ApiOptions, onBehalfOf } from "./api.js";
import { inBatches } from "./concurrency.js";
import { endpointOf } from "./endpoint.js";
import { ApiFailure } from "./failure.js";

export interface EmbeddingsApiOptions extends ApiOptions {
  /** Asks for vectors of this length, of a model that can shorten its own. */
  readonly dimensions?: number;
  /** Texts per request. From 1; default 32. */
  readonly batchSize?: number;
  /** Prefixes of a condition and of a text that the model was trained with; each default is empty. */
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  /** From cosine to score. Default: the cosine itself, at least 0. */
  readonly calibration?: Calibration;
  /** Bound of the memory for vectors, in bytes; default 256 MiB. It changes no score. */
  readonly kept?: number;
}

/** The beginning of its id. The number changes with every change that can change a score. */
const NAME = "openai-1";
/** Bytes of an answer for each text: some 40 000 numbers. */
const LONGEST = 2 ** 20;

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
  const { url, model, dimensions, queryPrefix: query = "", passagePrefix: passage = "", kept } = options;
  const api = new Api(endpointOf(url, "/embeddings"), options);
  const calibration = checkCalibration(options.calibration ?? CUT_AT_ZERO);
  checkOptions(options, { ...VECTORS, ...BATCHES, dimensions: whole(1) });
  const size = { current: options.batchSize ?? 32 };
  let width = dimensions;

  const embed = async (input: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> => {
    const request = { model, input, encoding_format: "float", dimensions };
    const vectors = readEmbeddings(await api.post(request, LONGEST * input.length, signal), input.length);
    const { length } = vectors[0]!;
    width ??= length;
    if (length === width) return vectors;
    throw new ApiFailure(
      dimensions === undefined
        ? `it gave embeddings of ${width} and of ${length} numbers.`
        : `it gave vectors of ${length} numbers where ${dimensions} were asked for.`,
    );
  };
  const id = `${NAME}(${settingsOf(options, api, calibration).join(" ")})`;
  const scorer = vectorScorer<string>(
    {
      read: (text, prefix) => ({ windows: [prefix + text], isCut: false }),
      sizeOf: ({ length }) => length,
      embed: (texts, signal, onVector) =>
        inBatches(Array.from(texts.keys()), size, api.concurrency, signal, async (batch, stop) => {
          const vectors = await embed(
            batch.map((index) => texts[index]!),
            stop,
          );
          batch.forEach((index, place) => {
            onVector(index, vectors[place]!);
          });
        }),
      dispose: async () => undefined,
    },
    { id, cost: "expensive", query, passage, calibration, kept, limit: 1, note: null, cutNote: null },
  );
  return {
    id,
    cost: "expensive",
    score: (texts, condition, asked) => onBehalfOf(id, asked.signal, () => scorer.score(texts, condition, asked)),
    scoreListed: (list, numbers, condition, asked) =>
      onBehalfOf(id, asked.signal, () => scorer.scoreListed(list, numbers, condition, asked)),
  };
}

/** All that its scores depend on. */
function settingsOf(options: EmbeddingsApiOptions, api: Api, calibration: Calibration): readonly string[] {
  const { model, dimensions, queryPrefix = "", passagePrefix = "" } = options;
  return [
    `${model}@${api.endpoint.shown}`,
    ...(dimensions === undefined ? [] : [`dimensions=${dimensions}`]),
    ...(queryPrefix === "" ? [] : [`query=${JSON.stringify(queryPrefix)}`]),
    ...(passagePrefix === "" ? [] : [`passage=${JSON.stringify(passagePrefix)}`]),
    printCalibration(calibration),
  ];
}

/**
 * The vectors of an `/embeddings` answer, each of length 1, in the order of the request: by `index` if the answer has it. A zero vector
 * stays zero. Throws an ApiFailure for any other number of vectors, for vectors of several lengths and for numbers that are not finite.
 */
function readEmbeddings(answer: unknown, count: number): Float32Array[] {
  const data = isObject(answer) ? answer.data : undefined;
  if (!Array.isArray(data)) throw new ApiFailure('the answer has no "data" with embeddings.');
  if (data.length !== count) throw new ApiFailure(`it gave ${data.length} embeddings for ${count} texts.`);
  const vectors = new Map<unknown, Float32Array>();
  data.forEach((entry: unknown, place) => {
    const { index = place, embedding } = isObject(entry) ? entry : {};
    if (typeof index !== "number" || !(index in data) || vectors.has(index)) {
      throw new ApiFailure('an "index" of the answer is out of range or there twice.');
    }
    if (!Array.isArray(embedding) || embedding.length === 0)
      throw new ApiFailure("an embedding is no list of numbers.");
    vectors.set(index, unit(embedding));
  });
  const ordered = data.map((_, index) => vectors.get(index)!);
  if (ordered.some((vector) => vector.length !== ordered[0]!.length)) {
    throw new ApiFailure("the embeddings have several lengths.");
  }
  return ordered;
}

function unit(numbers: readonly unknown[]): Float32Array {
  if (!numbers.every((number) => typeof number === "number"))
    throw new ApiFailure("an embedding has an entry that is no number.");
  const vector = normalised(numbers, 0, numbers.length);
  if (vector.every(Number.isFinite)) return vector;
  throw new ApiFailure("an embedding has an entry that is no finite number.");
}
