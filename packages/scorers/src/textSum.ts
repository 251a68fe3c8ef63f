const SEED = 0x811c9dc5;

/** FNV-1a over UTF-16 units (Fowler, Noll, Vo), and the finaliser of MurmurHash3 (A. Appleby), so that sums of them tell. */
function hashOf(text: string, seed: number): number {
  let value = seed;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}

/** 64 bits of texts with a count of each, whatever their order; those of two collections add up to those of both. */
export class TextSum {
  constructor(
    private low = 0,
    private high = 0,
  ) {}

  /** The arguments of the constructor. */
  columns(): Int32Array {
    return Int32Array.of(this.low, this.high);
  }

  add(text: string, count = 1): void {
    this.low = (this.low + Math.imul(count, hashOf(text, SEED))) | 0;
    this.high = (this.high + Math.imul(count, hashOf(text, ~SEED))) | 0;
  }

  addAll({ low, high }: TextSum): void {
    this.low = (this.low + low) | 0;
    this.high = (this.high + high) | 0;
  }

  print(): string {
    return [this.high, this.low].map((bits) => (bits >>> 0).toString(16).padStart(8, "0")).join("");
  }
}
