import type { Condition, Term } from "../condition.js";
import { TIME_WORDS } from "../english.js";
import { SHORTEST_FUZZY, SHORTEST_HALF, SHORTEST_PART, SHORTEST_TWO_EDITS } from "../match.js";
import type { Vocabulary } from "../vocabulary.js";
import { Buckets, keyOf, keyOfWord } from "./buckets.js";

/**
 * Finds the words of a vocabulary that may be evidence, so that not each of them is looked at for a condition: stems by their first and last
 * letters, words by first letter and length.
 */
export class WordIndex {
  private readonly wordsOfStem = new Buckets();
  private readonly stemsByStart = new Buckets();
  private readonly stemsByEnd = new Buckets();
  private readonly wordsByLength = new Buckets();
  private words = 0;
  private stems = 0;

  constructor(readonly vocabulary: Vocabulary) {}

  /** Calls `look` with each word that a condition may find evidence in, some of them more than once; with others too. */
  eachCandidate(condition: Condition, look: (word: number) => void): void {
    this.grow();
    const { vocabulary } = this;
    const seen = (word: number): void => {
      if (word >= 0) look(word);
    };
    for (const term of condition.terms) {
      if (term.asksWhen) for (const word of TIME_WORDS) seen(vocabulary.numberOf(word));
      if (!term.literal) continue;
      seen(vocabulary.numberOf(term.word));
      this.eachOfStem(term.stem, look);
      this.eachPart(term.stem, look);
      if (!term.known) this.eachAlike(term.word, look);
      for (const half of this.halves(term)) look(half);
    }
    for (const { word, stem } of condition.joins) {
      seen(vocabulary.numberOf(word));
      this.eachOfStem(stem, look);
    }
    for (const stem of condition.related.keys()) this.eachOfStem(stem, look);
  }

  /** Pairs of words that are the term together, first and second by turns. */
  halves({ word }: Term): readonly number[] {
    const { vocabulary } = this;
    const found: number[] = [];
    for (let at = SHORTEST_HALF; at <= word.length - SHORTEST_HALF; at++) {
      const first = vocabulary.numberOf(word.slice(0, at));
      const second = first < 0 ? -1 : vocabulary.numberOf(word.slice(at));
      if (second >= 0) found.push(first, second);
    }
    return found;
  }

  private eachOfStem(stem: string, look: (word: number) => void): void {
    const number = this.vocabulary.spellings.numberOf(stem);
    if (number >= 0) this.eachOfStemNumber(number, look);
  }

  private eachOfStemNumber(stem: number, look: (word: number) => void): void {
    const { stemNumbers } = this.vocabulary;
    this.wordsOfStem.each(stem, (word) => {
      if (stemNumbers[word] === stem) look(word);
    });
  }

  /** Words whose stem begins or ends with this one, or this one with theirs. */
  private eachPart(stem: string, look: (word: number) => void): void {
    if (stem.length < SHORTEST_PART) return;
    const { spellings } = this.vocabulary;
    this.stemsByStart.each(keyOf(stem, 0, SHORTEST_PART), (number) => {
      const other = spellings.get(number);
      if (other.startsWith(stem) || stem.startsWith(other)) this.eachOfStemNumber(number, look);
    });
    this.stemsByEnd.each(keyOf(stem, stem.length - SHORTEST_PART, stem.length), (number) => {
      const other = spellings.get(number);
      if (other.endsWith(stem) || stem.endsWith(other)) this.eachOfStemNumber(number, look);
    });
  }

  /** Words that may be an edit apart, or two. */
  private eachAlike(word: string, look: (word: number) => void): void {
    const { spellings } = this.vocabulary;
    const most = word.length >= SHORTEST_TWO_EDITS ? 2 : 1;
    for (let length = word.length - most; length <= word.length + most; length++) {
      if (length < SHORTEST_FUZZY) continue;
      this.wordsByLength.each(lengthKey(word.charCodeAt(0), length), (number) => {
        if (spellings.lengthOf(number) === length && spellings.unit(number, 0) === word.charCodeAt(0)) look(number);
      });
    }
  }

  private grow(): void {
    const { spellings, stemNumbers, words, stems } = this.vocabulary;
    for (; this.stems < stems.length; this.stems++) {
      const stem = stems.at(this.stems);
      const length = spellings.lengthOf(stem);
      if (length < SHORTEST_PART) continue;
      this.stemsByStart.add(keyOfWord(spellings, stem, 0, SHORTEST_PART), stem);
      this.stemsByEnd.add(keyOfWord(spellings, stem, length - SHORTEST_PART, length), stem);
    }
    for (; this.words < words.length; this.words++) {
      const word = words.at(this.words);
      const length = spellings.lengthOf(word);
      this.wordsOfStem.add(stemNumbers[word]!, word);
      if (length >= SHORTEST_FUZZY) this.wordsByLength.add(lengthKey(spellings.unit(word, 0), length), word);
    }
  }
}

const lengthKey = (first: number, length: number): number => first * 64 + Math.min(63, length);
