/** How long to wait for what should come soon, in milliseconds; a debugging session wants it shorter, a slow machine longer. */
export const PATIENCE = Number(process.env.SXP_E2E_PATIENCE ?? 60_000);

/** Asks again and again until the answer is as wanted, and gives it. Fails with the last answer. */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  isWanted: (answer: T) => boolean = Boolean,
  patience = PATIENCE,
): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (performance.now() > end) {
      throw new Error(`waited ${patience / 1000} s for ${what}; at last there was ${JSON.stringify(answer)}`);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}
