import type { MatchKind, ScoreEvidence, TermEvidence } from "../scorer.js";

/** How something in a text is evidence of a word of the condition. */
export type LexicalMatchKind =
  | MatchKind
  /** The thesaurus: another word for the same. */
  | "synonym"
  /** The thesaurus: a kind or part of what the condition says ("pizza" for "food"). */
  | "narrower"
  /** The thesaurus: what the condition's word is a kind of. */
  | "broader"
  /** The thesaurus: what goes with it ("chef" for "restaurant"). */
  | "related"
  /** Learned: a word that often stands near it in this tree. */
  | "learned"
  /** A time of day, or a word that says when. */
  | "time"
  | "date"
  | "money"
  | "number";

export interface LexicalTermEvidence extends Omit<TermEvidence, "how"> {
  readonly how: LexicalMatchKind | "none";
}

/** `ScoreEvidence` with the kinds of match of this scorer. */
export interface LexicalEvidence extends Omit<ScoreEvidence, "terms"> {
  readonly terms: readonly LexicalTermEvidence[];
}
