import type { Span } from "@semantic-xpath/parser";
import type { ScoreAlgebra } from "@semantic-xpath/runtime/internal";

/** A moment of a run at which one operator has just acted. Stops are numbered from 1; 0 is before the first operator. */
export interface Stop {
  readonly index: number;
  /** 0 for the query's own operators, one more inside each evidence path. */
  readonly depth: number;
  /** The brackets (by operator id) that are waiting for this evidence, from the outside in; as many as `depth`. */
  readonly inside: readonly number[];
  /** 0: the end, where the result is cut by limit, minimum score and weight 0. */
  readonly operatorId: number;
  readonly kind:
    | "Axis"
    | "Position"
    | "Sibling"
    | "Filter"
    | "Relevance"
    | "Order"
    | "GroupBy"
    | "Attribute"
    | "Text"
    | "Meet"
    | "End";
  /** The operator as `explain` prints it. */
  readonly text: string;
  readonly span: Span;
  /** The sequence that went in and the one that came out; after a relevance the best come first. */
  readonly before: SequenceView;
  readonly after: SequenceView;
}

/** A weighted sequence, page by page. */
export interface SequenceView {
  readonly count: number;
  /** Entries [from, from + count), weights in [0, 1]. */
  entries(from: number, count: number): readonly SequenceEntry[];
}

export interface SequenceEntry {
  /** The first member where the entry is a group. */
  readonly node: number;
  /** The keys in words where the entry is a group, which has no path. */
  readonly path: string;
  readonly weight: number;
  /** The value if the entry is an attribute or an own text. */
  readonly value: string | null;
  /** The members of a group, each with the weight that it was grouped with. Null if the entry is not a group. */
  readonly members: SequenceView | null;
  /**
   * Origin of the weight at this stop: after a relevance, the score's algebra; before and after a filter that compares a score,
   * that score's; null elsewhere.
   */
  algebra(): ScoreAlgebra | null;
}

/** Place to stop at: a part of the query text, or every operator of a kind. */
export interface Breakpoint {
  readonly id: number;
  /** An offset in the query text: the innermost operator whose span holds it. */
  readonly offset: number;
  /**
   * Stop only when it holds: `count < 3`, `weight >= 0.5` (of any entry that came out), or an expression of a bracket that holds for
   * any entry that came out, such as `@city = "Ottawa"`. null: always. An expression may call the scorer.
   */
  readonly condition: string | null;
  /** Stop only from the n-th time on that it is reached and its condition holds; 0 and 1: always. */
  readonly hits: number;
}

/** A breakpoint as it was understood. */
export interface BoundBreakpoint extends Breakpoint {
  /** The operator, null when there is none at that offset or the condition is wrong; then `problem` says why. */
  readonly operatorId: number | null;
  readonly span: Span | null;
  readonly problem: string | null;
}

export type StopReason = "entry" | "step" | "breakpoint" | "end" | "start";

/** Value of a watch expression on the current sequence. */
export type WatchValue =
  | { readonly kind: "problem"; readonly message: string; readonly span: Span | null }
  /** A path: the nodes that it leads to, with weights. */
  | { readonly kind: "sequence"; readonly sequence: SequenceView }
  /**
   * An expression of a bracket: one value for each of the first thousand nodes of the current sequence. Booleans are 0 and 1. `count` is
   * the number of nodes in the sequence. A value alone, such as `count(/POI)` or `@city`, is shown unchanged: `of` names the kind of the
   * numbers; for a text they mark its presence.
   */
  | {
      readonly kind: "values";
      readonly of: "truth" | "score" | "number" | "text";
      readonly isBoolean: boolean;
      readonly values: readonly WatchedNode[];
      readonly count: number;
    };

export interface WatchedNode {
  readonly node: number;
  readonly path: string;
  readonly value: number;
  /** Text of an attribute, a field or a name; null when it is absent or the expression is of another kind. */
  readonly text: string | null;
}
