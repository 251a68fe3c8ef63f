/** Compression, which need not be done at once; browsers have none. */
export interface Packing {
  deflate(bytes: Uint8Array, done: (packed: Uint8Array) => void): void;
  inflate(bytes: Uint8Array): Uint8Array;
}

/** Bytes of a block before it is compressed: twice the window of deflate. */
const BLOCK = 2 ** 16;
const SMALLEST = 2 ** 8;

/** A full block: as it is until it was compressed. */
interface Block {
  bytes: Uint8Array;
  isPacked: boolean;
}

/** The block that was inflated last, of all logs: neighbours are read together. */
let inflated: { readonly block: Block; readonly bytes: Uint8Array } | null = null;

/** Runs of bytes in the order in which they were added. They lie in blocks, and full blocks are compressed where the platform can. */
export class ByteLog {
  private readonly sealed: Block[] = [];
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
    return this.sealed.reduce((sum, { bytes }) => sum + bytes.length, this.open.length + this.ends.byteLength);
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
    if (this.used >= BLOCK) this.seal(BLOCK);
  }

  /** A copy of the run of a number from 0. */
  at(place: number): Uint8Array {
    const block = this.blockOf(place);
    const start = place === this.firsts[block] ? 0 : this.ends[place - 1]!;
    return this.bytesOf(block).slice(start, this.ends[place]);
  }

  /** Compresses what is there. `room`: bytes that are kept free for what comes next. */
  seal(room = SMALLEST): void {
    if (this.used === 0) return;
    const block: Block = { bytes: this.open.slice(0, this.used), isPacked: false };
    this.sealed.push(block);
    this.packing?.deflate(block.bytes, (bytes) => Object.assign(block, { bytes, isPacked: true }));
    this.firsts.push(this.count);
    this.open = new Uint8Array(room);
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

  private bytesOf(number: number): Uint8Array {
    const block = this.sealed[number];
    if (block === undefined) return this.open;
    if (!block.isPacked) return block.bytes;
    if (inflated?.block !== block) inflated = { block, bytes: this.packing!.inflate(block.bytes) };
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
