import { foldWord } from "@semantic-xpath/values";
import { backgroundShare } from "../background.js";
import { isStopWord, stemOf } from "../english.js";

/** Comparison of the words of a language. */
export interface Language {
  /** Identifies it, with the stemmer that it uses: a part of the scorer's id. */
  readonly name: string;
  /** A word as it is kept: small letters; the accents that the stemmer needs stay. */
  fold(word: string): string;
  /** The stem of a folded word, without diacritics: words with equal stems are the same word. */
  stem(word: string): string;
  /** Tests that a folded word is a function word, which carries no topic. */
  isStop(word: string): boolean;
  /** The share of short texts that a word is expected in, in (0, 1). */
  share(word: string, stem: string): number;
  /** True if compounds are written as one word: "Zahnarzt". */
  readonly compounds: boolean;
}

/** The language whose thesaurus, quantities, negations and questions are known, too. */
export const ENGLISH: Language = {
  name: "english",
  fold: foldWord,
  stem: stemOf,
  isStop: isStopWord,
  share: backgroundShare,
  compounds: false,
};
