import { type ReadError, readError } from "../../failure.js";

/** Error for bytes that are not a stored tree. */
export const malformed = (problem: string): ReadError => readError("SXP4050", { problem });

/**
 * Reads what a `ByteWriter` wrote. Bytes may be anyone's: what they can't be is refused with SXP4050, and no count is believed that is
 * greater than what is left, so that nothing large is made of something small.
 */
export class ByteReader {
  private at = 0;

  constructor(private readonly data: Uint8Array) {}

  get left(): number {
    return this.data.length - this.at;
  }

  byte(): number {
    if (this.at === this.data.length) throw malformed("the bytes end too early");
    return this.data[this.at++]!;
  }

  number(): number {
    const first = this.byte();
    if (first < 0x80) return first;
    let value = first & 0x7f;
    for (let scale = 0x80; scale < 2 ** 32; scale *= 0x80) {
      const next = this.byte();
      value += (next & 0x7f) * scale;
      if (next >= 0x80) continue;
      if (next > 0 && value < 2 ** 32) return value;
      break;
    }
    throw malformed("a number is written in another way than numbers are");
  }

  signed(): number {
    const value = this.number();
    return (value >>> 1) ^ -(value & 1);
  }

  /** A number below a bound. */
  below(bound: number, what: string): number {
    const value = this.number();
    if (value >= bound) throw malformed(`there is no ${what} ${value}`);
    return value;
  }

  /** Number of the following items, each of at least one byte. */
  count(what: string): number {
    const count = this.number();
    if (count > this.left) throw malformed(`there is no room for ${count} ${what}`);
    return count;
  }

  /** A view. */
  bytes(length: number): Uint8Array {
    if (length > this.left) throw malformed("the bytes end too early");
    this.at += length;
    return this.data.subarray(this.at - length, this.at);
  }

  end(): void {
    if (this.left > 0) throw malformed(`${this.left} bytes follow after the end`);
  }
}
