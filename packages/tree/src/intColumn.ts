const NO_ENTRIES = new Int32Array(0);
/** V8 keeps arrays of 64 bytes on its heap, which costs less than memory beside it. */
const FEWEST = 16;

/** Number of entries to reserve when `length` are full. */
export type Growth = (length: number) => number;

export const doubled: Growth = (length) => length * 2;

/** A growing column of integers. */
export class IntColumn {
  private data = NO_ENTRIES;
  length = 0;

  constructor(private readonly growth: Growth = doubled) {}

  push(value: number): void {
    if (this.length === this.data.length) this.grow();
    this.data[this.length++] = value;
  }

  at(index: number): number {
    return this.data[index]!;
  }

  set(index: number, value: number): void {
    this.data[index] = value;
  }

  /** Puts a value at an index, and adds a number to each of those that were from there on. */
  insert(index: number, value: number, added = 0): void {
    this.push(0);
    this.data.copyWithin(index + 1, index, this.length - 1);
    this.data[index] = value;
    this.add(added, index + 1);
  }

  /** Adds a number to each entry from an index on. */
  add(added: number, from = 0): void {
    for (let at = from; at < this.length; at++) this.data[at]! += added;
  }

  /** The entries, and room after them. */
  get entries(): Int32Array {
    return this.data;
  }

  /** A copy of exactly the entries. The column is empty then, so that not all columns of a tree are there twice at once. */
  finish(): Int32Array {
    const entries = this.data.slice(0, this.length);
    this.clear();
    return entries;
  }

  clear(): void {
    this.data = NO_ENTRIES;
    this.length = 0;
  }

  private grow(): void {
    const grown = new Int32Array(Math.max(FEWEST, this.growth(this.data.length)));
    grown.set(this.data);
    this.data = grown;
  }
}
