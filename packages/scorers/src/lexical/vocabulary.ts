import { grown } from "./columns.js";
import { ENGLISH, type Language } from "./languages/language.js";
import { denies } from "./negation.js";
import { chunkEnd, chunkStart, wordsOfChunk } from "./words.js";

/** A chunk that is not among so many places of the table is looked up by its characters, so that no text can make look-ups slow. */
const MOST_PROBES = 16;

/**
 * The distinct words met so far, numbered, and their stems, numbered too. A token is `word << 1`, plus 1 where it advances the position; a
 * chunk is taken apart, folded and stemmed once, afterwards it is one look-up that makes no string.
 */
export class Vocabulary {
  /** Folded words by number. */
  readonly words: string[] = [];
  /** Their stems. */
  readonly stems: string[] = [];
  /** The numbers of their stems. */
  stemNumbers = new Int32Array(1024);
  /** Stems by number. */
  readonly stemNames: string[] = [];
  /** 1 for function words. */
  isStop = new Uint8Array(1024);
  /** 1 for words that may deny what follows them. */
  denies = new Uint8Array(1024);
  /** The token of a "not" that is not written. */
  readonly not: number;
  /** The tokens of a chunk are those in `[tokenStarts[chunk], tokenStarts[chunk + 1])`. */
  tokens = new Int32Array(2048);
  tokenStarts = new Int32Array(1024);
  private readonly numbers = new Map<string, number>();
  private readonly stemNumbersByName = new Map<string, number>();
  /** Chunks by number, and their hashes. */
  private readonly chunks: string[] = [];
  private hashes = new Int32Array(1024);
  /** Open addressing: the number of a chunk plus 1, and 0 for a free place. */
  private table = new Int32Array(4096);
  /** Chunks that the table has no place for. */
  private readonly others = new Map<string, number>();
  private readonly seed = Math.floor(Math.random() * 2 ** 32);

  constructor(readonly language: Language = ENGLISH) {
    // Number 0 is no word's.
    this.number("");
    this.not = this.number("not") << 1;
  }

  get size(): number {
    return this.words.length;
  }

  /** Calls `visit` with the number and the place of each chunk of a text in [start, end), as `eachChunk` does. */
  eachChunk(
    text: string,
    start: number,
    end: number,
    visit: (chunk: number, from: number, to: number) => void,
    most = Infinity,
  ): number {
    let at = start;
    while (at < end && at - start < most) {
      const from = chunkStart(text, at, end);
      at = chunkEnd(text, from, end);
      if (at > from) visit(this.chunk(text, from, at), from, at);
    }
    return at;
  }

  /** The number of a word, undefined if it was not met. */
  numberOf(word: string): number | undefined {
    return this.numbers.get(word);
  }

  /** The number of a stem, undefined if no word with it was met. */
  stemNumberOf(stem: string): number | undefined {
    return this.stemNumbersByName.get(stem);
  }

  /** The number of the chunk in [from, to) of a text. */
  chunk(text: string, from: number, to: number): number {
    const hash = this.hashOf(text, from, to);
    const mask = this.table.length - 1;
    for (let probe = 0, at = hash & mask; probe < MOST_PROBES; probe++, at = (at + 1) & mask) {
      const known = this.table[at]! - 1;
      if (known < 0) {
        const chunk = this.learn(text.slice(from, to), hash);
        this.table[at] = chunk + 1;
        if (this.chunks.length * 2 > this.table.length) this.rehash();
        return chunk;
      }
      if (this.hashes[known] === hash && isAt(this.chunks[known]!, text, from, to)) return known;
    }
    const characters = text.slice(from, to);
    const known = this.others.get(characters) ?? this.learn(characters, hash);
    this.others.set(characters, known);
    return known;
  }

  private hashOf(text: string, from: number, to: number): number {
    let hash = this.seed ^ (to - from);
    for (let at = from; at < to; at++) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  private learn(characters: string, hash: number): number {
    const chunk = this.chunks.push(characters) - 1;
    this.hashes = grown(this.hashes, chunk + 1);
    this.hashes[chunk] = hash;
    let end = this.tokenStarts[chunk]!;
    for (const { text, advances } of wordsOfChunk(characters, this.language.fold)) {
      this.tokens = grown(this.tokens, end + 1);
      this.tokens[end++] = (this.number(text) << 1) | (advances ? 1 : 0);
    }
    this.tokenStarts = grown(this.tokenStarts, chunk + 2);
    this.tokenStarts[chunk + 1] = end;
    return chunk;
  }

  private rehash(): void {
    this.table = new Int32Array(this.table.length * 4);
    const mask = this.table.length - 1;
    for (let chunk = 0; chunk < this.chunks.length; chunk++) {
      let at = this.hashes[chunk]! & mask;
      let probe = 0;
      while (this.table[at] !== 0 && ++probe < MOST_PROBES) at = (at + 1) & mask;
      if (this.table[at] === 0) this.table[at] = chunk + 1;
      else this.others.set(this.chunks[chunk]!, chunk);
    }
  }

  private number(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    const number = this.words.push(word) - 1;
    this.numbers.set(word, number);
    const stem = this.language.stem(word);
    // Of two equal strings one is enough.
    this.stems.push(stem === word ? word : stem);
    this.stemNumbers = grown(this.stemNumbers, number + 1);
    this.stemNumbers[number] = this.stemNumber(stem);
    this.isStop = grown(this.isStop, number + 1);
    if (this.language.isStop(word)) this.isStop[number] = 1;
    this.denies = grown(this.denies, number + 1);
    if (this.language === ENGLISH && denies(word)) this.denies[number] = 1;
    return number;
  }

  private stemNumber(stem: string): number {
    const known = this.stemNumbersByName.get(stem);
    if (known !== undefined) return known;
    this.stemNumbersByName.set(stem, this.stemNames.length);
    return this.stemNames.push(stem) - 1;
  }
}

function isAt(chunk: string, text: string, from: number, to: number): boolean {
  if (chunk.length !== to - from) return false;
  for (let i = 0; i < chunk.length; i++) if (chunk.charCodeAt(i) !== text.charCodeAt(from + i)) return false;
  return true;
}

/** Distinct words after which the next who needs a vocabulary gets a new one. */
const KEPT = 2 ** 18;

const shared = new WeakMap<Language, Vocabulary>();

/** The vocabulary of all trees of a language, so that what one of them has is taken apart once; it starts anew when it is full. */
export function vocabularyNow(language: Language): Vocabulary {
  const known = shared.get(language);
  if (known !== undefined && known.size < KEPT) return known;
  const vocabulary = new Vocabulary(language);
  shared.set(language, vocabulary);
  return vocabulary;
}
