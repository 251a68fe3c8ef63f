import type { Condition, Term } from "../condition.js";
import { isTimeWord } from "../english.js";
import { SHORTEST_FUZZY, SHORTEST_HALF, SHORTEST_PART, SHORTEST_TWO_EDITS } from "../match.js";
import type { Vocabulary } from "../vocabulary.js";
import { Buckets, keyOf } from "./buckets.js";

/**
 * Finds the words of a vocabulary that may be evidence, so that not each of them is looked at for a condition: stems by their first and last
 * letters, words by first letter and length.
 */
export class WordIndex {
  private readonly wordsOfStem = new Buckets();
  private readonly stemsByStart = new Buckets();
  private readonly stemsByEnd = new Buckets();
  private readonly wordsByLength = new Buckets();
  private readonly timeWords: number[] = [];
  private words = 0;
  private stems = 0;

  constructor(readonly vocabulary: Vocabulary) {}

  /** Calls `look` with each word that a condition may find evidence in, some of them more than once; with others too. */
  eachCandidate(condition: Condition, look: (word: number) => void): void {
    this.grow();
    const seen = (word: number | undefined): void => {
      if (word !== undefined) look(word);
    };
    for (const term of condition.terms) {
      if (term.asksWhen) this.timeWords.forEach(look);
      if (!term.literal) continue;
      seen(this.vocabulary.numberOf(term.word));
      this.eachOfStem(term.stem, look);
      this.eachPart(term.stem, look);
      if (!term.known) this.eachAlike(term.word, look);
      for (const half of this.halves(term)) look(half);
    }
    for (const { word, stem } of condition.joins) {
      seen(this.vocabulary.numberOf(word));
      this.eachOfStem(stem, look);
    }
    for (const stem of condition.related.keys()) this.eachOfStem(stem, look);
  }

  /** Pairs of words that are the term together, first and second by turns. */
  halves({ word }: Term): readonly number[] {
    const found: number[] = [];
    for (let at = SHORTEST_HALF; at <= word.length - SHORTEST_HALF; at++) {
      const first = this.vocabulary.numberOf(word.slice(0, at));
      const second = first === undefined ? undefined : this.vocabulary.numberOf(word.slice(at));
      if (first !== undefined && second !== undefined) found.push(first, second);
    }
    return found;
  }

  private eachOfStem(stem: string, look: (word: number) => void): void {
    const number = this.vocabulary.stemNumberOf(stem);
    if (number !== undefined) this.eachOfStemNumber(number, look);
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
    const { stemNames } = this.vocabulary;
    this.stemsByStart.each(keyOf(stem, 0, SHORTEST_PART), (number) => {
      const other = stemNames[number]!;
      if (other.startsWith(stem) || stem.startsWith(other)) this.eachOfStemNumber(number, look);
    });
    this.stemsByEnd.each(keyOf(stem, stem.length - SHORTEST_PART, stem.length), (number) => {
      const other = stemNames[number]!;
      if (other.endsWith(stem) || stem.endsWith(other)) this.eachOfStemNumber(number, look);
    });
  }

  /** Words that may be an edit apart, or two. */
  private eachAlike(word: string, look: (word: number) => void): void {
    const most = word.length >= SHORTEST_TWO_EDITS ? 2 : 1;
    for (let length = word.length - most; length <= word.length + most; length++) {
      if (length < SHORTEST_FUZZY) continue;
      this.wordsByLength.each(lengthKey(word, length), (number) => {
        const other = this.vocabulary.words[number]!;
        if (other.length === length && other.charCodeAt(0) === word.charCodeAt(0)) look(number);
      });
    }
  }

  private grow(): void {
    const { words, stemNames, stemNumbers } = this.vocabulary;
    for (; this.stems < stemNames.length; this.stems++) {
      const stem = stemNames[this.stems]!;
      if (stem.length < SHORTEST_PART) continue;
      this.stemsByStart.add(keyOf(stem, 0, SHORTEST_PART), this.stems);
      this.stemsByEnd.add(keyOf(stem, stem.length - SHORTEST_PART, stem.length), this.stems);
    }
    for (; this.words < words.length; this.words++) {
      const word = words[this.words]!;
      this.wordsOfStem.add(stemNumbers[this.words]!, this.words);
      if (word.length >= SHORTEST_FUZZY) this.wordsByLength.add(lengthKey(word, word.length), this.words);
      if (isTimeWord(word)) this.timeWords.push(this.words);
    }
  }
}

const lengthKey = (word: string, length: number): number => word.charCodeAt(0) * 64 + Math.min(63, length);
