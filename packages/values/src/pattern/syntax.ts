import type { CharSet } from "./charSet.js";

/**
 * A regular expression. `max` may be Infinity; greedy or reluctant makes no difference to whether a text matches, only to what its groups
 * are. Groups count from 1 in the order of their opening brackets.
 */
export type PatternNode =
  | { readonly kind: "Set"; readonly set: CharSet }
  | { readonly kind: "LineStart" | "LineEnd" }
  | { readonly kind: "Sequence" | "Choice"; readonly nodes: readonly PatternNode[] }
  | { readonly kind: "Group"; readonly node: PatternNode; readonly group: number }
  | Repeat;

interface Repeat {
  readonly kind: "Repeat";
  readonly node: PatternNode;
  readonly min: number;
  readonly max: number;
  readonly isGreedy: boolean;
}

/** Reason for an invalid pattern. */
export type PatternErrorReason =
  /** An unknown flag; `text` is its letter. */
  | "flag"
  /** `\1` and its like: what a group matched can't be asked for again in linear time. */
  | "backReference"
  /** `\` before a character that has no such meaning. */
  | "escape"
  /** `\p{…}` with an unknown name, neither a category nor a block. */
  | "category"
  /** A range from a later to an earlier character, or with a class as its end. */
  | "range"
  /** Nothing before a quantifier, two of them, or bounds such as `{3,2}`. */
  | "quantifier"
  /** A group, class or bounds without their end. */
  | "unclosed"
  /** A character that has a meaning of its own and stands where that makes no sense. */
  | "unexpected"
  /** Groups or classes in one another beyond the limit. */
  | "tooDeep"
  /** Bounds that make it larger than the limit. */
  | "tooLarge";

/** A mistake in a pattern, as a value. `text` is the part that is wrong: the source from `start` to `end`, in UTF-16 units. */
export interface PatternError {
  readonly kind: "PatternError";
  readonly reason: PatternErrorReason;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
