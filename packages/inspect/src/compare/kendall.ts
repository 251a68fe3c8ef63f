/**
 * Agreement of two rankings of the same items: Kendall's tau-b, 1 when every pair has the same order, -1 when every pair is
 * swapped; pairs tied in one of them do not count. null when one of them ties everything.
 *
 * `(C - D) / sqrt((P - T1) (P - T2))` with C pairs in the same order, D swapped, P all pairs and T1, T2 those tied in each (M. G. Kendall,
 * "The Treatment of Ties in Ranking Problems", Biometrika 33, 1945), in n log n steps (W. R. Knight, "A Computer Method for
 * Calculating Kendall's Tau with Ungrouped Data", Journal of the American Statistical Association 61, 1966).
 */
export function kendallTau(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
  const order = Int32Array.from(a, (_, i) => i).sort((i, j) => a[i]! - a[j]! || b[i]! - b[j]!);
  const tiedA = tiedPairs(order, (i, j) => a[i] === a[j]);
  const tiedBoth = tiedPairs(order, (i, j) => a[i] === a[j] && b[i] === b[j]);
  const swapped = sortCountingSwaps(order, b);
  const tiedB = tiedPairs(order, (i, j) => b[i] === b[j]);
  const pairs = (a.length * (a.length - 1)) / 2;
  const scale = Math.sqrt(pairs - tiedA) * Math.sqrt(pairs - tiedB);
  return scale === 0 ? null : (pairs - tiedA - tiedB + tiedBoth - 2 * swapped) / scale;
}

/** Pairs within runs of neighbours that are the same. */
function tiedPairs(order: Int32Array, same: (i: number, j: number) => boolean): number {
  let pairs = 0;
  let run = 0;
  for (let k = 1; k < order.length; k++) {
    run = same(order[k - 1]!, order[k]!) ? run + 1 : 0;
    pairs += run;
  }
  return pairs;
}

/** Merge sort by `b`; returns how many pairs of neighbours a bubble sort would swap. */
function sortCountingSwaps(order: Int32Array, b: ArrayLike<number>): number {
  let source = order.slice();
  let target = new Int32Array(order.length);
  let swaps = 0;
  for (let width = 1; width < order.length; width *= 2) {
    for (let from = 0; from < order.length; from += 2 * width) {
      const middle = Math.min(from + width, order.length);
      const to = Math.min(from + 2 * width, order.length);
      for (let left = from, right = middle, at = from; at < to; at++) {
        if (right >= to || (left < middle && b[source[left]!]! <= b[source[right]!]!)) target[at] = source[left++]!;
        else {
          swaps += middle - left;
          target[at] = source[right++]!;
        }
      }
    }
    [source, target] = [target, source];
  }
  order.set(source);
  return swaps;
}
