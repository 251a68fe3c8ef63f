import { RunError, runError } from "@semantic-xpath/tree";
import { ApiFailure } from "./failure.js";

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

/** The distinct texts, in order of their first place. */
export const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
