import { grown } from "./columns.js";

/** A word that is not among so many places of the table is looked up by its characters, so that no text can make look-ups slow. */
const MOST_PROBES = 16;
/** Places at first, and how many times more when half of them are taken; powers of two. */
const FEWEST = 1024;
const WIDER = 4;
/** Of one call. */
const MOST_ARGUMENTS = 4096;

/** A hash that strangers can't foresee. */
const SEED = Math.floor(Math.random() * 2 ** 32) | 0;

/** The hash of no units, and what each unit is multiplied with: see `hashOf`. */
export const HASH_OF_NOTHING = SEED;
export const HASH_FACTOR = 0x85ebca6b;

/** Of a word. */
export function hashOf(word: string): number {
  let hash = HASH_OF_NOTHING;
  for (let at = 0; at < word.length; at++) {
    hash = Math.imul(hash ^ word.charCodeAt(at), HASH_FACTOR);
    hash ^= hash >>> 15;
  }
  return hash;
}

/**
 * Distinct words, numbered as they come. Their characters lie in one column, and they are found by open addressing: a string and an entry of a map for
 * each of 10^5 words would cost more for the collector's work than all look-ups together.
 */
export class DistinctWords {
  /** Words so far. */
  size = 0;
  private units = new Uint16Array(4 * FEWEST);
  /** The units of a word are `[starts[number], starts[number + 1])`. */
  private starts = new Int32Array(FEWEST);
  private hashes = new Int32Array(FEWEST);
  /** A hash and a number plus 1, by turns; a number of 0 is a free place. */
  private table = new Int32Array(2 * FEWEST);
  /** Words that the table has no place for. */
  private readonly others = new Map<string, number>();
  /** The words that were asked for as strings; "" for others. */
  private readonly strings: string[] = [];

  /** The number of a word, -1 if it is none of these. */
  numberOf(word: string): number {
    return this.find(hashOf(word), word, 0, word.length);
  }

  /** The same of the units [from, to) of a text, whose hash is known. */
  find(hash: number, text: string, from: number, to: number): number {
    const { table } = this;
    const mask = table.length - 1;
    for (let probe = 0, at = (hash << 1) & mask; probe < MOST_PROBES; probe++, at = (at + 2) & mask) {
      const number = table[at + 1]! - 1;
      if (number < 0) return -1;
      if (table[at] === hash && this.isAt(number, text, from, to)) return number;
    }
    return this.others.size === 0 ? -1 : (this.others.get(text.slice(from, to)) ?? -1);
  }

  /** The number of a word, which is a new one if it is none of these. */
  number(word: string): number {
    const hash = hashOf(word);
    const known = this.find(hash, word, 0, word.length);
    return known < 0 ? this.add(hash, word, 0, word.length) : known;
  }

  /** Numbers a word that is none of these yet. */
  add(hash: number, text: string, from: number, to: number): number {
    const number = this.size++;
    const start = this.starts[number]!;
    const end = start + to - from;
    this.units = grown(this.units, end);
    for (let at = start; at < end; at++) this.units[at] = text.charCodeAt(from + at - start);
    this.starts = grown(this.starts, number + 2);
    this.starts[number + 1] = end;
    this.hashes = grown(this.hashes, number + 1);
    this.hashes[number] = hash;
    if (4 * this.size > this.table.length) this.widen();
    else this.enter(number);
    return number;
  }

  /** A word as a string, the same one each time. */
  get(number: number): string {
    const { strings } = this;
    while (strings.length < this.size) strings.push("");
    if (strings[number] === "") strings[number] = this.made(number);
    return strings[number]!;
  }

  private made(number: number): string {
    let word = "";
    for (let at = this.starts[number]!; at < this.starts[number + 1]!; at += MOST_ARGUMENTS) {
      const units = this.units.subarray(at, Math.min(at + MOST_ARGUMENTS, this.starts[number + 1]!));
      word += String.fromCharCode.apply(null, units as unknown as number[]);
    }
    return word;
  }

  lengthOf(number: number): number {
    return this.starts[number + 1]! - this.starts[number]!;
  }

  /** The unit of a word at a place, from 0. */
  unit(number: number, at: number): number {
    return this.units[this.starts[number]! + at]!;
  }

  /** Whether a word is `text`, without making a string of it. */
  is(number: number, text: string): boolean {
    return this.isAt(number, text, 0, text.length);
  }

  private isAt(number: number, text: string, from: number, to: number): boolean {
    const { units } = this;
    const start = this.starts[number]!;
    if (this.starts[number + 1]! - start !== to - from) return false;
    for (let at = from, unit = start; at < to; at++, unit++) if (units[unit] !== text.charCodeAt(at)) return false;
    return true;
  }

  private enter(number: number): void {
    const { table } = this;
    const mask = table.length - 1;
    const hash = this.hashes[number]!;
    for (let probe = 0, at = (hash << 1) & mask; probe < MOST_PROBES; probe++, at = (at + 2) & mask) {
      if (table[at + 1] !== 0) continue;
      table[at] = hash;
      table[at + 1] = number + 1;
      return;
    }
    this.others.set(this.made(number), number);
  }

  private widen(): void {
    this.table = new Int32Array(this.table.length * WIDER);
    this.others.clear();
    for (let number = 0; number < this.size; number++) this.enter(number);
  }
}
