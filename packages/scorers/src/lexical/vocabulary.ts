import { grown, NumberList } from "./columns.js";
import { DistinctWords, HASH_FACTOR, HASH_OF_NOTHING, hashOf } from "./distinctWords.js";
import { ENGLISH, type Language } from "./languages/language.js";
import { denies } from "./negation.js";
import { classes, foldWord, INSIDE, isInside, wordsOfChunk } from "./words.js";

/**
 * The distinct words met so far, their stems, and the chunks that they were written as, all numbered together: most chunks are a word as they are, and
 * many words their own stem. A token is `word << 1`, plus 1 where it advances the position; a chunk is taken apart, folded and stemmed once,
 * afterwards it is one look-up that makes no string.
 */
export class Vocabulary {
  readonly spellings = new DistinctWords();
  /** By word the number of its stem; 0 for what is no word. */
  stemNumbers = new Int32Array(1024);
  /** 1 for function words. */
  isStop = new Uint8Array(1024);
  /** 1 for words that may deny what follows them. */
  denies = new Uint8Array(1024);
  /** The words, and the stems that words have, in the order in which they were met. */
  readonly words = new NumberList();
  readonly stems = new NumberList();
  /** The token of a "not" that is not written. */
  readonly not: number;
  /** Where the chunk ends that `chunk` read last. */
  chunkEnd = 0;
  /**
   * By chunk its token, as nearly all have one; `~at` where its tokens are those of `several` after `at`, and their number is at it; 0 for what is no chunk.
   */
  tokens = new Int32Array(1024);
  readonly several = new NumberList();
  private isStem = new Uint8Array(1024);
  /** Whether small ASCII letters and digits are a word as they are. */
  private readonly keepsSmall: boolean;

  constructor(readonly language: Language = ENGLISH) {
    this.keepsSmall = language.fold === foldWord;
    // Number 0 is no word's, and no chunk or stem has a space.
    this.spellings.number(" ");
    this.not = this.wordOf("not") << 1;
  }

  /** The number after the last. */
  get size(): number {
    return this.spellings.size;
  }

  /** A word as a string. */
  word(word: number): string {
    return this.spellings.get(word);
  }

  stem(word: number): string {
    return this.spellings.get(this.stemNumbers[word]!);
  }

  /** The number of a folded word, -1 if it was not met. */
  numberOf(word: string): number {
    const number = this.spellings.numberOf(word);
    return number > 0 && this.stemNumbers[number]! > 0 ? number : -1;
  }

  /** The number of the chunk that begins at `from`, before `end`; where it ends is `chunkEnd`. */
  chunk(text: string, from: number, end: number): number {
    let hash = HASH_OF_NOTHING;
    let to = from;
    for (; to < end; to++) {
      const unit = text.charCodeAt(to);
      if (classes[unit] !== INSIDE && !isInside(text, to)) break;
      hash = Math.imul(hash ^ unit, HASH_FACTOR);
      hash ^= hash >>> 15;
    }
    this.chunkEnd = to;
    const known = this.spellings.find(hash, text, from, to);
    if (known >= 0 && this.tokens[known] !== 0) return known;
    return this.learn(known, hash, text.slice(from, to));
  }

  private learn(known: number, hash: number, characters: string): number {
    const chunk = known >= 0 ? known : this.add(characters, hash);
    if (this.keepsSmall && SMALL.test(characters)) {
      this.addWord(chunk, characters);
      this.tokens[chunk] = (chunk << 1) | 1;
      return chunk;
    }
    const tokens = wordsOfChunk(characters, this.language.fold).map(
      ({ text, advances }) => (this.wordOf(text) << 1) | (advances ? 1 : 0),
    );
    this.tokens[chunk] = tokens.length === 1 ? tokens[0]! : ~this.several.length;
    if (tokens.length !== 1) for (const number of [tokens.length, ...tokens]) this.several.push(number);
    return chunk;
  }

  private wordOf(word: string): number {
    const number = this.numberOrNew(word, hashOf(word));
    this.addWord(number, word);
    return number;
  }

  /** Makes a number one of a word, unless it is. */
  private addWord(number: number, word: string): void {
    if (this.stemNumbers[number] !== 0) return;
    const { language } = this;
    const stem = language.stem(word);
    const stemNumber = stem === word ? number : this.numberOrNew(stem, hashOf(stem));
    this.stemNumbers[number] = stemNumber;
    this.words.push(number);
    if (this.isStem[stemNumber] === 0) this.stems.push(stemNumber);
    this.isStem[stemNumber] = 1;
    if (language.isStop(word)) this.isStop[number] = 1;
    if (language === ENGLISH && denies(word)) this.denies[number] = 1;
  }

  private numberOrNew(word: string, hash: number): number {
    const known = this.spellings.find(hash, word, 0, word.length);
    return known >= 0 ? known : this.add(word, hash);
  }

  private add(word: string, hash: number): number {
    const number = this.spellings.add(hash, word, 0, word.length);
    if (number < this.tokens.length) return number;
    this.tokens = grown(this.tokens, number + 1);
    this.stemNumbers = grown(this.stemNumbers, number + 1);
    this.isStop = grown(this.isStop, number + 1);
    this.denies = grown(this.denies, number + 1);
    this.isStem = grown(this.isStem, number + 1);
    return number;
  }
}

/** Most chunks. */
const SMALL = /^[a-z0-9]+$/;

/** Distinct words after which the next who needs a vocabulary gets a new one. */
const KEPT = 2 ** 18;

const shared = new WeakMap<Language, Vocabulary>();

/** The vocabulary of all trees of a language, so that what one of them has is taken apart once; it starts again when it is full. */
export function vocabularyNow(language: Language): Vocabulary {
  const known = shared.get(language);
  if (known !== undefined && known.size < KEPT) return known;
  const vocabulary = new Vocabulary(language);
  shared.set(language, vocabulary);
  return vocabulary;
}
