import type { DerivedStore, FindOptions, FoundTexts, Scorer, TextList } from "@semantic-xpath/scorers";

/**
 * Request of an evaluation to its driver. Operators are generators: a query without relevance runs from start to end without
 * a yield, so the same definition serves the synchronous and the asynchronous caller.
 */
export type Effect = ScoreRequest | FindRequest | StoreRequest | Turn | Pause;

/** Scores wanted: answered with one score for each of `numbers`, which are of texts in the list. */
export interface ScoreRequest {
  readonly kind: "score";
  readonly list: TextList;
  readonly numbers: Int32Array;
  readonly condition: string;
  /** Default: the scorer of the run. */
  readonly scorer?: Scorer;
}

/** Requests all texts of a list that a scorer finds without looking at each: answered with null if it can't. */
export interface FindRequest {
  readonly kind: "find";
  readonly list: TextList;
  readonly condition: string;
  readonly best: FindOptions["best"];
  /** Default: the scorer of the run. */
  readonly scorer?: Scorer;
}

/** Requests the store that the scorer was given for what is derived from large data: answered with null if there is none. */
export interface StoreRequest {
  readonly kind: "store";
  /** Default: the scorer of the run. */
  readonly scorer?: Scorer;
}

/**
 * A search among others is about to ask for `pairs` scores, for results that weigh at most `bound`: those of a higher bound go first, and may
 * make this unnecessary.
 */
export interface Turn {
  readonly kind: "turn";
  readonly bound: number;
  readonly pairs: number;
}

/** A good place to let other work of the process run, and to look at the signal. */
interface Pause {
  readonly kind: "pause";
}

/** The answer to a `ScoreRequest`, a `FindRequest` and a `StoreRequest`; the others have none. */
export type Answer = Float32Array | FoundTexts | DerivedStore | null | undefined;

export type Task<T> = Generator<Effect, T, Answer>;

export const PAUSE: Pause = { kind: "pause" };
