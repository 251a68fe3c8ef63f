import { NONE } from "@semantic-xpath/tree";
import type { QuantityColumns } from "./quantityColumns.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * An index of some texts, numbered from 0, that never changes. Its stems are sorted by their UTF-8 bytes. The postings of a stem are, for each text that has
 * it, the distance from the text before as a varint, and for each occurrence the varint `(distance of places << 4) | (kind << 1) | more`.
 */
export class Segment {
  constructor(
    readonly size: number,
    readonly dictionary: Uint8Array,
    /** By stem, where it begins in the dictionary and in the postings; one more for the end. */
    readonly offsets: Uint32Array,
    readonly starts: Uint32Array,
    readonly postings: Uint8Array,
    /** By text, its words, at most 65535, and the number of its type plus 1, 0 for none. */
    readonly lengths: Uint16Array,
    readonly types: Uint16Array,
    readonly typeNames: readonly string[],
    readonly quantities: QuantityColumns,
  ) {}

  get stems(): number {
    return this.offsets.length - 1;
  }

  /** Bytes of its columns. */
  get bytes(): number {
    const { dictionary, offsets, starts, postings, lengths, types, quantities } = this;
    const columns = [dictionary, offsets, starts, postings, lengths, types];
    const all = [...columns, quantities.texts, quantities.numbers, quantities.codes];
    return all.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  stem(number: number): string {
    return decoder.decode(this.dictionary.subarray(this.offsets[number], this.offsets[number + 1]));
  }

  /** The number of a stem, -1 if no text has it. */
  numberOf(stem: string): number {
    const bytes = encoder.encode(stem);
    const at = this.firstFrom(bytes);
    return at < this.stems && this.compare(at, bytes) === 0 ? at : NONE;
  }

  /** The numbers of the stems that begin with some letters: [first, end). */
  beginningWith(letters: string): readonly [number, number] {
    const bytes = encoder.encode(letters);
    const first = this.firstFrom(bytes);
    let end = first;
    while (end < this.stems && this.begins(end, bytes)) end++;
    return [first, end];
  }

  /** Bytes of a stem. */
  lengthOf(number: number): number {
    return this.offsets[number + 1]! - this.offsets[number]!;
  }

  private begins(number: number, bytes: Uint8Array): boolean {
    const from = this.offsets[number]!;
    return this.lengthOf(number) >= bytes.length && bytes.every((byte, i) => this.dictionary[from + i] === byte);
  }

  private firstFrom(bytes: Uint8Array): number {
    let [low, high] = [0, this.stems];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(middle, bytes) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private compare(number: number, bytes: Uint8Array): number {
    const from = this.offsets[number]!;
    const length = this.lengthOf(number);
    for (let i = 0; i < length && i < bytes.length; i++) {
      const difference = this.dictionary[from + i]! - bytes[i]!;
      if (difference !== 0) return difference;
    }
    return length - bytes.length;
  }
}
