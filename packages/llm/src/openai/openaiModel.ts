import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  ApiFailure,
  checkOptions,
  type Endpoint,
  type Environment,
  endpointOf,
  fitToShow,
  Gate,
  isVariableName,
  networkReason,
  Passing,
  REQUESTS,
  RETRY_POLICY,
  type RetryPolicy,
  retried,
  whole,
} from "@semantic-xpath/scorers/http";
import { embedMany, extractReasoningMiddleware, streamText, wrapLanguageModel } from "ai";
import { estimateUsage } from "../estimateUsage.js";
import type {
  CallOptions,
  LanguageModel,
  ModelAnswer,
  ModelRequest,
  ModelSupport,
  ModelUsage,
} from "../languageModel.js";
import { ModelError, modelError } from "../modelError.js";
import { type Attempt, Busy, guardedFetch } from "./guardedFetch.js";
import { structuredValue, withSchema } from "./structured.js";

/** Connection to a server. All of it comes from the person or program that starts us, never from a folder of data. */
export interface OpenaiOptions extends Partial<RetryPolicy> {
  /** Base of the API, such as `http://127.0.0.1:8080/v1`. */
  readonly url: string;
  /** The model, as the server calls it. */
  readonly model: string;
  /** The model for embeddings, as the server calls it. Absent: there are none. */
  readonly embeddingModel?: string;
  /** The environment variable that holds the key, sent as a bearer token. Without it no key is sent. */
  readonly keyVariable?: string;
  /** Source of keys. Default: the environment of the process. */
  readonly environment?: Environment;
  /** Features that the server is known to support; `probeSupport` tests them. Default: plain text only. */
  readonly supports?: Partial<ModelSupport>;
  /** Milliseconds that one attempt may take, to the end of its answer. From 1 to 2^31 − 1; default 120 000. */
  readonly timeout?: number;
  /** Calls under way at once. From 1; default 4. */
  readonly concurrency?: number;
  /** Bytes of one answer, from 1: one that is longer is ended (SXP5106). Default 8 MiB. */
  readonly longestAnswer?: number;
  /** Further members of each request, such as `{ seed: 1 }`, also in place of ours: `{ temperature: 1 }`. No secrets. */
  readonly extra?: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * A model on any server that speaks OpenAI's `POST /chat/completions` as a stream, and `/embeddings`: llama.cpp, vLLM, Ollama, LM Studio, hosted ones. Connections
 * that break, 408, 429 and 5xx are tried again with backoff as long as nothing of the answer was passed on; `Retry-After` is waited.
 *
 * Messages leave this machine if the server is another one.
 *
 * @example openaiModel({ url: "http://127.0.0.1:8080/v1", model: "qwen3-8b", supports: { jsonSchema: true, gbnf: true } })
 * @throws RangeError for options out of range.
 */
export function openaiModel(options: OpenaiOptions): LanguageModel {
  check(options);
  const server = new Server(options);
  const { jsonSchema = false, gbnf = false, logprobs = false } = options.supports ?? {};
  const model: LanguageModel = {
    id: `${options.model} @ ${new URL(server.chat.href).host}`,
    supports: { jsonSchema, gbnf, logprobs },
    generate: (request, call = {}) => server.generate(request, call, { jsonSchema, gbnf, logprobs }),
  };
  const { embeddingModel } = options;
  if (embeddingModel === undefined) return model;
  return { ...model, embed: (texts, call = {}) => server.embed(embeddingModel, texts, call) };
}

const NAME = "server";
const TIMEOUT = 120_000;

class Server {
  readonly chat: Endpoint;
  private readonly embeddings: Endpoint;
  private readonly gate: Gate;
  private readonly policy: RetryPolicy;

  constructor(private readonly options: OpenaiOptions) {
    const { url, concurrency = 4, retries, firstWait, longestWait } = options;
    this.chat = endpointOf(url, "/chat/completions");
    this.embeddings = endpointOf(url, "/embeddings");
    this.gate = new Gate(concurrency);
    this.policy = {
      retries: retries ?? RETRY_POLICY.retries,
      firstWait: firstWait ?? RETRY_POLICY.firstWait,
      longestWait: longestWait ?? RETRY_POLICY.longestWait,
    };
  }

  async generate(request: ModelRequest, call: CallOptions, supports: ModelSupport): Promise<ModelAnswer> {
    let passedOn = false;
    const onText = (text: string): void => {
      passedOn = true;
      call.onText?.(text);
    };
    const answer = await this.attempts(
      this.chat,
      call.signal,
      () => call.onText !== undefined && passedOn,
      (attempt, signal) => this.stream(request, supports, { attempt, signal, onText }),
    );
    const { text, finish, usage } = answer;
    if (finish === "refused" && (request.schema !== undefined || text === ""))
      throw modelError("SXP5104", { said: text }, usage);
    if (request.schema === undefined) return answer;
    if (finish === "length") throw modelError("SXP5105", { tokens: request.maxTokens ?? null }, usage);
    return { ...answer, value: structuredValue(text, request, usage) };
  }

  async embed(model: string, texts: readonly string[], call: CallOptions): Promise<readonly Float32Array[]> {
    if (texts.length === 0) return [];
    const vectors = await this.attempts(
      this.embeddings,
      call.signal,
      () => false,
      async (attempt, signal) => {
        const { embeddings } = await embedMany({
          model: this.provider(this.embeddings, attempt).embeddingModel(model),
          values: [...texts],
          maxRetries: 0,
          maxParallelCalls: 1,
          abortSignal: signal,
        });
        return embeddings.map((vector) => Float32Array.from(vector));
      },
    );
    const length = vectors[0]?.length ?? 0;
    const isWhole = vectors.length === texts.length && length > 0;
    if (isWhole && vectors.every((vector) => vector.length === length && vector.every(Number.isFinite))) return vectors;
    const problem = `${vectors.length} vectors for ${texts.length} texts, or vectors of several lengths`;
    throw modelError("SXP5114", { server: this.embeddings.shown, problem });
  }

  /** Retries until an attempt gives an answer. After a part was passed on no attempt follows, which would repeat it. */
  private async attempts<T>(
    { shown }: Endpoint,
    given: AbortSignal | undefined,
    isPassedOn: () => boolean,
    run: (attempt: Attempt, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const signal = given ?? new AbortController().signal;
    let last: Error = new ApiFailure("");
    try {
      return await retried(() => this.gate.run(signal, () => this.attempt(signal, isPassedOn, run)), {
        policy: this.policy,
        signal,
        giveUp: (failure, failed, seconds) => {
          last = failure;
          return failureOf(failure, shown, failed, seconds);
        },
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ModelError) throw error;
      throw failureOf(error instanceof Error ? error : last, shown, 1, null);
    }
  }

  private async attempt<T>(
    signal: AbortSignal,
    isPassedOn: () => boolean,
    run: (attempt: Attempt, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { timeout = TIMEOUT } = this.options;
    const attempt: Attempt = { failure: null };
    const late = AbortSignal.timeout(timeout);
    const done = new AbortController();
    try {
      const result = await run(attempt, AbortSignal.any([signal, late, done.signal]));
      if (attempt.failure !== null) throw attempt.failure;
      return result;
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) throw modelError("SXP5101", { server: this.chat.shown, milliseconds: timeout });
      const failure = attempt.failure ?? classified(error, this.chat.shown);
      throw failure instanceof Passing && isPassedOn() ? new ApiFailure(failure.message) : failure;
    } finally {
      done.abort();
    }
  }

  private provider(endpoint: Endpoint, attempt: Attempt) {
    return createOpenAICompatible({
      name: NAME,
      baseURL: new URL(endpoint.href).origin,
      includeUsage: true,
      fetch: guardedFetch(endpoint, this.options, attempt),
    });
  }

  private async stream(request: ModelRequest, supports: ModelSupport, call: StreamCall): Promise<ModelAnswer> {
    const { schema, grammar, maxTokens, temperature = 0 } = request;
    const wantsLogprobs = request.logprobs === true && supports.logprobs;
    const provider = this.provider(this.chat, call.attempt);
    const [first, ...others] = supports.jsonSchema ? request.messages : withSchema(request);
    const [system, messages] = first?.role === "system" ? [first.content, others] : [undefined, [first!, ...others]];
    const extra = {
      ...this.options.extra,
      ...(schema !== undefined && supports.jsonSchema && { response_format: responseFormat(schema) }),
      ...(grammar !== undefined && schema === undefined && supports.gbnf && { grammar }),
      ...(wantsLogprobs && { logprobs: true }),
    };
    const { fullStream } = streamText({
      model: wrapLanguageModel({
        model: provider.chatModel(this.options.model),
        middleware: extractReasoningMiddleware({ tagName: "think" }),
      }),
      ...(system !== undefined && { system }),
      messages: messages.map(({ role, content }) => ({ role, content })),
      allowSystemInMessages: true,
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      temperature,
      maxRetries: 0,
      abortSignal: call.signal,
      includeRawChunks: wantsLogprobs,
      providerOptions: { [NAME]: extra as never },
      onError() {},
    });
    return collected(fullStream, request, wantsLogprobs, call);
  }
}

interface StreamCall {
  readonly attempt: Attempt;
  readonly signal: AbortSignal;
  readonly onText: (text: string) => void;
}

const responseFormat = ({ name, json }: NonNullable<ModelRequest["schema"]>) => ({
  type: "json_schema",
  json_schema: { name, schema: json },
});

type Parts = ReturnType<typeof streamText>["fullStream"];

async function collected(
  parts: Parts,
  request: ModelRequest,
  wantsLogprobs: boolean,
  call: StreamCall,
): Promise<ModelAnswer> {
  let text = "";
  let finish: ModelAnswer["finish"] = "stop";
  let usage: ModelUsage | null = null;
  const logprobs: { token: string; logprob: number }[] = [];
  for await (const part of parts) {
    if (part.type === "text-delta") {
      text += part.text;
      call.onText(part.text);
    } else if (part.type === "raw") logprobs.push(...logprobsOf(part.rawValue));
    else if (part.type === "error") throw part.error;
    else if (part.type === "abort") call.signal.throwIfAborted();
    else if (part.type === "finish") {
      const { inputTokens: input, outputTokens: output } = part.totalUsage;
      if (input !== undefined && output !== undefined) usage = { input, output, isEstimated: false };
      finish = FINISHES[part.finishReason] ?? "stop";
    }
  }
  return {
    text,
    usage: usage ?? estimateUsage(request, text),
    finish,
    ...(wantsLogprobs && logprobs.length > 0 && { logprobs }),
  };
}

const FINISHES: Readonly<Record<string, ModelAnswer["finish"]>> = { length: "length", "content-filter": "refused" };

/** Log-probabilities of one piece of a stream, as the server sent it. */
function logprobsOf(chunk: unknown): { token: string; logprob: number }[] {
  const { choices } = (chunk ?? {}) as { choices?: { logprobs?: { content?: unknown } | null }[] };
  const content = choices?.[0]?.logprobs?.content;
  if (!Array.isArray(content)) return [];
  return content.flatMap(({ token, logprob }) =>
    typeof token === "string" && typeof logprob === "number" ? [{ token, logprob }] : [],
  );
}

/** Classifies an error of the SDK: a network failure, or an answer outside the protocol. */
function classified(error: unknown, shown: string): Error {
  if (error instanceof ModelError || error instanceof Passing || error instanceof ApiFailure) return error;
  const name = error instanceof Error ? error.name : "";
  const isProtocol = /^AI_(?:InvalidResponseData|JSONParse|TypeValidation|NoOutput|EmptyResponse)/.test(name);
  const cut = error instanceof Error && /without a finish reason/.test(error.message);
  if (cut) return new Passing(`${shown} broke off within its answer`);
  if (!isProtocol && isNetwork(error)) return new Passing(`${shown} can't be reached: ${networkReason(error)}`);
  const sentence =
    error instanceof Error ? error.message : typeof error === "object" ? messageOf(error) : String(error);
  return modelError("SXP5114", { server: shown, problem: fitToShow(sentence, null) || "its answer can't be read" });
}

const messageOf = (error: object | null): string => String((error as { message?: unknown } | null)?.message ?? "");

const isNetwork = (error: unknown): boolean =>
  networkReason(error) !== "the connection failed" ||
  (error instanceof Error && /fetch failed|terminated|cannot connect|network/i.test(error.message));

function failureOf(failure: Error, shown: string, attempts: number, seconds: number | null): Error {
  if (failure instanceof ModelError) return failure;
  const reason = failure.message.replace(`${shown} `, "").replace(/\.$/, "");
  if (failure instanceof Busy) return modelError("SXP5102", { server: shown, attempts, seconds });
  const unreachable = /^can't be reached: (.*)$/s.exec(reason);
  const times = attempts === 1 ? "" : `, also at attempt ${attempts}`;
  if (unreachable !== null) return modelError("SXP5100", { server: shown, reason: unreachable[1]! + times });
  if (reason.startsWith("broke off")) return modelError("SXP5100", { server: shown, reason: `it ${reason}${times}` });
  return modelError("SXP5103", { server: shown, reason: reason + times });
}

function check(options: OpenaiOptions): void {
  const { model, keyVariable } = options;
  if (typeof model !== "string" || model === "") throw new RangeError('"model" is missing.');
  // The refused value is not repeated: it may be a key.
  if (keyVariable !== undefined && !isVariableName(keyVariable))
    throw new RangeError('"keyVariable" is not the name of an environment variable.');
  checkOptions(options, { ...REQUESTS, longestAnswer: whole(1) });
}
