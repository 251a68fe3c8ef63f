/** Milliseconds that an answer to a page may be late, set by `SXP_LATE`: what a page does meanwhile must be right in any order. */
const LATEST = Number(process.env.SXP_LATE ?? 0);

/** Waits for a random time up to `SXP_LATE`; without it, not at all. */
export async function beLate(): Promise<void> {
  if (LATEST > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * LATEST));
}
