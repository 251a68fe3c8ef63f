/** Stakes that are tried at once: shares of the most that can be staked without ruin. */
const STAKES = Float64Array.from({ length: 24 }, (_, i) => (i + 0.5) / 24);

/**
 * Tests that the mean gain of a draw is above 0. The probability of a wrong "yes" is at most `risk`, for any number of draws and any distribution.
 *
 * A gambler starts with 1 and stakes on each draw in turn. If the game is not favourable, the wealth ever reaches 1 / risk with a
 * probability of at most `risk` (Ville's inequality; I. Waudby-Smith, A. Ramdas, "Estimating means of bounded random variables by betting",
 * JRSS B 86, 2024). The stakes are a mixture, so that none has to be chosen.
 *
 * @param gains of independent draws
 * @param most that one draw can lose, above 0
 */
export function certainlyPositive(gains: readonly number[], most: number, risk: number): boolean {
  const wealth = new Float64Array(STAKES.length).fill(1 / STAKES.length);
  for (const gain of gains) {
    if (gain === 0) continue;
    let sum = 0;
    for (let i = 0; i < wealth.length; i++) {
      wealth[i]! *= 1 + (STAKES[i]! / most) * gain;
      sum += wealth[i]!;
    }
    if (sum >= 1 / risk) return true;
  }
  return false;
}
