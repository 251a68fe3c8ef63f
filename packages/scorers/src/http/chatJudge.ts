import type { ScoreOptions, Scorer } from "../scorer.js";
import { Api, type ApiOptions, atLeast } from "./api.js";
import { inBatches } from "./batches.js";
import { endpointOf } from "./endpoint.js";
import { ApiFailure } from "./failure.js";
import { type ChatMessage, correction, judgeMessages, PROMPT_VERSION } from "./judgePrompt.js";
import { readJudgement } from "./readJudgement.js";
import { distinct, onBehalfOf } from "./scoring.js";
import { settingsHash } from "./settingsHash.js";

export interface ChatJudgeOptions extends ApiOptions {
  /**
   * Texts that are judged in one request. From 1; default 1. With more, a judge may let one text colour its view of the next: the
   * score then depends on what else is asked, and pruning or caching can change a result. The id says so.
   */
  readonly textsPerCall?: number;
  /** Further members of the request, such as `{ "seed": 1 }`. No secrets: they are a part of the id, as a hash. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * A language model as a judge, over OpenAI's `POST /chat/completions`, at temperature 0. It is asked for a JSON array of scores, see
 * `judgePrompt.ts`; an answer that can't be used is asked for once more, then the run ends with SXP4001.
 *
 * Texts and conditions leave this machine if the server is another one.
 *
 * @example chatJudgeScorer({ url: "http://127.0.0.1:8000/v1", model: "Qwen/Qwen3-8B", extra: { seed: 1 } })
 * @throws RangeError for options out of range. Scoring rejects with SXP4001, which names endpoint and status.
 */
export function chatJudgeScorer(options: ChatJudgeOptions): Scorer {
  const { url, model, extra = {} } = options;
  const api = new Api(endpointOf(url, "/chat/completions"), options);
  const textsPerCall = atLeast(1, options.textsPerCall ?? 1, "textsPerCall");
  const id = `chat(${model}@${api.endpoint.shown} prompt=${PROMPT_VERSION}${together(textsPerCall)}${printExtra(extra)})`;

  const ask = async (messages: readonly ChatMessage[], signal: AbortSignal): Promise<string> =>
    contentOf(await api.post({ ...extra, model, messages, temperature: 0, stream: false }, signal));

  const judge = async (
    texts: readonly string[],
    condition: string,
    signal: AbortSignal,
  ): Promise<readonly number[]> => {
    const messages = judgeMessages(texts, condition);
    const first = await ask(messages, signal);
    const judgement = readJudgement(first, texts.length);
    if (judgement.scores !== null) return judgement.scores;
    const second = readJudgement(await ask([...messages, ...correction(first, texts.length)], signal), texts.length);
    if (second.scores !== null) return second.scores;
    throw new ApiFailure(`the model of ${api.endpoint.shown} answered twice with ${second.problem}.`);
  };

  return {
    id,
    cost: "expensive",
    score: (texts: readonly string[], condition: string, { signal }: ScoreOptions) =>
      onBehalfOf(id, signal, async () => {
        const scores = new Map<string, number>();
        const size = { current: textsPerCall };
        await inBatches(distinct(texts), size, api.concurrency, signal, async (batch, stop) => {
          const judged = await judge(batch, condition, stop);
          batch.forEach((text, place) => {
            scores.set(text, judged[place]!);
          });
        });
        return Float32Array.from(texts, (text) => scores.get(text)!);
      }),
    notes: () =>
      textsPerCall === 1 ? null : `${id} judges ${textsPerCall} texts at once: a score may depend on the others`,
  };
}

const together = (textsPerCall: number): string => (textsPerCall === 1 ? "" : ` textsPerCall=${textsPerCall}`);

const printExtra = (extra: Readonly<Record<string, unknown>>): string =>
  Object.keys(extra).length === 0 ? "" : ` extra#${settingsHash(extra)}`;

function contentOf(answer: unknown): string {
  const choices = (answer as { choices?: unknown } | null)?.choices;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const content = (first as { message?: { content?: unknown } } | undefined)?.message?.content;
  if (typeof content === "string") return content;
  throw new ApiFailure('the answer has no "choices" with the content of a message.');
}
