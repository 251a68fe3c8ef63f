import { type Comparison, diagnose, type Fix, quote } from "@semantic-xpath/parser";
import type { CheckContext } from "../context.js";
import { replaceFix } from "../fixes.js";
import { shortText } from "../shortText.js";

/** What a mistaken comparison is reported with. */
export interface Incompatible {
  /** "a number", or "always" with the allowed values. */
  readonly expected: string;
  readonly isImpossible?: boolean;
  readonly suggestions?: readonly string[];
  /** Source texts that would suit on the right side. */
  readonly replacements?: readonly string[];
}

/** SXP2005 at the right side of the comparison. */
export function reportIncompatible(context: CheckContext, comparison: Comparison, problem: Incompatible): void {
  const { left, right } = comparison;
  const fixes: Fix[] = (problem.replacements ?? []).map((text) => replaceFix(right.span, text));
  const parameters = {
    what: shortText(left),
    expected: problem.expected,
    found: foundText(right),
    impossible: problem.isImpossible ?? false,
    suggestions: problem.suggestions ?? [],
  };
  context.diagnostics.push(diagnose("SXP2005", right.span, parameters, fixes));
}

function foundText(right: Comparison["right"]): string {
  switch (right.kind) {
    case "StringLiteral":
      return quote(right.value);
    case "NumberLiteral":
      return `the number ${right.text}`;
    case "BooleanLiteral":
      return String(right.value);
    case "ParameterReference":
      return `"$${right.name}"`;
    case "Missing":
      return "nothing";
  }
}
