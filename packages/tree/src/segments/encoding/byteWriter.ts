/** V8 keeps arrays up to this size on its heap, which costs less than memory beside it. */
const FEWEST = 64;

/** Bytes that grow. Numbers are variable in length: seven bits a byte, the lowest first. */
export class ByteWriter {
  private data = new Uint8Array(FEWEST);
  length = 0;

  byte(value: number): void {
    if (this.length === this.data.length) this.grow(1);
    this.data[this.length++] = value;
  }

  /** From 0 to 2³² − 1. */
  number(value: number): void {
    while (value > 0x7f) {
      this.byte((value & 0x7f) | 0x80);
      value >>>= 7;
    }
    this.byte(value);
  }

  /** From −2³¹ to 2³¹ − 1: small ones are short whatever their sign. */
  signed(value: number): void {
    this.number(((value << 1) ^ (value >> 31)) >>> 0);
  }

  bytes(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.data.length) this.grow(bytes.length);
    this.data.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** A view, until more is written. */
  get written(): Uint8Array {
    return this.data.subarray(0, this.length);
  }

  finish(): Uint8Array {
    return this.data.slice(0, this.length);
  }

  private grow(by: number): void {
    const grown = new Uint8Array(Math.max(this.data.length * 2, this.length + by));
    grown.set(this.data);
    this.data = grown;
  }
}
