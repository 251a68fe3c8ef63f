import { ByteLru } from "../byteLru.js";
import { type Calibration, CUT_AT_ZERO, calibrate, checkCalibration, printCalibration } from "../calibration.js";
import { scoreDistinct } from "../combined.js";
import { FACTS, FACTS_NOTE, type FactsOptions, factsIn, withFacts } from "../facts.js";
import { isObject } from "../json.js";
import { checkOptions, VECTORS, whole } from "../options.js";
import type { Scorer } from "../scorer.js";
import { Api, type ApiOptions, onBehalfOf } from "./api.js";
import { inBatches } from "./concurrency.js";
import { endpointOf } from "./endpoint.js";
import { ApiFailure } from "./failure.js";

export interface EmbeddingsApiOptions extends ApiOptions, FactsOptions {
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

/** Changes with every change that can change a score. */
const VERSION = 1;
const KEPT = 2 ** 28;
/** Bytes of an answer for each text: some 40 000 numbers. */
const LONGEST = 2 ** 20;
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
  const { url, model, dimensions, queryPrefix = "", passagePrefix = "", kept = KEPT } = options;
  const api = new Api(endpointOf(url, "/embeddings"), options);
  const calibration = checkCalibration(options.calibration ?? CUT_AT_ZERO);
  checkOptions(options, { ...VECTORS, ...FACTS, dimensions: whole(1) });
  const size = { current: options.batchSize ?? 32 };

  const embed = async (input: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> => {
    const request = { model, input, encoding_format: "float", dimensions };
    const vectors = readEmbeddings(await api.post(request, LONGEST * input.length, signal), input.length);
    const { length } = vectors[0]!;
    if (dimensions === undefined || length === dimensions) return vectors;
    throw new ApiFailure(`it gave vectors of ${length} numbers where ${dimensions} were asked for.`);
  };
  const isRead = (options.context ?? "off") !== "off";
  let hasFacts = false;
  const alone = (text: string) => text;
  const joined = (text: string): string => {
    const { facts, text: ownText } = factsIn(text);
    hasFacts ||= facts !== "";
    return facts + ownText;
  };
  const once = (maxBytes: number, prefix: string, parts: (text: string) => string) =>
    embedOnce(maxBytes, (texts, signal, take) =>
      inBatches(texts, size, api.concurrency, signal, async (batch, stop) => {
        const prefixed = batch.map((text) => prefix + parts(text));
        const vectors = await embed(prefixed, stop);
        batch.forEach((text, place) => {
          take(text, vectors[place]!);
        });
      }),
    );
  const passages = once(kept, passagePrefix, isRead ? joined : alone);
  const conditions = once(KEPT_CONDITIONS, queryPrefix, alone);
  const id = `openai-${VERSION}(${settingsOf(options, api, calibration).join(" ")})`;
  return {
    id,
    cost: "expensive",
    ...(isRead && { readsContext: true, notes: () => (hasFacts ? FACTS_NOTE : null) }),
    score: (given, condition, { signal, contexts }) =>
      onBehalfOf(id, signal, async () => {
        signal?.throwIfAborted();
        const texts = isRead ? given.map((text, i) => withFacts(text, contexts?.[i], options)) : given;
        if (texts.length === 0) return new Float32Array(0);
        let query: Float32Array;
        await conditions([condition], signal, (_, vector) => {
          query = vector;
        });
        return scoreDistinct(texts, (distinct, scores) =>
          passages(distinct, signal, (text, vector) => {
            scores.set(text, calibrate(calibration, cosine(query, vector)));
          }),
        );
      }),
  };
}

/** All that its scores depend on. */
function settingsOf(options: EmbeddingsApiOptions, api: Api, calibration: Calibration): readonly string[] {
  const { model, dimensions, queryPrefix = "", passagePrefix = "", context = "off" } = options;
  return [
    `${model}@${api.endpoint.shown}`,
    ...(dimensions === undefined ? [] : [`dimensions=${dimensions}`]),
    ...(queryPrefix === "" ? [] : [`query=${JSON.stringify(queryPrefix)}`]),
    ...(passagePrefix === "" ? [] : [`passage=${JSON.stringify(passagePrefix)}`]),
    ...(context === "off" ? [] : [`context=${context}`]),
    printCalibration(calibration),
  ];
}

type Take = (text: string, vector: Float32Array) => void;

/** Gives `take` the vector of each text. */
type Embed = (texts: readonly string[], signal: AbortSignal | undefined, take: Take) => Promise<void>;

/**
 * Embeds a text once as long as its vector is kept, also where several callers want it at the same time. `take` is called once for
 * each of the distinct texts, in no certain order.
 */
function embedOnce(maxBytes: number, embed: Embed): Embed {
  const vectorsByText = new ByteLru<Float32Array>(maxBytes);
  /** Texts that are being embedded; the promises never reject. */
  const underWay = new Map<string, Promise<void>>();
  const embedOwn: Embed = async (texts, signal, take) => {
    if (texts.length === 0) return;
    const done = embed(texts, signal, (text, vector) => {
      vectorsByText.set(text, vector, 2 * text.length + vector.byteLength + 128);
      take(text, vector);
    }).finally(() => {
      for (const text of texts) underWay.delete(text);
    });
    const settled = done.catch(() => undefined);
    for (const text of texts) underWay.set(text, settled);
    await done;
  };
  return async (texts, signal, take) => {
    for (let open = texts; open.length > 0; ) {
      signal?.throwIfAborted();
      const fresh: string[] = [];
      const waits: string[] = [];
      for (const text of open) {
        const vector = vectorsByText.get(text);
        if (vector !== undefined) take(text, vector);
        else (underWay.has(text) ? waits : fresh).push(text);
      }
      const pending = waits.map((text) => underWay.get(text)!);
      await embedOwn(fresh, signal, take);
      await Promise.all(pending);
      // If the other caller failed, or its vectors were not kept, these are embedded here.
      open = waits;
    }
  };
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
  let squares = 0;
  for (const number of numbers) {
    if (typeof number !== "number") throw new ApiFailure("an embedding has an entry that is no number.");
    squares += number * number;
  }
  if (!Number.isFinite(squares)) throw new ApiFailure("an embedding has an entry that is no finite number.");
  const length = Math.sqrt(squares) || 1;
  const vector = new Float32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) vector[i] = (numbers[i] as number) / length;
  return vector;
}

/** The cosine of two vectors of length 1. Throws an ApiFailure if they are not of the same length. */
function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new ApiFailure(`it gave embeddings of ${a.length} and of ${b.length} numbers.`);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
