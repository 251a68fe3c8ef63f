/** How often and how patiently a request is made again. */
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
  return asked === null ? jitter : asked + Math.min(jitter, policy.firstWait);
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110, section 10.2.3); null where there is none that can be read. */
export function retryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Resolves after so many milliseconds; rejects with the signal's reason as soon as it aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
