import { isStopWord } from "./stopWords.js";

/** Documents that the prior counts for: a tree of as many nodes and the prior have equal say. */
export const PRIOR_DOCUMENTS = 20;
/** Words of a document in the prior. */
export const PRIOR_LENGTH = 12;

const STOP_SHARE = 0.5;
const LETTER_SHARE = 0.4;

/**
 * The share of documents in which a word is expected before any is seen. Frequent words are short (Zipf's law of
 * abbreviation): `0.4 / length²`, so 4.4 % for three letters and 0.6 % for eight; one half for function words.
 */
export function priorShare(word: string): number {
  if (isStopWord(word)) return STOP_SHARE;
  return LETTER_SHARE / Math.max(1, word.length) ** 2;
}
