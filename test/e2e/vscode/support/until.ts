/** How long to wait for what should come soon, in milliseconds; a debugging session wants it shorter, a slow machine longer. */
export const PATIENCE = Number(process.env.SXP_E2E_PATIENCE ?? 60_000);

/**
 * Asks again and again until the answer is as wanted, and gives it. A question that fails is asked again too: a view may be replaced
 * while it is read. Fails with the last answer or error.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  isWanted: (answer: T) => boolean = Boolean,
  patience = PATIENCE,
): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    let last: string;
    try {
      const answer = await ask();
      if (isWanted(answer)) return answer;
      last = `there was ${JSON.stringify(answer)}`;
    } catch (error) {
      last = `it failed: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (performance.now() > end) throw new Error(`waited ${patience / 1000} s for ${what}; at last ${last}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}
