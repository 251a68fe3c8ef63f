import type { CombineFunction, Span } from "@semantic-xpath/parser";
import type { ScoreEvidence } from "@semantic-xpath/scorers";
import type { Caveat } from "../execute/caveats.js";
import type { QueryValue } from "../execute/valueQuery.js";
import type { SingleValue } from "../execute/values/written.js";

/** Changes when a reader of the document would have to change. */
export const TRACE_VERSION = 1;

/**
 * Record of a run as one JSON document: REPL, editor views, reports and the API show this and nothing else. Nodes are named by
 * their paths, operators by the ids of the plan (`planRows`).
 */
export interface Trace {
  readonly version: typeof TRACE_VERSION;
  readonly query: string;
  readonly scorer: string;
  readonly strategy: "all" | "best-first";
  readonly scorerCalls: number;
  readonly scorerPairs: number;
  readonly cacheHits: number;
  readonly milliseconds: number;
  /** Axes, brackets and whole-sequence operators in the order of the plan. */
  readonly operators: readonly TraceOperator[];
  /** Value of a query that gives one. */
  readonly value?: QueryValue;
  /** Reading of the run's clock, if the query used it. */
  readonly now?: string;
  /** Reservations about the result; absent if there are none. */
  readonly caveats?: readonly Caveat[];
  readonly results: readonly TraceResult[];
  /** Nodes that reached the end of the plan and are not in the result, each with its reason. */
  readonly cut: readonly TraceDrop[];
}

export interface TraceOperator {
  readonly id: number;
  readonly kind: string;
  readonly text: string;
  readonly span: Span;
  /** Entries that went in and came out: contexts and candidates of an axis, candidates of a bracket. */
  readonly rowsIn: number;
  readonly rowsOut: number;
  /** Time in the operator itself, operators inside it left out. */
  readonly selfMilliseconds: number;
  readonly pairs: number;
  readonly hits: number;
  /** Every entry that went in and did not come out, with exactly one reason. */
  readonly dropped: readonly TraceDrop[];
  /** For a relevance, the score algebra of every entry that it scored; for a filter on a score, of every entry it tested. */
  readonly scores: readonly TraceScore[];
  /** For a value, its contributors; for an order by, its input, each entry with its keys. Absent otherwise. */
  readonly values?: readonly TraceValue[];
}

/** An entry with what it is as a value: of a counted one 1, else a number, where it reads as one, or a text; null: it has none. */
export interface TraceValue {
  readonly path: string;
  readonly values: readonly (SingleValue | null)[];
}

export type DropReason =
  /** The node has no candidates on the axis. */
  | "no-candidates"
  | "position"
  | "no-sibling"
  | "filter"
  | "no-attribute"
  | "no-text"
  /** The right side of `except` has it, or that of `intersect` does not. */
  | "except"
  | "intersect"
  /** Pruned: its upper bound can't reach the result, so it was not scored (any further). */
  | "bound"
  | "zero-weight"
  /** It does not hold at the moment of the run, or is in what does not. */
  | "validity"
  | "min-score"
  | "limit"
  /** A path reached the document node, which is never a result. */
  | "document";

export interface TraceDrop {
  readonly path: string;
  readonly reason: DropReason;
  /** In words, with the numbers: `"position 3 is outside [1:2]"`. */
  readonly detail: string;
}

export interface TraceScore {
  readonly path: string;
  /** Weight in the candidate list before and after the operator; null after a filter. */
  readonly before: number;
  readonly after: number | null;
  readonly algebra: ScoreAlgebra;
}

/**
 * One expression with its value and, below it, the values that it came from: recomputing `operation` over the operands gives
 * `value`. A value that was never needed is null, with the interval in which it lies.
 */
export interface ScoreAlgebra {
  readonly expressionId: number;
  /** In the notation of queries. */
  readonly text: string;
  readonly operation: "scorer" | CombineFunction | "1-" | "indicator" | "constant";
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
  readonly operands: readonly ScoreAlgebra[];
  /**
   * For an aggregate: the evidence nodes in document order; `operation` combines their weights. Absent if scores that were never needed decide the
   * evidence.
   */
  readonly evidence?: readonly TraceEvidence[];
  /** For a local relevance: the call of the scorer. */
  readonly asked?: Asked;
}

/** Call of a scorer for one node. */
export interface Asked {
  readonly condition: string;
  /** null: the target is absent. */
  readonly text: string | null;
  /** Words of the text that are evidence of words of the condition; absent if the scorer can't explain itself. Its places are in `text`. */
  readonly explanation?: ScoreEvidence;
}

/** `weight` is the product of the factors; null if one of its scores was never needed. */
export interface TraceEvidence {
  readonly path: string;
  readonly weight: number | null;
  readonly factors: readonly TraceFactor[];
}

/**
 * Contribution of one step (or bracket of a group) to a weight: the product of its scores from left to right. The weight is
 * the product of all factors from left to right, starting from 1.
 */
export interface TraceFactor {
  /** The node that was scored (first): the result itself or one of the nodes that the path came through. */
  readonly path: string;
  readonly scores: readonly {
    readonly operatorId: number;
    /** The node that this score is of: after a sibling offset another one than before it. */
    readonly path: string;
    readonly algebra: ScoreAlgebra;
  }[];
}

export interface TraceResult {
  readonly path: string;
  readonly weight: number;
  readonly factors: readonly TraceFactor[];
}
