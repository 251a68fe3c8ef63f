import { NONE } from "@semantic-xpath/tree";
import type { Emptiness } from "./emptiness.js";
import type { Caveat, Caveats } from "./execute/caveats.js";
import type { Frame } from "./execute/frame.js";
import type { QueryValue } from "./execute/valueQuery.js";
import { Match, type MatchSource } from "./match.js";
import type { Trace } from "./trace/trace.js";

export interface RunStats {
  readonly scorer: string;
  readonly strategy: "all" | "best-first";
  /** Calls of the scorer, and pairs of text and condition handed to it. */
  readonly scorerCalls: number;
  readonly scorerPairs: number;
  /** Entries of its index that a scorer read which finds texts by itself: for each word, the texts that have it. */
  readonly postingsRead: number;
  /** Scores wanted that were there already: equal texts, or the same node again. */
  readonly cacheHits: number;
  readonly milliseconds: number;
  /** Approximation of the scorer, with its measurement against the exact answer; null for an exact scorer. */
  readonly approximation: string | null;
  /** Reason for an empty result; null for others. */
  readonly empty: Emptiness | null;
}

/**
 * Result of a run, as columns and as objects. Its enumerable properties are `matches`, `stats`, `value` if the query gives one and, if
 * requested, `trace`: JSON, copies and deep comparisons see these.
 */
export interface RunResult {
  /**
   * Node ids in the order of the result; of an attribute, the node that has it, of a group its first member. May be a view into the tree, so do not
   * write to it. Not enumerable.
   */
  readonly ids: Int32Array;
  /** The weight of each entry of `ids`, in (0, 1]. Not enumerable. */
  readonly weights: Float64Array;
  /** An object for each entry of `ids`. Made when first read, so a result of which only the columns are read costs no objects. */
  readonly matches: readonly Match[];
  readonly stats: RunStats;
  /**
   * Value of a query that gives one: true or false, one value, null for none, or a list if the query is a path or `distinct-values`. Dates,
   * durations and amounts are texts. Then `matches` are the nodes and attributes that it was computed from, each at weight 1.
   */
  readonly value?: QueryValue;
  /** Reservations about columns whose types were inferred; absent if there are none. */
  readonly caveats?: readonly Caveat[];
  readonly trace?: Trace;
}

export const runResult = (
  made: MatchSource,
  frame: Frame,
  stats: RunStats,
  caveats: Caveats,
  value?: QueryValue,
): RunResult => {
  const result = new FrameResult(made, frame, stats);
  if (value !== undefined) Object.assign(result, { value });
  return caveats.size === 0 ? result : Object.assign(result, { caveats: [...caveats.values()] });
};

/** The fields are hard private: an enumerable one would be part of every copy and comparison. */
class FrameResult implements RunResult {
  declare readonly matches: readonly Match[];
  declare readonly stats: RunStats;
  readonly #made: MatchSource;
  readonly #frame: Frame;
  #weights: Float64Array | null;
  #matches: readonly Match[] | null = null;

  constructor(made: MatchSource, frame: Frame, stats: RunStats) {
    this.#made = made;
    this.#frame = frame;
    this.#weights = frame.weights;
    Object.defineProperty(this, "matches", FrameResult.#lazyMatches);
    this.stats = stats;
  }

  get ids(): Int32Array {
    const { ids } = this.#frame;
    const { groups } = this.#made;
    return groups.areGroups(ids) ? ids.map((id) => groups.firstNode(id)) : ids;
  }

  get weights(): Float64Array {
    this.#weights ??= new Float64Array(this.#frame.ids.length).fill(1);
    return this.#weights;
  }

  /** One descriptor for all results: a getter per result would give each a shape of its own. */
  static readonly #lazyMatches: PropertyDescriptor & ThisType<FrameResult> = {
    enumerable: true,
    get() {
      this.#matches ??= toMatches(this.#made, this.#frame);
      return this.#matches;
    },
  };
}

function toMatches(made: MatchSource, frame: Frame): readonly Match[] {
  const matches: Match[] = new Array(frame.ids.length);
  for (let i = 0; i < matches.length; i++) matches[i] = matchAt(made, frame, i);
  return matches;
}

/** One entry of a frame as a match. */
export const matchAt = (made: MatchSource, { ids, weights, attributes }: Frame, i: number, source?: string): Match =>
  new Match(made, ids[i]!, weights === null ? 1 : weights[i]!, attributes === null ? NONE : attributes[i]!, source);
