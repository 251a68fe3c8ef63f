import { grown } from "../columns.js";
import type { DistinctWords } from "../distinctWords.js";

const HEADS = 2 ** 16;

/** Numbers by a key of 32 bits. Numbers of other keys may come too: whoever reads them tests them. */
export class Buckets {
  /** Lists: the number plus 1 that comes first, and after each number the next one plus 1. */
  private readonly heads = new Int32Array(HEADS);
  private next = new Int32Array(1024);

  /** Adds a number, once at the most. */
  add(key: number, number: number): void {
    this.next = grown(this.next, number + 1);
    const head = headOf(key);
    this.next[number] = this.heads[head]!;
    this.heads[head] = number + 1;
  }

  each(key: number, visit: (number: number) => void): void {
    for (let at = this.heads[headOf(key)]!; at !== 0; at = this.next[at - 1]!) visit(at - 1);
  }
}

const headOf = (key: number): number => Math.imul(key ^ (key >>> 15), 0x9e3779b1) >>> 16;

/** A key of the units [from, to) of a text. */
export function keyOf(text: string, from: number, to: number): number {
  let key = to - from;
  for (let i = from; i < to; i++) key = Math.imul(key, 31) + text.charCodeAt(i);
  return key | 0;
}

/** The same of a word. */
export function keyOfWord(words: DistinctWords, word: number, from: number, to: number): number {
  let key = to - from;
  for (let i = from; i < to; i++) key = Math.imul(key, 31) + words.unit(word, i);
  return key | 0;
}
