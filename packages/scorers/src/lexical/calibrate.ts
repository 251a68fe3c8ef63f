/** The score of a text that has each word of a condition once and is not longer than the average. */
const FULL_MATCH = 0.9;

/**
 * The odds that a text with all words answers a question of one word; with what power of the evidence they rise, and how they change with the number of terms.
 * Fitted by bench/retrieval/calibrate.mjs.
 */
const QUESTION = { level: -0.25, evidence: 0.2, power: 2.7, terms: -0.65, both: 0.33 };

/**
 * Maps the evidence that was found to a score in [0, 1): the probability that somebody would call the text related. Continuous and strictly increasing in
 * `raw`, and 0 where there is no evidence.
 *
 * A condition is a topic, which a text has by and by: straight up to 0.9 at 1, so that half of the weight is 0.45; evidence beyond that, repeated, in a weightier
 * field or in sequence, has the last tenth to share.
 *
 *     calibrate(r) = 0.9 r                 for r in [0, 1]
 *                    1 − 0.1 exp(1 − r)    for r > 1
 *
 * A question has answers, and of the texts with its words few are one: with n terms, the odds are
 *
 *     exp(level + evidence · r + terms · ln n + both · r · ln n) · r ^ power
 */
export function calibrate(
  raw: number,
  { asks, terms }: { readonly asks: boolean; readonly terms: readonly unknown[] },
): number {
  if (raw <= 0) return 0;
  if (!asks) return raw <= 1 ? FULL_MATCH * raw : 1 - (1 - FULL_MATCH) * Math.exp(1 - raw);
  const length = Math.log(Math.max(1, terms.length));
  const { level, evidence, power, ...by } = QUESTION;
  const odds = Math.exp(level + evidence * raw + by.terms * length + by.both * raw * length) * raw ** power;
  return odds / (1 + odds);
}
