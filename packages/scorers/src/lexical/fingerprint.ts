import type { DistinctWords } from "./distinctWords.js";

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a over UTF-16 units (Fowler, Noll, Vo). */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), PRIME);
  return value >>> 0;
}

/** Spreads the bits of a 32-bit number (the finaliser of MurmurHash3, A. Appleby). */
export function spread(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** 32 bits of a word. */
export function hashOfWord(words: DistinctWords, word: number, seed = OFFSET): number {
  let value = seed;
  for (let i = 0, length = words.lengthOf(word); i < length; i++) value = Math.imul(value ^ words.unit(word, i), PRIME);
  return value >>> 0;
}

/** Odd, so that no bit is lost when a sequence grows. */
const [LOW, HIGH] = [PRIME, 0x9e3779b1];

/** 64 bits of a sequence of numbers, as it grows: by a number, or by a sequence whose bits are known. */
export class SequenceHash {
  private low = 0;
  private high = 0;
  private length = 0;

  add(number: number): void {
    this.low = (Math.imul(this.low, LOW) + spread(number)) | 0;
    this.high = (Math.imul(this.high, HIGH) + spread(~number)) | 0;
    this.length++;
  }

  /** The same as adding all that was added to the other one. */
  append({ low, high, length }: SequenceHash): void {
    this.low = (Math.imul(this.low, power(LOW, length)) + low) | 0;
    this.high = (Math.imul(this.high, power(HIGH, length)) + high) | 0;
    this.length += length;
  }

  print(): string {
    return hex(this.high >>> 0) + hex(this.low >>> 0);
  }
}

/** Modulo 2^32. */
function power(base: number, exponent: number): number {
  let result = 1;
  for (let [factor, left] = [base, exponent]; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = Math.imul(result, factor);
    factor = Math.imul(factor, factor);
  }
  return result;
}

const hex = (value: number): string => value.toString(16).padStart(8, "0");

/** 64 bits of words with a count of each, whatever their order; they follow each change. */
export class WordHash {
  private low = 0;
  private high = 0;

  copy(): WordHash {
    const copy = new WordHash();
    [copy.low, copy.high] = [this.low, this.high];
    return copy;
  }

  /** The count of a word was `before`, and is `after`; 0 for a word that is not there. */
  change(words: DistinctWords, word: number, before: number, after: number): void {
    const low = hashOfWord(words, word, OFFSET);
    const high = hashOfWord(words, word, ~OFFSET);
    for (const [times, sign] of [
      [before, -1],
      [after, 1],
    ] as const) {
      if (times === 0) continue;
      this.low = (this.low + sign * spread(low ^ Math.imul(times, 0x9e3779b1))) | 0;
      this.high = (this.high + sign * spread(high ^ Math.imul(times, 0x7feb352d))) | 0;
    }
  }

  /** With what else is to be identified. */
  print(others: string): string {
    return hex((this.high + hash(others, ~OFFSET)) >>> 0) + hex((this.low + hash(others, OFFSET)) >>> 0);
  }
}
