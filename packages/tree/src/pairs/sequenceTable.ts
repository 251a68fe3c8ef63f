/** Gives sequences of whole numbers a number: equal sequences the same one, counted from 0. Exact; no string is made. */
export class SequenceTable {
  /** The sequences one after the other; `starts[code]` is where one begins and `starts[code + 1]` where it ends. */
  private pool = new Int32Array(1 << 12);
  private starts = new Int32Array(1 << 10);
  /** Open addressing over the codes, -1 when free; at most half full. */
  private slots = new Int32Array(1 << 11).fill(-1);
  private count = 0;

  /** Number of codes. */
  get size(): number {
    return this.count;
  }

  /** The code of the first `length` numbers of `cells`. */
  codeOf(cells: ArrayLike<number>, length: number): number {
    const mask = this.slots.length - 1;
    let slot = hashOf(cells, length) & mask;
    for (let code = this.slots[slot]!; code >= 0; code = this.slots[slot]!) {
      if (this.isAt(code, cells, length)) return code;
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = this.count;
    return this.add(cells, length);
  }

  private isAt(code: number, cells: ArrayLike<number>, length: number): boolean {
    const start = this.starts[code]!;
    if (this.starts[code + 1]! - start !== length) return false;
    for (let i = 0; i < length; i++) if (this.pool[start + i] !== cells[i]) return false;
    return true;
  }

  private add(cells: ArrayLike<number>, length: number): number {
    const code = this.count++;
    const start = this.starts[code]!;
    this.pool = withRoom(this.pool, start + length);
    this.starts = withRoom(this.starts, this.count + 1);
    for (let i = 0; i < length; i++) this.pool[start + i] = cells[i]!;
    this.starts[this.count] = start + length;
    if (this.count * 2 > this.slots.length) this.rehash();
    return code;
  }

  private rehash(): void {
    const mask = this.slots.length * 2 - 1;
    const slots = new Int32Array(mask + 1).fill(-1);
    for (let code = 0; code < this.count; code++) {
      const cells = this.pool.subarray(this.starts[code]!, this.starts[code + 1]!);
      let slot = hashOf(cells, cells.length) & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = code;
    }
    this.slots = slots;
  }
}

/** FNV-1a over 32-bit cells, with the high bits folded into the low ones, which choose the slot. */
function hashOf(cells: ArrayLike<number>, length: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < length; i++) {
    hash = Math.imul(hash ^ cells[i]!, 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

function withRoom(list: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= list.length) return list;
  const grown = new Int32Array(Math.max(length, list.length * 2));
  grown.set(list);
  return grown;
}
