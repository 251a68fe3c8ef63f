import type { Span } from "@semantic-xpath/parser";
import type { Tree } from "@semantic-xpath/tree";
import type { DerivedStore } from "./derivedStore.js";

/**
 * Graded relevance of texts to a condition. The only asynchronous thing in the engine: batch in, batch out.
 *
 * A scorer is a function of (text, condition): the same pair gives the same score whatever else is in the batch, so that
 * pruning, caching and batching can't change a result.
 */
export interface Scorer {
  /** Model, revision and settings: the cache key. */
  readonly id: string;
  /** `expensive` scorers are asked as little as an exact answer allows; `cheap` ones are asked for everything at once. */
  readonly cost: "cheap" | "expensive";
  /** One score per text, each in [0, 1], in the order of `texts`. Rejects when `options.signal` aborts. */
  score(texts: readonly string[], condition: string, options: ScoreOptions): Promise<Float32Array>;
  /**
   * Scores texts of a list by their numbers, with the contexts of the list: one score for each of `numbers`, equal to that of `score`, bit for bit.
   * A scorer may cache derived data of a text by its number.
   */
  scoreListed?(list: TextList, numbers: Int32Array, condition: string, options: ScoreOptions): Promise<Float32Array>;
  /**
   * All texts of a list but those that have the same score as most, for a scorer that finds texts without looking at each of them: `scoreListed` gives
   * the same scores, bit for bit. null: of this list it can't.
   */
  findListed?(list: TextList, condition: string, options: FindOptions): Promise<FoundTexts | null>;
  /** True if contexts change its scores. */
  readonly readsContext?: boolean;
  /** A scorer bound to the statistics of a tree (document frequencies, field weights); it may return itself. */
  forTree?(tree: Tree): Scorer;
  /** Gives this scorer with a store, which `open` opens, for its index of many texts: it is computed once for several processes. */
  keptIn?(open: () => Promise<DerivedStore | null>): Scorer;
  /** The store that it was given, which the engine may use for what it derives from large data; null: it was given none. */
  readonly openKept?: (() => Promise<DerivedStore | null>) | null;
  /** Why a text has its score, where the scorer can tell. `explain(t, c, x).score` is what `score([t], c, { contexts: [x] })` gives. */
  explain?(text: string, condition: string, context?: TextContext | null): ScoreEvidence;
  /** Note for readers of a result, in one line: that scores are approximate, with the measurement. */
  notes?(): string | null;
  /** The price of scoring pairs whose texts have `characters` characters in all, known before: requests, and tokens of four characters. */
  price?(pairs: number, characters: number): { readonly calls: number; readonly tokens: number };
  /** Advice for a result without any matching word, in a sentence. */
  readonly ifNothing?: string | undefined;
}

/** Distinct texts, numbered from 0, in a list that only grows; it is the same object in every call, so that it can be a key. */
export interface TextList {
  readonly texts: readonly string[];
  /** Their number, if it is known before all of `texts` is made. */
  readonly size?: number;
  /** A name for the first `size` texts: equal sources have equal texts. Absent without a name. */
  readonly identity?: { readonly source: string; readonly size: number } | undefined;
  /** Context of a text; null for none. */
  contextOf?(number: number): TextContext | null;
}

/** Texts of a list that a scorer found. */
export interface FoundTexts {
  /** Their numbers, ascending, and the score of each. */
  readonly numbers: Int32Array;
  readonly scores: Float32Array;
  /** Entries of an index that were read for it. Absent: there is none. */
  readonly postings?: number;
  /** Number of texts that were scored. Default: that of `numbers`. */
  readonly scored?: number;
  /** The score of all other texts: 1 of a condition that only denies, else 0. */
  readonly others: number;
}

/** Context of a text beside its own words. Its strings are shared by all texts with the same context. */
export interface TextContext {
  /** Facts of the containing nodes, as `nodeText` writes them: types, dates, titles. Empty: none. */
  readonly facts: string;
  /** The text of the node that it is in; null: it has none, or one that is too long to say anything of a part. */
  readonly within: string | null;
  /** The texts before this one and after it, the nearest first. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Speaker, null if unknown. */
  readonly by: string | null;
  /** True if a schema declares the context; else the form of the tree implies it. */
  readonly isDeclared: boolean;
}

export interface ScoreOptions {
  /** The engine makes one for a scorer that reads it, which takes longer than a short search. */
  readonly signal?: AbortSignal | undefined;
  /** For people who wait: may be called with how many of the texts have a score by now. */
  readonly onScored?: ((texts: number) => void) | undefined;
  /** Context of each text, for scorers that read contexts. None by default. */
  readonly contexts?: readonly (TextContext | null)[] | undefined;
}

export interface FindOptions extends ScoreOptions {
  /** Asks only for the best texts; others may be found too. Default: all. */
  readonly best?: BestTexts | undefined;
}

/** The `count` texts that weigh most, from 1, and all that tie with the last of them. */
export interface BestTexts {
  readonly count: number;
  /** Weight of a text with a score: at most the score, no less for a higher score, and 0 for a text that is not wanted. The same function weighs alike. */
  weigh(number: number, score: number): number;
}

/** Relation between a word of a text and the word of the condition that it is evidence of. */
export type MatchKind =
  /** Equal words, ignoring case and diacritics. */
  | "exact"
  /** Equal stems: "conferences", "conferencing". */
  | "stem"
  /** One ends with the other, or one is two words elsewhere: "board", "snowboard"; "seafood", "sea food". */
  | "compound"
  /** One edit apart: "musuem", "museum". */
  | "fuzzy"
  /** Much the same thing: "supper", "dinner". */
  | "synonym"
  /** The text is more special: "salmon" for "fish"; or more general. */
  | "narrower"
  | "broader"
  /** Related by the field of life: "dentist" for "tooth". */
  | "related"
  /** Not in the text itself: `TermEvidence.context` says where. */
  | "context"
  /** Meets a time of day, a date, an amount of money or another number. */
  | "time"
  | "date"
  | "money"
  | "number";

/** Evidence of one word of a condition. */
export interface TermEvidence {
  readonly term: string;
  /** The term in the condition, the first time if it comes again; null if it has no characters there ("when" of a question). */
  readonly inCondition: Span | null;
  /** Share of the condition's weight, in (0, 1]; the weights of a condition sum to 1. */
  readonly weight: number;
  /** Found share of the weight: 0 none, 1 once in a text of ordinary length, above 1 repeated or in a weighty field. */
  readonly gain: number;
  /** Share of the evidence, in [0, 1]: `weight · gain · coverage / raw`. The parts of a side of the condition sum to 1, if it has evidence. */
  readonly part: number;
  /** The best matching word of the text, null if there is none. */
  readonly matched: string | null;
  /** Its place in the text; null if there is none. */
  readonly inText: Span | null;
  readonly how: MatchKind | "none";
  /** Strength of the relation of a different word, in (0, 1). Absent: the word is equal, or the relation is not graded. */
  readonly strength?: number;
  /** The word stands in what the text denies ("no nuts"), or the condition denies it and the text has it: it lowers the score. */
  readonly negated?: true;
  /** The condition denies the word ("without nuts"). Its weight is a share of the denied side, and a gain below 0 lowers the score. */
  readonly isDenied?: true;
  /** If it was found: `@name` for an attribute, "type", "attribute name", or null for own text. */
  readonly field: string | null;
  /** Gain from the context of the text, with the place that adds most. Absent: none. */
  readonly context?: ContextEvidence;
}

/** Evidence of one word of a condition beside the text that is scored. */
export interface ContextEvidence {
  /** In the text before or after, in the containing text, or in the facts of the container; "by" is the speaker. */
  readonly place: "before" | "after" | "within" | "facts" | "by";
  /** The type of the node whose text that is; null if it is that of no node, and of "by". */
  readonly type: string | null;
  /** The word of the condition is this one there. */
  readonly matched: string;
  readonly how: MatchKind;
  /** Gain of the word from the whole context. */
  readonly adds: number;
}

/**
 * The evidence for a score: what was found of each word of the condition, and `raw`, the share found in all, which calibrated is `score`. Of a condition
 * that denies something, `raw` and `coverage` are those of what it affirms, and the score of that is multiplied by 1 − `denied.score`.
 */
export interface ScoreEvidence {
  /** In [0, 1]. */
  readonly score: number;
  /** The share of the condition's weight that was found, 1 for all of it once in a text of ordinary length. At least 0. */
  readonly raw: number;
  /** First those that the condition affirms. */
  readonly terms: readonly TermEvidence[];
  /** Factor of the sum of the gains, in [0, 1]: less than 1 if two or three words of a condition are not all there. */
  readonly coverage: number;
  /** Evidence of the denied side of the condition. Absent: it denies nothing. */
  readonly denied?: Pick<ScoreEvidence, "score" | "raw" | "coverage">;
}
