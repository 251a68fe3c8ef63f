/** Compression that is done at once; browsers have none. */
export interface Packing {
  deflate(bytes: Uint8Array): Uint8Array;
  inflate(bytes: Uint8Array): Uint8Array;
}

/** Bytes of a block before it is compressed: twice the window of deflate. */
const BLOCK = 2 ** 16;
const SMALLEST = 2 ** 8;

/** The block that was inflated last, of all logs: neighbours are read together. */
let inflated: { readonly packed: Uint8Array; readonly bytes: Uint8Array } | null = null;

/** Runs of bytes in the order in which they were added. They lie in blocks, and full blocks are compressed where the platform can. */
export class ByteLog {
  private readonly sealed: Uint8Array[] = [];
  /** Number of the first run of each block; the last block is open. */
  private readonly firsts: number[] = [0];
  private open: Uint8Array = new Uint8Array(SMALLEST);
  private used = 0;
  /** End of each run in its block. */
  private ends = new Int32Array(8);
  private count = 0;

  constructor(private readonly packing: Packing | null) {}

  get length(): number {
    return this.count;
  }

  /** Bytes of RAM. */
  get loadedBytes(): number {
    return this.sealed.reduce((sum, { length }) => sum + length, this.open.length + this.ends.byteLength);
  }

  /** Adds the pieces, one after the other, as one run. */
  add(...pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) {
      const end = this.used + piece.length;
      if (end > this.open.length) this.open = grown(this.open, Math.max(end, Math.min(2 * this.open.length, BLOCK)));
      this.open.set(piece, this.used);
      this.used = end;
    }
    if (this.count === this.ends.length) this.ends = grown(this.ends, 2 * this.count);
    this.ends[this.count++] = this.used;
    if (this.used >= BLOCK) this.seal();
  }

  /** A copy of the run of a number from 0. */
  at(place: number): Uint8Array {
    const block = this.blockOf(place);
    const start = place === this.firsts[block] ? 0 : this.ends[place - 1]!;
    return this.bytesOf(block).slice(start, this.ends[place]);
  }

  /** Compresses what is there, and keeps no more room than it takes. */
  seal(): void {
    if (this.used === 0) return;
    const bytes = this.open.slice(0, this.used);
    this.sealed.push(this.packing?.deflate(bytes) ?? bytes);
    this.firsts.push(this.count);
    this.open = new Uint8Array(SMALLEST);
    this.used = 0;
  }

  /** Removes all runs from a number on. */
  truncate(count: number): void {
    if (count >= this.count) return;
    const block = this.blockOf(count);
    this.open = this.bytesOf(block).slice();
    this.used = count === this.firsts[block] ? 0 : this.ends[count - 1]!;
    this.sealed.length = block;
    this.firsts.length = block + 1;
    this.count = count;
  }

  private bytesOf(block: number): Uint8Array {
    const packed = this.sealed[block];
    if (packed === undefined || this.packing === null) return packed ?? this.open;
    if (inflated?.packed !== packed) inflated = { packed, bytes: this.packing.inflate(packed) };
    return inflated.bytes;
  }

  private blockOf(place: number): number {
    let [low, high] = [0, this.firsts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.firsts[middle]! <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function grown<T extends Uint8Array | Int32Array>(old: T, length: number): T {
  const larger = new (old.constructor as new (length: number) => T)(length);
  larger.set(old);
  return larger;
}
