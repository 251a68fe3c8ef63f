import { type Calibration, calibrate, checkCalibration, printCalibration } from "../calibration.js";
import { scoreDistinct } from "../combined.js";
import { isObject } from "../json.js";
import { checkOptions, isShare, oneOf, whole } from "../options.js";
import type { Scorer } from "../scorer.js";
import { Api, type ApiOptions, onBehalfOf } from "./api.js";
import { inBatches } from "./concurrency.js";
import { endpointOf } from "./endpoint.js";
import { ApiFailure } from "./failure.js";

export interface RerankApiOptions extends ApiOptions {
  /**
   * Name of the member with the texts: `documents` (Cohere, Jina, vLLM, llama.cpp, Infinity) or `texts` (Text Embeddings Inference).
   * Default `documents`.
   */
  readonly texts?: "documents" | "texts";
  /** Texts per request. From 1; default 32. */
  readonly batchSize?: number;
  /** From the server's number to a score. Default: the number itself, which must be from 0 to 1. */
  readonly calibration?: Calibration;
}

export const RERANK = { texts: oneOf("documents", "texts"), batchSize: whole(1) };

/** The beginning of its id. The number changes with every change that can change a score. */
const NAME = "rerank-server-1";
/** Bytes of an answer for each text: servers repeat the texts unless they are asked not to, and some do anyway. */
const LONGEST = 2 ** 20;

/**
 * A re-ranker of a server, over `POST /rerank` with `query` and `documents`: Cohere, Jina, Voyage and their like, vLLM, llama.cpp, Infinity;
 * and Text Embeddings Inference, which calls them `texts`. Each pair is scored on its own by these servers, so a score is a
 * function of text and condition. Texts that are longer than the model takes are the server's to cut or to refuse.
 *
 * Texts and conditions leave this machine if the server is another one.
 *
 * @example rerankApiScorer({ url: "http://127.0.0.1:8080", model: "BAAI/bge-reranker-v2-m3" })
 * @throws RangeError for options out of range. Scoring rejects with SXP4001, which names endpoint and status.
 */
export function rerankApiScorer(options: RerankApiOptions): Scorer {
  const { url, model, texts: name = "documents" } = options;
  const api = new Api(endpointOf(url, "/rerank"), options);
  checkOptions(options, RERANK);
  const calibration = options.calibration === undefined ? null : checkCalibration(options.calibration);
  const size = { current: options.batchSize ?? 32 };
  const suffix = calibration === null ? "" : ` ${printCalibration(calibration)}`;
  const id = `${NAME}(${model}@${api.endpoint.shown} ${name}${suffix})`;

  const rank = async (batch: readonly string[], query: string, signal: AbortSignal): Promise<Float64Array> => {
    const inputs = name === "texts" ? { texts: batch } : { documents: batch, top_n: batch.length };
    const request = { model, query, ...inputs, [name === "texts" ? "return_text" : "return_documents"]: false };
    return readRanking(await api.post(request, LONGEST * batch.length + 4 * lengthOf(batch), signal), batch.length);
  };
  const scoreOf = (number: number): number => {
    if (calibration !== null) return calibrate(calibration, number);
    if (isShare(number)) return number;
    throw new ApiFailure(
      `${api.endpoint.shown} gave ${number}, which is a logit and no score. Set "calibration" to { "kind": "logistic", "slope": 1, "intercept": 0 }.`,
    );
  };
  return {
    id,
    cost: "expensive",
    score: (texts, condition, { signal, onScored }) =>
      onBehalfOf(id, signal, () =>
        scoreDistinct(texts, (distinct, scores) =>
          inBatches(distinct, size, api.concurrency, signal, async (batch, stop) => {
            const ranked = await rank(batch, condition, stop);
            batch.forEach((text, place) => {
              scores.set(text, scoreOf(ranked[place]!));
            });
            onScored?.(scores.size);
          }),
        ),
      ),
  };
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

/**
 * The numbers of an answer, in the order of what was sent: a list of `{ index, relevance_score }` or `{ index, score }`, bare or as `results` or
 * `data`. Throws an ApiFailure unless each text has one finite number.
 */
export function readRanking(answer: unknown, count: number): Float64Array {
  const { results, data } = isObject(answer) ? answer : {};
  const list = [answer, results, data].find((candidate) => Array.isArray(candidate)) as readonly unknown[] | undefined;
  if (list === undefined) throw new ApiFailure('the answer has no "results".');
  const ranked = new Float64Array(count).fill(Number.NaN);
  for (const entry of list) {
    const { index, relevance_score: relevance, score = relevance } = isObject(entry) ? entry : {};
    if (typeof index !== "number" || !Object.hasOwn(ranked, index) || !Number.isNaN(ranked[index])) {
      throw new ApiFailure('an "index" of the answer is out of range or there twice.');
    }
    if (typeof score !== "number" || !Number.isFinite(score)) {
      throw new ApiFailure('an entry of the answer has no "relevance_score".');
    }
    ranked[index] = score;
  }
  const missing = ranked.filter(Number.isNaN).length;
  if (missing > 0) throw new ApiFailure(`it gave ${count - missing} scores for ${count} texts.`);
  return ranked;
}
