import { RunError, runError } from "@semantic-xpath/tree";
import { isObject, parsedJson } from "../json.js";
import { checkOptions, REQUESTS } from "../options.js";
import { Gate } from "./concurrency.js";
import type { Endpoint } from "./endpoint.js";
import { ApiFailure, TooLarge } from "./failure.js";
import { Passing, RETRY_POLICY, type RetryPolicy, retried, retryAfter } from "./retry.js";
import { type Environment, fitToShow, isVariableName, keyOf, processEnvironment } from "./secret.js";

/** Options shared by all scorers that call a server. */
export interface ApiOptions extends Partial<RetryPolicy> {
  /** Base of the API, such as `http://127.0.0.1:8080/v1`, or the full address of the operation. */
  readonly url: string;
  /** The model, as the server calls it. */
  readonly model: string;
  /** The environment variable that holds the key, sent as a bearer token. Without it no key is sent. */
  readonly keyVariable?: string;
  /** Milliseconds that one attempt may take. From 1 to 2^31 − 1, as every time here; default 60 000. */
  readonly timeout?: number;
  /** Requests under way at once. From 1; default 4. */
  readonly concurrency?: number;
  /** Source of keys. Default: the environment of the process. */
  readonly environment?: Environment | undefined;
}

/** JSON client for one operation of a server. It stores the name of the key's variable, never the key. */
export class Api {
  private readonly gate: Gate;
  private readonly policy: RetryPolicy;
  private readonly timeout: number;
  readonly concurrency: number;

  constructor(
    readonly endpoint: Endpoint,
    private readonly options: ApiOptions,
  ) {
    checkOptions(options, REQUESTS);
    const { retries, firstWait, longestWait } = RETRY_POLICY;
    this.policy = {
      retries: options.retries ?? retries,
      firstWait: options.firstWait ?? firstWait,
      longestWait: options.longestWait ?? longestWait,
    };
    this.timeout = options.timeout ?? 60_000;
    this.concurrency = options.concurrency ?? 4;
    this.gate = new Gate(this.concurrency);
    if (typeof options.model !== "string" || options.model === "") throw new RangeError('"model" is missing.');
    if (options.keyVariable !== undefined && !isVariableName(options.keyVariable)) {
      throw new RangeError('"keyVariable" is not the name of an environment variable.');
    }
  }

  /**
   * Posts a request and returns the parsed answer of at most `longest` bytes. 429, 408, 5xx and network failures are retried. Rejects with
   * an ApiFailure that names endpoint and status, or with the reason of the signal as soon as that aborts.
   */
  async post(request: object, longest: number, signal: AbortSignal): Promise<unknown> {
    const body = JSON.stringify(request);
    return retried(() => this.gate.run(signal, () => this.attempt(body, longest, signal)), {
      policy: this.policy,
      signal,
      giveUp({ message }, failed, seconds) {
        if (seconds !== null) return new ApiFailure(`${message}, and asks to wait ${seconds} seconds.`);
        return new ApiFailure(failed === 1 ? `${message}.` : `${message}, also at attempt ${failed}.`);
      },
    });
  }

  private async attempt(body: string, longest: number, signal: AbortSignal): Promise<unknown> {
    const { keyVariable, environment } = this.options;
    const key = keyVariable === undefined ? null : keyOf(keyVariable, environment ?? processEnvironment());
    signal.throwIfAborted();
    const { shown, href } = this.endpoint;
    const late = AbortSignal.timeout(this.timeout);
    const done = new AbortController();
    try {
      const response = await fetch(href, {
        method: "POST",
        headers: { "content-type": "application/json", ...(key !== null && { authorization: `Bearer ${key}` }) },
        body,
        signal: AbortSignal.any([signal, late, done.signal]),
        // A redirect would hand texts and key to the server that it names.
        redirect: "manual",
      });
      if (!response.ok) throw await refusal(shown, response, key);
      const answer = await bodyUpTo(response, longest);
      if (answer === null) throw new ApiFailure(`answered with more than ${longest} bytes.`);
      return parsedAnswer(answer);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Passing || error instanceof TooLarge) throw error;
      if (error instanceof ApiFailure) throw new ApiFailure(`${shown} ${error.message}`);
      if (late.aborted) throw new Passing(`${shown} did not answer within ${this.timeout} milliseconds`);
      throw new Passing(`${shown} can't be reached: ${networkReason(error)}`);
    } finally {
      // Frees the connection where the answer was not read to its end.
      done.abort();
    }
  }
}

function parsedAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiFailure("answered something that is not JSON.");
  }
}

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: " Bad Request",
  401: " Unauthorized",
  403: " Forbidden",
  404: " Not Found",
  413: " Content Too Large",
  422: " Unprocessable Content",
  429: " Too Many Requests",
  500: " Internal Server Error",
  502: " Bad Gateway",
  503: " Service Unavailable",
  504: " Gateway Timeout",
};

/** Error for an unsuccessful response. The bodies of 401 and 403 are left out, since servers repeat parts of a wrong key in them. */
export async function refusal(shown: string, response: Response, key: string | null): Promise<Error> {
  const { status } = response;
  const detail = status === 401 || status === 403 ? "" : fitToShow(await errorText(response), key);
  const about = detail === "" ? "" : `: ${detail.replace(/[.!]$/, "")}`;
  const redirects = (status >= 300 && status < 400) || status === 0 ? "; redirects are not followed" : "";
  const reason = `answered ${status}${STATUS_NAMES[status] ?? ""}${redirects}${about}`;
  if (status === 413) return new TooLarge(`${shown} ${reason}.`);
  const isPassing = status === 408 || status === 429 || status >= 500;
  if (!isPassing) return new ApiFailure(`${reason}.`);
  return new Passing(`${shown} ${reason}`, retryAfter(response.headers.get("retry-after")));
}

/** The code of a network error and nothing else: its text can repeat what was sent. */
export function networkReason(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
  }
  return "the connection failed";
}

/** Bytes of an error body. Of a longer one nothing is shown: a key at the cut would be shown in part. */
const MAX_ERROR_BYTES = 65536;

/** The message that an error body carries in one of the usual places, else the body. */
async function errorText(response: Response): Promise<string> {
  const text = (await bodyUpTo(response, MAX_ERROR_BYTES).catch(() => null)) ?? "";
  const answer = parsedJson(text);
  if (!isObject(answer)) return text.trimStart().startsWith("<") ? "" : text;
  const { error, message, detail } = answer;
  const candidates = [isObject(error) ? error.message : error, message, detail];
  return candidates.find((candidate) => typeof candidate === "string") ?? "";
}

/** The body as text; null if it has more bytes. Rejects with whatever the network gave where it breaks off. */
async function bodyUpTo(response: Response, limit: number): Promise<string | null> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  while (true) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
    if (bytes <= limit) continue;
    await reader.cancel();
    return null;
  }
}

/**
 * Runs what asks a server on behalf of a scorer. Failures become SXP4001 with the scorer's name, without a cause: a cause could
 * repeat what was sent. The reason of an aborted signal passes as it is.
 */
export async function onBehalfOf<T>(id: string, signal: AbortSignal | undefined, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof RunError) throw error;
    const reason = error instanceof ApiFailure ? error.message : "its request could not be made.";
    throw runError("SXP4001", { scorer: id, reason });
  }
}
