/** A growing run of bytes. */
export class Bytes {
  bytes = new Uint8Array(1 << 8);
  length = 0;

  varint(value: number): void {
    this.reserve(5);
    let remainder = value;
    while (remainder > 127) {
      this.bytes[this.length++] = (remainder & 127) | 128;
      remainder >>>= 7;
    }
    this.bytes[this.length++] = remainder;
  }

  add(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  taken(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const wider = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    wider.set(this.bytes);
    this.bytes = wider;
  }
}

/** Reads varints one after the other. */
export class Varints {
  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  next(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
}
