/** A set of small integers, 32 to a word. */
export type Bits = Uint32Array;

export const noBits = (size: number): Bits => new Uint32Array(Math.ceil(size / 32));

export function bitsOf(size: number, ids: readonly number[]): Bits {
  const bits = noBits(size);
  for (const id of ids) setBit(bits, id);
  return bits;
}

export const hasBit = (bits: Bits, id: number): boolean => (bits[id >>> 5]! & (1 << (id & 31))) !== 0;

export function setBit(bits: Bits, id: number): void {
  bits[id >>> 5]! |= 1 << (id & 31);
}

/** Adds `other` to `bits` in place. */
export function union(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! |= other[word]!;
}

/** The members in ascending order. */
export function idsIn(bits: Bits): number[] {
  const ids: number[] = [];
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) ids.push(word * 32 + 31 - Math.clz32(rest & -rest));
  }
  return ids;
}
