/** Below this many entries a comparison sort beats the four counting passes. */
const RADIX_FROM = 1024;

/**
 * The order of `weights[from..to)` by weight descending, ties by `ids` ascending, as indices. Weights are in [0, 1].
 */
export function rankOrder(weights: Float64Array, ids: Int32Array, from = 0, to: number = weights.length): Int32Array {
  const count = to - from;
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) order[i] = from + i;
  if (count < RADIX_FROM) return order.sort((a, b) => weights[b]! - weights[a]! || ids[a]! - ids[b]!);
  let ascending = true;
  for (let i = from + 1; i < to && ascending; i++) ascending = ids[i - 1]! <= ids[i]!;
  if (!ascending) order.sort((a, b) => ids[a]! - ids[b]!);
  return radixByWeight(order, weights);
}

/**
 * Stable counting sort on the bits of the doubles, which for numbers from 0 up order as the numbers do. Digits that are equal
 * everywhere are skipped: scores of single precision leave the lowest 29 bits at zero.
 */
function radixByWeight(order: Int32Array, weights: Float64Array): Int32Array {
  const words = new Uint32Array(weights.buffer, weights.byteOffset, weights.length * 2);
  const counts = new Uint32Array(1 << 16);
  let source: Int32Array = order;
  let target: Int32Array = new Int32Array(order.length);
  for (let digit = 0; digit < 4; digit++) {
    const word = digit >> 1;
    const shift = (digit & 1) * 16;
    counts.fill(0);
    for (let i = 0; i < source.length; i++) counts[(words[source[i]! * 2 + word]! >>> shift) & 0xffff]!++;
    if (counts[(words[source[0]! * 2 + word]! >>> shift) & 0xffff] === source.length) continue;
    let sum = 0;
    for (let value = 0xffff; value >= 0; value--) {
      const count = counts[value]!;
      counts[value] = sum;
      sum += count;
    }
    for (let i = 0; i < source.length; i++) {
      const at = source[i]!;
      target[counts[(words[at * 2 + word]! >>> shift) & 0xffff]!++] = at;
    }
    [source, target] = [target, source];
  }
  return source;
}

/** The first `limit` of `rankOrder`, by a bounded heap: one comparison per entry that does not enter. */
export function topOrder(weights: Float64Array, ids: Int32Array, limit: number): Int32Array {
  const count = weights.length;
  if (limit >= count || limit * 4 > count) return rankOrder(weights, ids).subarray(0, limit);
  const isAfter = (a: number, b: number): boolean =>
    weights[a]! < weights[b]! || (weights[a] === weights[b] && ids[a]! > ids[b]!);
  return firstOf(0, count, limit, isAfter).sort((a, b) => weights[b]! - weights[a]! || ids[a]! - ids[b]!);
}

/**
 * The `limit` entries of `[from, to)` that come before all others, in any order, by a bounded heap: one comparison per entry that does
 * not enter. `isAfter(a, b)`: entry a comes after entry b; no two entries tie.
 */
export function firstOf(
  from: number,
  to: number,
  limit: number,
  isAfter: (a: number, b: number) => boolean,
): Int32Array {
  if (limit >= to - from) {
    const all = new Int32Array(to - from);
    for (let i = 0; i < all.length; i++) all[i] = from + i;
    return all;
  }
  const heap = new Int32Array(limit);
  let size = 0;
  for (let i = from; i < to; i++) {
    if (size < limit) {
      let at = size++;
      while (at > 0) {
        const above = (at - 1) >> 1;
        if (!isAfter(i, heap[above]!)) break;
        heap[at] = heap[above]!;
        at = above;
      }
      heap[at] = i;
    } else if (limit > 0 && isAfter(heap[0]!, i)) {
      let at = 0;
      for (;;) {
        let child = at * 2 + 1;
        if (child >= size) break;
        if (child + 1 < size && isAfter(heap[child + 1]!, heap[child]!)) child++;
        if (!isAfter(heap[child]!, i)) break;
        heap[at] = heap[child]!;
        at = child;
      }
      heap[at] = i;
    }
  }
  return heap;
}
