import { placeInterval } from "@semantic-xpath/planner";
import { lowerBound, lowerBoundNear, NONE, type Tree } from "@semantic-xpath/tree";
import type { IdBuffer } from "../frame.js";
import type { AxisAlgorithm } from "./algorithm.js";
import { algorithmOf } from "./axisRows.js";
import { neededFromFront, type ResolvedAxis } from "./resolvedAxis.js";

/** Candidates of one context after the other as ranges of the posting list of the only type that passes: nothing is allocated for a context. */
export class PostingRange {
  /** The candidates of the last context are `[from, to)` of the posting list. */
  from = 0;
  to = 0;
  /** End of the candidates of the last context: those of the next mostly begin there. */
  private near = 0;
  private readonly needed: number;

  private constructor(
    private readonly tree: Tree,
    private readonly type: number,
    readonly posting: Int32Array,
    private readonly take: ResolvedAxis["take"],
    private readonly algorithm: AxisAlgorithm,
  ) {
    this.needed = take === null ? Number.POSITIVE_INFINITY : neededFromFront(take);
  }

  /** null if the candidates are not read from one posting list. */
  static of(tree: Tree, axis: ResolvedAxis): PostingRange | null {
    const { indexed, types, take } = axis;
    if (!indexed || types === null || types.length !== 1) return null;
    const algorithm = algorithmOf(axis);
    const type = types[0]!;
    return algorithm.endInPosting === null ? null : new PostingRange(tree, type, tree.postings[type]!, take, algorithm);
  }

  /** Moves to the candidates of a context, no further than its position needs; false if the list can't tell them. */
  find(context: number): boolean {
    const { tree, posting, near, take, algorithm } = this;
    const first = algorithm.from(tree, context);
    const low =
      near > 0 && posting[near - 1]! < first ? lowerBoundNear(posting, first, near) : lowerBound(posting, first);
    const after = algorithm.to(tree, context);
    const enough = low + this.needed;
    const isEnough = enough <= posting.length && enough > low && posting[enough - 1]! < after;
    const last = isEnough ? enough : lowerBoundNear(posting, after, low);
    const high = algorithm.endInPosting!(tree, this.type, low, last, context);
    if (high === NONE) return false;
    this.near = high;
    this.from = low;
    this.to = high;
    if (take === null) return true;
    const { start, stop } = placeInterval(take, high - low);
    this.from = low + start;
    this.to = low + stop;
    return true;
  }

  appendTo(out: IdBuffer): void {
    out.append(this.posting, this.from, this.to);
  }

  /** The candidates, without copying them. */
  view(): Int32Array {
    const { posting, from, to } = this;
    return to - from === posting.length ? posting : posting.subarray(from, to);
  }
}
