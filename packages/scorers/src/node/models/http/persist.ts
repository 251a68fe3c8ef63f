import { pause, RETRY_POLICY, type RetryPolicy, waitBefore } from "../../../http/backoff.js";
import { ModelFailure, PassingFailure } from "../failure.js";

export interface Persistence {
  readonly policy?: RetryPolicy;
  readonly signal: AbortSignal;
  /** Told before each wait. */
  readonly onWait?: (reason: string, milliseconds: number) => void;
}

/**
 * Tries until it works, fails for good, or fails too often in a row. An attempt that says `progressed()` begins the count anew: a
 * connection that is cut every hundred megabytes still brings the file.
 */
export async function persist<T>(
  attempt: (progressed: () => void) => Promise<T>,
  { policy = RETRY_POLICY, signal, onWait }: Persistence,
): Promise<T> {
  let failures = 0;
  for (;;) {
    try {
      return await attempt(() => {
        failures = 0;
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PassingFailure)) throw error;
      if (error.asked !== null && error.asked > policy.longestWait) {
        throw new ModelFailure(
          "hub",
          `${error.message} It asks to come back in ${Math.ceil(error.asked / 1000)} seconds.`,
        );
      }
      if (failures >= policy.retries) throw error;
      const wait = waitBefore(failures, policy, error.asked);
      failures++;
      onWait?.(error.message, wait);
      await pause(wait, signal);
    }
  }
}
