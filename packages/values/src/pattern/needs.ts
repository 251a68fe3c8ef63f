import type { PatternErrorReason } from "./syntax.js";

/** The expectation in a message about a pattern, by what is wrong with it. */
export const PATTERN_NEEDS: Readonly<Record<PatternErrorReason, string>> = {
  flag: "flags of s, m, i, x and q",
  backReference: "a regular expression without back-references",
  escape: "a regular expression with known escapes",
  category: "a regular expression with known categories",
  range: "a regular expression with ranges from a lower to a higher character",
  quantifier: "a regular expression with something before each quantifier",
  unclosed: "a regular expression with all groups and classes closed",
  unexpected: "a regular expression without a character that has no meaning there",
  tooDeep: "a regular expression that is nested less deeply",
  tooLarge: "a smaller regular expression",
};
