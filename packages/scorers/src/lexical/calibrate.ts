/** The score of a text that has each word of a condition once and is not longer than the average. */
const FULL_MATCH = 0.9;
/** Some words of a condition of more than so many are in most texts. Of one of very many no more is known. */
const [FEW_TERMS, MANY_TERMS] = [3, 30];

/** Fitted by bench/retrieval/calibrate.mjs. */
const QUESTION = { power: 3.4, terms: -1.45, both: 1.5, size: -0.84, rarity: 4.5 };
/** Of the words of a question of LoCoMo, in the mean; and of small trees, of whose words little is known. */
const [USUAL_RARITY, MOST_RARITY] = [4.1, 5];
/** Longer texts have words of a question by chance; beyond ten times as many words nothing more is known. */
const [SHORT_WORDS, MOST_SIZE] = [60, Math.log(10)];

/** What the evidence was found for, and in how long a text. */
export interface Calibrated {
  readonly asks: boolean;
  /** Words of the condition that have weight. */
  readonly terms: number;
  /** How rare these are, in the mean, above 0: `Condition.rarity`. */
  readonly rarity: number;
  /** Weighted words of the text. */
  readonly length: number;
}

/**
 * Maps the evidence that was found to a score in [0, 1): the probability that somebody would call the text related. Continuous and strictly increasing in
 * `raw`, and 0 where there is no evidence.
 *
 * A condition is a topic, of which a text has more or less: 0.9 at 1, and of up to three terms straight up to that, so that half of the weight is 0.45. Of n
 * terms, 30 at most, a part says less. Evidence beyond 1, repeated, in a weightier field or in sequence, has the last tenth to share.
 *
 *     calibrate(r) = 0.9 r ^ (1 + ln max(1, n / 3))    for r in [0, 1]
 *                    1 − 0.1 exp(1 − r)                for r > 1
 *
 * A question has answers, and most texts with some of its words are none. Words of it that are rare are found by chance in fewer of them.
 * With n terms, s = ln(words / 60), from 0 to ln 10, and i the mean rarity of its words, 5 at most, its odds are
 *
 *     r ^ power · exp(terms · ln n + size · s + both · ln n · r) · (i / 4.1) ^ rarity
 */
export function calibrate(raw: number, { asks, terms, rarity, length }: Calibrated): number {
  if (raw <= 0) return 0;
  if (!asks) return raw <= 1 ? FULL_MATCH * partOf(raw, terms) : 1 - (1 - FULL_MATCH) * Math.exp(1 - raw);
  const words = Math.log(Math.max(1, terms));
  const size = Math.min(MOST_SIZE, Math.log(Math.max(1, length / SHORT_WORDS)));
  const level = QUESTION.terms * words + QUESTION.size * size;
  const rare = (Math.min(MOST_RARITY, rarity) / USUAL_RARITY) ** QUESTION.rarity;
  const odds = rare * raw ** QUESTION.power * Math.exp(level + QUESTION.both * words * raw);
  return 1 / (1 + 1 / odds);
}

/** What a share of up to 1 that was found of so many terms says. */
const partOf = (share: number, terms: number): number =>
  terms <= FEW_TERMS ? share : share ** (1 + Math.log(Math.min(MANY_TERMS, terms) / FEW_TERMS));
