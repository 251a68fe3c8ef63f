/** Scores by 128-bit key: open addressing over typed arrays, some 40 bytes a pair instead of the 150 of a map of strings. */
export class KeyTable {
  private keys = new Uint32Array(4 * 1024);
  private scores = new Float32Array(1024).fill(Number.NaN);
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The score of the key at a place of `bytes`, NaN where there is none. */
  get(bytes: Buffer, at: number): number {
    return this.scores[this.slotOf(bytes.readUInt32LE(at), bytes, at)]!;
  }

  /** Whether the key is new. A key that is there keeps its score. */
  add(bytes: Buffer, at: number, score: number): boolean {
    if (this.count * 2 >= this.scores.length) this.grow();
    const slot = this.slotOf(bytes.readUInt32LE(at), bytes, at);
    if (!Number.isNaN(this.scores[slot]!)) return false;
    for (let word = 0; word < 4; word++) this.keys[4 * slot + word] = bytes.readUInt32LE(at + 4 * word);
    this.scores[slot] = score;
    this.count++;
    return true;
  }

  /** Linear probing from the first word, which is as good as random: keys are hashes. */
  private slotOf(first: number, bytes: Buffer, at: number): number {
    const mask = this.scores.length - 1;
    let slot = first & mask;
    while (!Number.isNaN(this.scores[slot]!)) {
      let word = 0;
      while (word < 4 && this.keys[4 * slot + word] === bytes.readUInt32LE(at + 4 * word)) word++;
      if (word === 4) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private grow(): void {
    const { keys, scores } = this;
    this.keys = new Uint32Array(keys.length * 2);
    this.scores = new Float32Array(scores.length * 2).fill(Number.NaN);
    const mask = this.scores.length - 1;
    for (let old = 0; old < scores.length; old++) {
      if (Number.isNaN(scores[old]!)) continue;
      let slot = keys[4 * old]! & mask;
      while (!Number.isNaN(this.scores[slot]!)) slot = (slot + 1) & mask;
      this.keys.set(keys.subarray(4 * old, 4 * old + 4), 4 * slot);
      this.scores[slot] = scores[old]!;
    }
  }
}
