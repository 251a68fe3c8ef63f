import { denies } from "@semantic-xpath/english";
import { getOrMake } from "@semantic-xpath/tree";
import { ENGLISH, type Language } from "./languages/language.js";
import { classes, INSIDE, isInside, wordsOfChunk } from "./words.js";

/** A word of a chunk. */
export interface KnownWord {
  readonly text: string;
  /** The number of its stem. */
  readonly stem: number;
  /** True if it has a position of its own: the compound of "check-in" is at the position of "in". */
  readonly advances: boolean;
  readonly isStop: boolean;
  /** True if it may deny the words after it. */
  readonly denies: boolean;
}

/** Chunks as words, with stems numbered from 0: what one text has is taken apart once, and found again without a string of its own. */
export class Vocabulary {
  readonly stems: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly chunks: string[] = [];
  private readonly words: (readonly KnownWord[])[] = [];
  /** With open addressing, for each slot the number of a chunk plus 1, 0 for none, and its hash: other chunks are not looked at. */
  private table = new Int32Array(1 << 13);
  /** The end of the chunk that was read last. */
  end = 0;

  constructor(readonly language: Language) {}

  get size(): number {
    return this.chunks.length;
  }

  /** The words of the chunk of a text that begins at a place and ends at another one at most. */
  wordsFrom(text: string, from: number, most: number): readonly KnownWord[] {
    let to = from;
    let hash = SEED;
    for (; to < most; to++) {
      const unit = text.charCodeAt(to);
      if (classes[unit] !== INSIDE && !isInside(text, to)) break;
      hash = hashed(hash, unit);
    }
    this.end = to;
    const { table } = this;
    const mask = table.length - 2;
    for (let at = slotOf(hash) & mask; ; at = (at + 2) & mask) {
      const number = table[at]! - 1;
      if (number < 0) return this.addChunk(text.slice(from, to), hash, at);
      if (table[at + 1] === hash && isSame(this.chunks[number]!, text, from, to)) return this.words[number]!;
    }
  }

  private addChunk(chunk: string, hash: number, at: number): readonly KnownWord[] {
    const { language } = this;
    const words = wordsOfChunk(chunk, language.fold).map(
      ({ text, advances }): KnownWord => ({
        text,
        stem: this.add(language.stem(text)),
        advances,
        isStop: language.isStop(text),
        denies: language === ENGLISH && denies(text),
      }),
    );
    this.words.push(words);
    // It must not hold on to the text that it is cut from.
    this.table[at] = this.chunks.push(unsliced(chunk));
    this.table[at + 1] = hash;
    if (this.chunks.length * 4 > this.table.length) this.widen();
    return words;
  }

  private widen(): void {
    const before = this.table;
    this.table = new Int32Array(before.length * 2);
    const mask = this.table.length - 2;
    for (let i = 0; i < before.length; i += 2) {
      if (before[i] === 0) continue;
      let at = slotOf(before[i + 1]!) & mask;
      while (this.table[at] !== 0) at = (at + 2) & mask;
      this.table[at] = before[i]!;
      this.table[at + 1] = before[i + 1]!;
    }
  }

  /** The number of a stem, -1 for one that no word had. */
  numberOf(stem: string): number {
    return this.numbers.get(stem) ?? -1;
  }

  /** The number of a stem, a new one if no word had it. */
  add(stem: string): number {
    return getOrMake(this.numbers, unsliced(stem), () => this.stems.push(stem) - 1);
  }
}

/** FNV-1a (Fowler, Noll, Vo) over UTF-16 units, folded for a slot of two entries. */
const SEED = 0x811c9dc5 | 0;
const hashed = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);
const slotOf = (hash: number): number => (hash ^ (hash >>> 15)) << 1;

function isSame(chunk: string, text: string, from: number, to: number): boolean {
  if (chunk.length !== to - from) return false;
  for (let i = 0; i < chunk.length; i++) if (chunk.charCodeAt(i) !== text.charCodeAt(from + i)) return false;
  return true;
}

/** Characters from which a part of a string may hold on to the whole of it: `SlicedString::kMinLength` of V8. */
const MIN_SLICED = 13;

const unsliced = (text: string): string => (text.length < MIN_SLICED ? text : ` ${text}`.slice(1));

/** Distinct chunks after which the next who needs a vocabulary gets a new one. */
const KEPT = 2 ** 18;

const shared = new WeakMap<Language, Vocabulary>();

/** The vocabulary of all texts of a language; it starts again when it is full. */
export function vocabularyNow(language: Language): Vocabulary {
  const current = shared.get(language);
  if (current !== undefined && current.size < KEPT) return current;
  const vocabulary = new Vocabulary(language);
  shared.set(language, vocabulary);
  return vocabulary;
}
