/**
 * What an evaluation asks of its driver. Operators are generators: a query without relevance runs from start to end without
 * a yield, so the same definition serves the synchronous and the asynchronous caller.
 */
export type Effect = ScoreRequest | Pause;

/** Scores wanted: answered with one score per text. */
export interface ScoreRequest {
  readonly kind: "score";
  readonly texts: readonly string[];
  readonly condition: string;
}

/** A good place to let other work of the process run, and to look at the signal. */
export interface Pause {
  readonly kind: "pause";
}

/** The answer to a `ScoreRequest`; a `Pause` has none. */
export type Answer = Float32Array | undefined;

export type Task<T> = Generator<Effect, T, Answer>;

export const PAUSE: Pause = { kind: "pause" };
