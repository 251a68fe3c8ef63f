/** Where scores of pairs are kept. What it gave once it may forget at any time; it never gives another score than it was given. */
export interface ScoreCache {
  /** The kept scores of a scorer, NaN where there is none. */
  get(scorer: string, condition: string, texts: readonly string[]): Promise<Float32Array>;
  /** Keeps scores. A cache that can't write forgets and does not fail. */
  set(scorer: string, condition: string, texts: readonly string[], scores: Float32Array): Promise<void>;
}
