import type { Emptiness } from "./emptiness.js";
import type { Caveat, Caveats } from "./execute/caveats.js";
import type { QueryValue } from "./execute/valueQuery.js";
import { FEW_MATCHES, iterate, type Match, type MatchRows, matchesOf } from "./match.js";
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
  /** Goes through the matches without keeping them, which is most of the cost of a large `matches`. */
  [Symbol.iterator](): Iterator<Match>;
  readonly stats: RunStats;
  /**
   * Value of a query that gives one: true or false, one value, null for none, or a list if the query is a path or `distinct-values`. Numbers
   * and Booleans, by the types of their columns, are such; dates, durations and amounts are texts. Then `matches` are the nodes and attributes
   * that it was computed from, each at weight 1.
   */
  readonly value?: QueryValue;
  /** Reservations about columns whose types were inferred; absent if there are none. */
  readonly caveats?: readonly Caveat[];
  readonly trace?: Trace;
}

export const runResult = (rows: MatchRows, stats: RunStats, caveats: Caveats, value?: QueryValue): RunResult => {
  const result = new RowsResult(rows, stats);
  if (value !== undefined) Object.assign(result, { value });
  return caveats.size === 0 ? result : Object.assign(result, { caveats: [...caveats.values()] });
};

/** The fields are hard private: an enumerable one would be part of every copy and comparison. */
export class RowsResult implements RunResult {
  declare readonly matches: readonly Match[];
  declare readonly stats: RunStats;
  readonly #rows: MatchRows;
  #weights: Float64Array | null;
  #matches: readonly Match[] | null = null;

  constructor(rows: MatchRows, stats: RunStats) {
    this.#rows = rows;
    this.#weights = rows.weights;
    if (rows.ids.length <= FEW_MATCHES) this.matches = matchesOf(rows);
    else Object.defineProperty(this, "matches", RowsResult.#lazyMatches);
    this.stats = stats;
  }

  get ids(): Int32Array {
    return nodesOf(this.#rows);
  }

  get weights(): Float64Array {
    this.#weights ??= new Float64Array(this.#rows.ids.length).fill(1);
    return this.#weights;
  }

  [Symbol.iterator](): Iterator<Match> {
    return iterate(this.#rows, this);
  }

  /** One descriptor for all results: a getter per result would give each a shape of its own. */
  static readonly #lazyMatches: PropertyDescriptor & ThisType<RowsResult> = {
    enumerable: true,
    get() {
      this.#matches ??= matchesOf(this.#rows);
      return this.#matches;
    },
  };
}

/** The node of each row, of a group its first member. */
export const nodesOf = ({ ids, groups }: MatchRows): Int32Array =>
  groups === null ? ids : ids.map((id) => groups.firstNode(id));
