import { createHash } from "node:crypto";
import { isShare } from "../../options.js";

/**
 * A record is 16 bytes of key, the score as a little-endian float, and a CRC-32 of both. All have one length, so that one that is
 * damaged costs no other.
 */
export const RECORD_BYTES = 24;
const KEY_BYTES = 16;

/**
 * The keys of texts under one scorer and condition: 128 bits of SHA-256 over UTF-16 units, with lengths in front, so that the parts
 * can't run together.
 */
export function keyer(scorer: string, condition: string): (text: string) => Buffer {
  const prefix = createHash("sha256").update(`${scorer.length}:${condition.length}:`);
  prefix.update(Buffer.from(scorer, "utf16le")).update(Buffer.from(condition, "utf16le"));
  return (text) => prefix.copy().update(Buffer.from(text, "utf16le")).digest().subarray(0, KEY_BYTES);
}

export function writeRecord(into: Buffer, at: number, key: Buffer, score: number): void {
  key.copy(into, at, 0, KEY_BYTES);
  into.writeFloatLE(score, at + KEY_BYTES);
  into.writeUInt32LE(checksum(into, at), at + KEY_BYTES + 4);
}

/** The score of the record at a place; NaN if the record is damaged. */
export function scoreAt(bytes: Buffer, at: number): number {
  if (bytes.readUInt32LE(at + KEY_BYTES + 4) !== checksum(bytes, at)) return Number.NaN;
  const score = bytes.readFloatLE(at + KEY_BYTES);
  return isShare(score) ? score : Number.NaN;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (ISO-HDLC, as in zip) of key and score. In place: a call out of JavaScript costs more than these 20 bytes. */
function checksum(bytes: Buffer, at: number): number {
  let value = 0xffffffff;
  for (let i = at; i < at + KEY_BYTES + 4; i++) value = (value >>> 8) ^ TABLE[(value ^ bytes[i]!) & 255]!;
  return ~value >>> 0;
}

/** Scores by 128-bit key: open addressing over typed arrays, some 40 bytes a pair instead of the 150 of a map of strings. */
export class KeyTable {
  private keys = new Uint32Array(4 * 1024);
  private scores = new Float32Array(1024).fill(Number.NaN);
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The score of the key at a place of `bytes`, NaN if there is none. */
  get(bytes: Buffer, at: number): number {
    return this.scores[this.slotOf(bytes.readUInt32LE(at), bytes, at)]!;
  }

  /** Whether the key is new. A key that is there keeps its score. */
  add(bytes: Buffer, at: number, score: number): boolean {
    if (this.count * 2 >= this.scores.length) this.grow();
    const slot = this.slotOf(bytes.readUInt32LE(at), bytes, at);
    if (!Number.isNaN(this.scores[slot]!)) return false;
    for (let word = 0; word < 4; word++) this.keys[4 * slot + word] = bytes.readUInt32LE(at + 4 * word);
    this.scores[slot] = score;
    this.count++;
    return true;
  }

  /** Linear probing from the first word, which is as good as random: keys are hashes. */
  private slotOf(first: number, bytes: Buffer, at: number): number {
    const mask = this.scores.length - 1;
    let slot = first & mask;
    while (!Number.isNaN(this.scores[slot]!)) {
      let word = 0;
      while (word < 4 && this.keys[4 * slot + word] === bytes.readUInt32LE(at + 4 * word)) word++;
      if (word === 4) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private grow(): void {
    const { keys, scores } = this;
    this.keys = new Uint32Array(keys.length * 2);
    this.scores = new Float32Array(scores.length * 2).fill(Number.NaN);
    const mask = this.scores.length - 1;
    for (let old = 0; old < scores.length; old++) {
      if (Number.isNaN(scores[old]!)) continue;
      let slot = keys[4 * old]! & mask;
      while (!Number.isNaN(this.scores[slot]!)) slot = (slot + 1) & mask;
      this.keys.set(keys.subarray(4 * old, 4 * old + 4), 4 * slot);
      this.scores[slot] = scores[old]!;
    }
  }
}
