import { HASH } from "./digests.js";

/** Hashes in the order in which they were added, and the number of each. One takes 36 to 72 bytes; in a `Map` of names it takes about 200. */
export class HashTable {
  private hashes = new Uint8Array(HASH * 8);
  /** Numbers from 1 at the places that their first bytes say, or after it; 0 where there is none. */
  private places = new Int32Array(16);
  private count = 0;

  get length(): number {
    return this.count;
  }

  /** Bytes of RAM. */
  get loadedBytes(): number {
    return this.hashes.length + this.places.byteLength;
  }

  /** A number from 0; -1 for a hash that is not there. */
  indexOf(hash: Uint8Array): number {
    return this.places[this.placeOf(hash)]! - 1;
  }

  at(index: number): Uint8Array {
    return this.hashes.slice(index * HASH, (index + 1) * HASH);
  }

  /** Adds a hash that is not there. */
  add(hash: Uint8Array): void {
    if ((this.count + 1) * HASH > this.hashes.length) {
      const larger = new Uint8Array(this.hashes.length + (this.hashes.length >> 1));
      larger.set(this.hashes);
      this.hashes = larger;
    }
    this.hashes.set(hash, this.count++ * HASH);
    if (this.count * 4 > this.places.length * 3) this.arrange(this.places.length * 2);
    else this.places[this.placeOf(hash)] = this.count;
  }

  truncate(count: number): void {
    if (count >= this.count) return;
    this.count = count;
    this.arrange(this.places.length);
  }

  private arrange(length: number): void {
    this.places = new Int32Array(length);
    for (let i = 0; i < this.count; i++)
      this.places[this.placeOf(this.hashes.subarray(i * HASH, (i + 1) * HASH))] = i + 1;
  }

  /** The place of a hash, or the free one that it would get. */
  private placeOf(hash: Uint8Array): number {
    const mask = this.places.length - 1;
    let place = (hash[0]! | (hash[1]! << 8) | (hash[2]! << 16) | (hash[3]! << 24)) & mask;
    while (this.places[place] !== 0 && !this.isAt(this.places[place]! - 1, hash)) place = (place + 1) & mask;
    return place;
  }

  private isAt(index: number, hash: Uint8Array): boolean {
    const start = index * HASH;
    for (let i = 0; i < HASH; i++) if (this.hashes[start + i] !== hash[i]) return false;
    return true;
  }
}
