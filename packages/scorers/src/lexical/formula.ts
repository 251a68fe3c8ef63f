import type { Condition } from "./condition.js";

/** Saturation of repeated evidence (BM25's k1). Measured: flat from 1.2 to 1.6. */
export const K1 = 1.4;
/**
 * Words that are added to a length and to its average: a short text's length says how much it covers, a long one's how wordy it is. Measured: .01 of
 * nDCG above BM25's b of .4, .007 above .75.
 */
export const LENGTH = 30;
/** The power of the share of a condition of two or three units that was found. Measured: .001 of nDCG, flat from .5 to .6; below, one of two words is more than it should be. */
const COVERAGE = 0.6;
/** Numbers of units between which the score of full coverage falls from .9 to .5, since texts rarely have all of many words. Measured: coverage of two units alone loses .001, of four it adds nothing. */
export const [FEW_UNITS, MANY_UNITS] = [3, 8];
const FEW_HALF = 1 / 9;
/** A denial in a text of few words counts in full, in one of many not at all: there it is a topic like others. Measured: flat from 6 and 10 words to 12 and 20, at 24 and 40 .001 below. */
const [FEW_WORDS, MANY_WORDS] = [12, 20];

/** Quality of what is not the word itself: two words as one ("seafood"), a part of a compound, a relation times its strength. Measured: AUC flat from .6 to .8. */
export const OTHER_FORM = 0.8;

/** The step of summands is the last place of numbers of this size. */
const GRID = 2 ** 12;

/** A number of [0, 4] rounded to a multiple of 2⁻⁴⁰, so that a sum of a thousand is the same in any order. */
export const summand = (value: number): number => value + GRID - GRID;

export const gainOf = (sum: number, quality: number, norm: number): number =>
  ((K1 + 1) * sum * quality) / (sum + K1 * norm * quality);

/** Factor of the sum of the gains: a power of the share of the condition that was found, by weight and by number, which one of its words does not say. */
export const coverageOf = (covered: number, met: number, units: number): number =>
  units < 2 || units > FEW_UNITS ? 1 : ((covered + met / units) / 2) ** COVERAGE;

/** The degree of evidence, strictly increasing in it, in [0, 1). */
export const scoreOf = (raw: number, condition: Condition): number => curved(raw, halfOf(condition));

/** The evidence, to the power of the curve, that is a score of one half. */
export function halfOf({ units, asks }: Condition): number {
  const share = asks ? 1 : Math.min(1, Math.max(0, (units.length - FEW_UNITS) / (MANY_UNITS - FEW_UNITS)));
  return FEW_HALF ** (1 - share);
}

export function curved(raw: number, half: number): number {
  if (raw <= 0) return 0;
  const power = raw * raw * raw;
  return power / (power + half);
}

/** Weight of a denied occurrence in a text, by its number of words. */
export const mentioned = (words: number): number =>
  Math.min(1, Math.max(0, (words - FEW_WORDS) / (MANY_WORDS - FEW_WORDS)));
