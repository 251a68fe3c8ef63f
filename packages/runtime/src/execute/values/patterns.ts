import type { FunctionValue } from "@semantic-xpath/planner";
import { compilePattern, type PatternErrorReason } from "@semantic-xpath/values";
import { badValue, quoted } from "./column.js";

/** The test of `matches`. Ends the run if the pattern or the flags are none. */
export function patternTest(call: FunctionValue, source: string, flags: string): (text: string) => boolean {
  const pattern = compilePattern(source, flags);
  if (pattern.kind === "Pattern") return (text) => pattern.test(text);
  const { reason, text } = pattern;
  const argument = reason === "flag" ? call.arguments[2]! : call.arguments[1]!;
  throw badValue(argument.span, null, NEEDED[reason], quoted(reason === "flag" ? flags : text === "" ? source : text));
}

/** What is needed where something is wrong with a pattern. */
const NEEDED: Readonly<Record<PatternErrorReason, string>> = {
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
