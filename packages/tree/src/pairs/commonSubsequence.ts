import { getOrMake } from "@semantic-xpath/values";
import { lowerBound } from "../column.js";

/** Maximum number of occurrences for which every pair is compared. */
const FEW = 8;

/**
 * The longest common subsequence of two sequences: for each index of `a` the paired index of `b`, or -1. Exact if no number occurs more than
 * eight times in `b`. An occurrence of a more frequent number is paired by its distance from the beginning or from the end, so that the time
 * stays near linear for all sequences.
 *
 * J. W. Hunt and T. G. Szymanski, "A Fast Algorithm for Computing Longest Common Subsequences", Communications of the ACM 20, 1977.
 */
export function commonSubsequence(a: Int32Array, b: Int32Array): Int32Array {
  const pairOf = new Int32Array(a.length).fill(-1);
  let start = 0;
  let [endA, endB] = [a.length, b.length];
  while (start < endA && start < endB && a[start] === b[start]) pairOf[start] = start++;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) pairOf[--endA] = --endB;
  if (start === endA || start === endB) return pairOf;
  const inside = between(a.subarray(start, endA), b.subarray(start, endB));
  for (const [i, j] of inside.entries()) if (j >= 0) pairOf[start + i] = start + j;
  return pairOf;
}

function between(a: Int32Array, b: Int32Array): Int32Array {
  const places = new Places(a, b);
  const total = a.reduce((sum, code) => sum + places.most(code), 0);
  // Chains of candidates: each has its places, and the one before it in the longest chain that ends with it.
  const [inA, inB, previous] = [new Int32Array(total), new Int32Array(total), new Int32Array(total)];
  /** By length of a chain: the lowest place in `b` at which one ends, and the candidate there. */
  const ends = new Int32Array(Math.min(a.length, b.length));
  const last = new Int32Array(ends.length);
  let [length, count] = [0, 0];
  for (const [i, code] of a.entries()) {
    places.visit(code, (j) => {
      const at = lowerBound(ends, j, 0, length);
      [inA[count], inB[count], previous[count]] = [i, j, at === 0 ? -1 : last[at - 1]!];
      ends[at] = j;
      last[at] = count++;
      if (at === length) length++;
    });
  }
  const pairOf = new Int32Array(a.length).fill(-1);
  for (let at = length === 0 ? -1 : last[length - 1]!; at >= 0; at = previous[at]!) pairOf[inA[at]!] = inB[at]!;
  return pairOf;
}

interface Occurrences {
  readonly inB: number[];
  inA: number;
  seen: number;
}

/** The places of the numbers of `b`, and how many of those in `a` have been visited. */
class Places {
  private readonly of = new Map<number, Occurrences>();

  constructor(a: Int32Array, b: Int32Array) {
    for (const [j, code] of b.entries())
      getOrMake(this.of, code, (): Occurrences => ({ inB: [], inA: 0, seen: 0 })).inB.push(j);
    for (const code of a) {
      const entry = this.of.get(code);
      if (entry !== undefined) entry.inA++;
    }
  }

  /** Maximum number of candidates for `visit`. */
  most(code: number): number {
    const count = this.of.get(code)?.inB.length ?? 0;
    return count <= FEW ? count : 2;
  }

  /** The candidates of the next occurrence in `a`, from the last to the first: a chain takes at most one of them. */
  visit(code: number, candidate: (j: number) => void): void {
    const entry = this.of.get(code);
    if (entry === undefined) return;
    const { inB, inA } = entry;
    const fromStart = entry.seen++;
    if (inB.length <= FEW) {
      for (let k = inB.length - 1; k >= 0; k--) candidate(inB[k]!);
      return;
    }
    const fromEnd = inB.length - inA + fromStart;
    const [high, low] = fromEnd > fromStart ? [fromEnd, fromStart] : [fromStart, fromEnd];
    if (high >= 0 && high < inB.length) candidate(inB[high]!);
    if (low !== high && low >= 0 && low < inB.length) candidate(inB[low]!);
  }
}
