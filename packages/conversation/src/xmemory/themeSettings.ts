/** Thresholds are cosines, sizes are numbers of facts. */
export interface ThemeSettings {
  /** A fact joins its nearest theme from this cosine on. */
  readonly attach: number;
  /** A fact joins its nearest theme from this cosine on if the theme has fewer than `maxSize` facts. */
  readonly attachLeniently: number;
  readonly maxSize: number;
  /** Cosine of an edge between two facts when a theme is split. */
  readonly edge: number;
  /** A theme of fewer facts stays whole. */
  readonly minSplitSize: number;
  /** A theme whose facts have a mean cosine below this one is split. */
  readonly minCohesion: number;
  /** Themes of at least this cosine may merge. */
  readonly merge: number;
  /** A theme of a single fact may join another one of at least this cosine. */
  readonly absorb: number;
  /** Merges of an update, at most. */
  readonly maxMerges: number;
  /** Nearest themes that an objective is computed over, and neighbours that a theme keeps. */
  readonly context: number;
  /** Least number of themes of which the objective reads separations. */
  readonly minSeparated: number;
  /** True if a theme that stays whole in a split gets a new id, as the original does. */
  readonly renamesWhole: boolean;
}

/** The constants of xMemory's implementation (commit 375ae1495095), for comparisons with it. */
export const XMEMORY_THEMES: ThemeSettings = {
  attach: 0.62,
  attachLeniently: 0.52,
  maxSize: 12,
  edge: 0.66,
  // The implementation declares 8, but examines only themes of 12 facts.
  minSplitSize: 12,
  minCohesion: 0.72,
  merge: 0.78,
  absorb: 0.5,
  maxMerges: 2,
  context: 10,
  minSeparated: 0,
  renamesWhole: true,
};

/** xMemory's thresholds, with the rules that xMemory's text describes and its implementation never reaches. */
export const DEFAULT_THEMES: ThemeSettings = {
  ...XMEMORY_THEMES,
  minSplitSize: 8,
  maxMerges: Number.POSITIVE_INFINITY,
  minSeparated: 5,
  renamesWhole: false,
};

/**
 * Thresholds for hashed words, whose cosines are lower than those of embeddings. Measured on the annotated facts of LoCoMo: two pieces of evidence
 * of a multi-hop question share a theme in .20 of the pairs (chance .03) at 3.7 facts a theme, .03 at 1.3 with the thresholds for embeddings.
 */
export const HASHED_THEMES: ThemeSettings = {
  ...DEFAULT_THEMES,
  attach: 0.4,
  attachLeniently: 0.3,
  edge: 0.4,
  merge: 0.5,
  absorb: 0.3,
};
