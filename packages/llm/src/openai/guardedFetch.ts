import { type Endpoint, keyOf, Passing, processEnvironment, refusal } from "@semantic-xpath/scorers/http";
import { modelError } from "../modelError.js";
import type { OpenaiOptions } from "./openaiModel.js";

/** One attempt at a call: what went wrong with it, before anything wraps the reason. */
export interface Attempt {
  failure: Error | null;
}

/**
 * The only way to the network. Calls go to the endpoint and to nothing else: redirects are not followed. The key is read from the environment for each call, and
 * an answer that is longer than allowed ends there.
 */
export function guardedFetch(endpoint: Endpoint, options: OpenaiOptions, attempt: Attempt): typeof fetch {
  const { keyVariable, environment, longestAnswer = LONGEST } = options;
  const fail = (error: Error): Error => {
    attempt.failure ??= error;
    return error;
  };
  return async (_, init) => {
    const key = keyVariable === undefined ? null : keyFrom(keyVariable, environment ?? processEnvironment(), fail);
    const headers = new Headers(init?.headers);
    headers.delete("authorization");
    if (key !== null) headers.set("authorization", `Bearer ${key}`);
    const response = await fetch(endpoint.href, { ...init, headers, redirect: "manual" });
    if (!response.ok) {
      const error = await refusal(endpoint.shown, response, key);
      throw fail(response.status === 429 ? new Busy(error) : error);
    }
    let bytes = 0;
    const counted = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes > longestAnswer)
            controller.error(fail(modelError("SXP5106", { server: endpoint.shown, bytes: longestAnswer })));
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(counted ?? null, { status: response.status, headers: response.headers });
  };
}

/** Bytes of one answer: some 40 000 tokens as a stream. */
const LONGEST = 2 ** 23;

/** 429. */
export class Busy extends Passing {
  constructor(error: Error) {
    super(error.message, error instanceof Passing ? error.waitSeconds : null);
  }
}

function keyFrom(
  variable: string,
  environment: NonNullable<OpenaiOptions["environment"]>,
  fail: (error: Error) => Error,
): string {
  try {
    return keyOf(variable, environment);
  } catch (error) {
    throw fail(modelError("SXP5113", { reason: (error as Error).message }));
  }
}
