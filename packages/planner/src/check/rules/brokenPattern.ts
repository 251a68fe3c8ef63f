import { diagnose, type Missing, type Span, type StringLiteral, type Value } from "@semantic-xpath/parser";
import { callRow, compilePattern, type PatternErrorReason, type Reading } from "@semantic-xpath/values";
import type { Check } from "../checked.js";

/** The pattern of a call, where it is written out. */
export const brokenPattern: Check = {
  codes: ["SXP2017"],
  on: {
    Call: ({ diagnostics }, { function: name, arguments: given }) => {
      const row = callRow(name);
      const argumentOf = (reading: Reading): Value | Missing | undefined =>
        row.kind === "scalar" ? given[row.parameters.findIndex((each) => each.reading === reading)] : undefined;
      const [pattern, flags] = [argumentOf("pattern"), argumentOf("flags")];
      if (pattern?.kind !== "StringLiteral") return;
      if (flags !== undefined && flags.kind !== "StringLiteral") return;
      const compiled = compilePattern(pattern.value, flags?.value);
      if (compiled.kind !== "PatternError" || compiled.reason === "flag") return;
      const problem = patternProblem(compiled.reason);
      const text = compiled.text === "" ? pattern.value : compiled.text;
      diagnostics.push(diagnose("SXP2017", spanIn(pattern, compiled), { text, problem }));
    },
  },
};

/** Problem of a part of a pattern, to follow that part in a sentence. */
export const patternProblem = (reason: PatternErrorReason): string => PROBLEMS[reason];

const PROBLEMS: Readonly<Record<PatternErrorReason, string>> = {
  flag: "is no flag",
  backReference: "refers back to a group, which is not supported",
  escape: "has no meaning after a backslash",
  category: "is no category and no block of characters",
  range: "goes from a later to an earlier character, or has a class at its end",
  quantifier: "repeats nothing, or less than nothing",
  unclosed: "has no end",
  unexpected: "has a meaning of its own and makes no sense here. Write a backslash before it",
  tooDeep: "is nested too deeply",
  tooLarge: "is too large",
};

/** A part of a literal; all of it if quotes are doubled in it or the part is empty. */
function spanIn({ span, value }: StringLiteral, part: Span): Span {
  const isPlain = span.end - span.start === value.length + 2 && part.start < part.end;
  return isPlain ? { start: span.start + 1 + part.start, end: span.start + 1 + part.end } : span;
}
