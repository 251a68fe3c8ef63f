import { NONE } from "@semantic-xpath/tree";
import { Bytes } from "./bytes.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Distinct stems, sorted by their UTF-8 bytes and numbered from 0. */
export class Dictionary {
  constructor(
    readonly dictionary: Uint8Array,
    /** By stem, where it begins in the dictionary; one more for the end. */
    readonly offsets: Uint32Array,
  ) {}

  get stems(): number {
    return this.offsets.length - 1;
  }

  stem(number: number): string {
    return decoder.decode(this.stemBytes(number));
  }

  stemBytes(number: number): Uint8Array {
    return this.dictionary.subarray(this.offsets[number], this.offsets[number + 1]);
  }

  /** The number of a stem, -1 if no text has it. */
  numberOf(stem: string): number {
    const bytes = bytesOf(stem);
    const at = this.firstFrom(bytes);
    return at < this.stems && this.compare(at, bytes) === 0 ? at : NONE;
  }

  /** The numbers of the stems that begin with some letters: [first, end). */
  beginningWith(letters: string): readonly [number, number] {
    const bytes = bytesOf(letters);
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

/** The UTF-8 bytes of a string, most often plain letters: without the encoder, which takes longer for a word. */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 127) return encoder.encode(text);
    bytes[i] = unit;
  }
  return bytes;
}

/** Strings as a dictionary, and by their numbers there their places here. */
export function sortedDictionary(stems: readonly string[]): { dictionary: Dictionary; order: Int32Array } {
  const encoded = stems.map((stem) => encoder.encode(stem));
  const order = Int32Array.from(stems.keys()).sort((a, b) => compareBytes(encoded[a]!, encoded[b]!));
  const bytes = new Bytes();
  const offsets = Uint32Array.from(order, (at) => {
    bytes.add(encoded[at]!);
    return bytes.length - encoded[at]!.length;
  });
  return { dictionary: new Dictionary(bytes.taken(), Uint32Array.from([...offsets, bytes.length])), order };
}

export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  for (let i = 0; i < one.length && i < other.length; i++) if (one[i] !== other[i]) return one[i]! - other[i]!;
  return one.length - other.length;
}
