import { LONGEST_TIMER } from "../options.js";

/** Number of retries, and the waits between them. */
export interface RetryPolicy {
  /** Attempts after the first. From 0; default 4. */
  readonly retries: number;
  /** Milliseconds: the first wait is at most this long, each further one at most twice as long as the one before. Default 500. */
  readonly firstWait: number;
  /** No wait is longer, in milliseconds. A server that asks for a longer one ends the call. Default 30 000. */
  readonly longestWait: number;
}

export const RETRY_POLICY: RetryPolicy = { retries: 4, firstWait: 500, longestWait: 30_000 };

/**
 * Milliseconds before attempt `attempt + 1`: exponential backoff with full jitter, `random(0, min(longest, first · 2^attempt))` (M.
 * Brooker, "Exponential Backoff and Jitter", 2015). What a server asked for is waited in full, and the jitter on top, so that
 * clients that were turned away together do not come back together.
 */
export function waitBefore(attempt: number, policy: RetryPolicy, asked: number | null, random = Math.random): number {
  const jitter = random() * Math.min(policy.longestWait, policy.firstWait * 2 ** attempt);
  return asked === null ? jitter : Math.min(LONGEST_TIMER, asked + Math.min(jitter, policy.firstWait));
}

/** Failure that may pass a moment later: a cut connection, a busy server. */
export class Passing extends Error {
  constructor(
    message: string,
    /** Milliseconds that the server asked to wait. */
    readonly waitSeconds: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface Retrying {
  readonly policy?: RetryPolicy | undefined;
  readonly signal: AbortSignal;
  /** Called before each wait. */
  readonly onWait?: ((reason: string, milliseconds: number) => void) | undefined;
  /**
   * Error that ends the retries: after `failed` attempts since the last progress, or for a server that requires a wait of `seconds`, which is too
   * long.
   */
  giveUp(last: Passing, failed: number, seconds: number | null): Error;
}

/**
 * Retries until success, a permanent failure, or too many passing failures in a row. `progressed()` resets the count: a connection that
 * is cut every hundred megabytes still brings the file.
 */
export async function retried<T>(
  attempt: (progressed: () => void) => Promise<T>,
  { policy = RETRY_POLICY, signal, onWait, giveUp }: Retrying,
): Promise<T> {
  let failed = 0;
  while (true) {
    signal.throwIfAborted();
    try {
      return await attempt(() => {
        failed = 0;
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Passing)) throw error;
      const { message, waitSeconds } = error;
      const wait = waitBefore(failed++, policy, waitSeconds);
      if (waitSeconds !== null && !(waitSeconds <= policy.longestWait))
        throw giveUp(error, failed, Math.ceil(waitSeconds / 1000));
      if (!(failed <= policy.retries)) throw giveUp(error, failed, null);
      onWait?.(message, wait);
      await pause(wait, signal);
    }
  }
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110, section 10.2.3); null if there is none that can be read. */
export function retryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Resolves after the given milliseconds; rejects with the signal's reason as soon as it aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  return new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { signal: done.signal });
  }).finally(() => done.abort());
}
