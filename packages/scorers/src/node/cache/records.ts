import { createCipheriv, createHash } from "node:crypto";
import { isShare } from "../../options.js";

/**
 * A record is 16 bytes of key, the score as a little-endian float, and a mark made of both. All have one length, so that one that is
 * damaged costs no other.
 */
export const RECORD_BYTES = 24;
const KEY_BYTES = 16;

/**
 * The keys of texts under one scorer and condition: 128 bits of SHA-256 over UTF-16 units, with lengths in front, so that the parts
 * can't run together. With a secret nobody else can say which key a text has.
 */
export function keyer(scorer: string, condition: string, secret?: Uint8Array): (text: string) => Buffer {
  const prefix = createHash("sha256");
  if (secret !== undefined) prefix.update(secret);
  prefix.update(`${scorer.length}:${condition.length}:`);
  prefix.update(Buffer.from(scorer, "utf16le")).update(Buffer.from(condition, "utf16le"));
  return (text) => prefix.copy().update(Buffer.from(text, "utf16le")).digest().subarray(0, KEY_BYTES);
}

/** A record but for its mark. */
export function writeRecord(into: Buffer, at: number, key: Buffer, score: number): void {
  key.copy(into, at, 0, KEY_BYTES);
  into.writeFloatLE(score, at + KEY_BYTES);
}

/** Marks the first records of `bytes`. */
export function writeMarks(bytes: Buffer, count: number, seal: Seal): void {
  const marks = seal.marks(bytes, count);
  for (let i = 0; i < count; i++) bytes.writeUInt32LE(marks[i]!, (i + 1) * RECORD_BYTES - MARK_BYTES);
}

/** The score of the record at a place; NaN if it has not the mark that it should have. */
export function scoreAt(bytes: Buffer, at: number, mark: number): number {
  if (bytes.readUInt32LE(at + RECORD_BYTES - MARK_BYTES) !== mark) return Number.NaN;
  const score = bytes.readFloatLE(at + KEY_BYTES);
  return isShare(score) ? score : Number.NaN;
}

const MARK_BYTES = 4;

/** Tells whole records from others by the mark at the end of each. */
export interface Seal {
  /** What the marks of the first records of `bytes` should be. */
  marks(bytes: Buffer, count: number): Uint32Array;
  /** Whether nothing after a record with another mark is believed. */
  readonly isStrict: boolean;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Against damage: CRC-32 (ISO-HDLC, as in zip) of key and score. In place: a call out of JavaScript costs more than these 20 bytes. */
export const CHECKSUM: Seal = {
  isStrict: false,
  marks(bytes, count) {
    const marks = new Uint32Array(count);
    for (let record = 0; record < count; record++) {
      const at = record * RECORD_BYTES;
      let value = 0xffffffff;
      for (let i = at; i < at + KEY_BYTES + 4; i++) value = (value >>> 8) ^ TABLE[(value ^ bytes[i]!) & 255]!;
      marks[record] = ~value >>> 0;
    }
    return marks;
  },
};

/**
 * Against forging: 32 bits of the CBC-MAC of key and score, two blocks of AES each (all messages have one length, for which that is sound), so many
 * records with two calls of the cipher. Whoever does not know the secret has one guess in four billion for each file, since what follows a wrong
 * mark is not read.
 */
export function secretSeal(secret: Uint8Array): Seal {
  const key = createHash("sha256").update("marks of records").update(secret).digest().subarray(0, KEY_BYTES);
  const encrypted = (blocks: Buffer): Buffer =>
    createCipheriv("aes-128-ecb", key, null).setAutoPadding(false).update(blocks);
  return {
    isStrict: true,
    marks(bytes, count) {
      const blocks = Buffer.alloc(count * KEY_BYTES);
      for (let i = 0; i < count; i++) bytes.copy(blocks, i * KEY_BYTES, i * RECORD_BYTES, i * RECORD_BYTES + KEY_BYTES);
      const chained = encrypted(blocks);
      for (let i = 0; i < count; i++) {
        const score = bytes.readUInt32LE(i * RECORD_BYTES + KEY_BYTES);
        chained.writeUInt32LE((chained.readUInt32LE(i * KEY_BYTES) ^ score) >>> 0, i * KEY_BYTES);
      }
      const all = encrypted(chained);
      return Uint32Array.from({ length: count }, (_, i) => all.readUInt32LE(i * KEY_BYTES));
    },
  };
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
