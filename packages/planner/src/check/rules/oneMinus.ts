import { type Comparison, diagnose, type Fix, insertion, type Value } from "@semantic-xpath/parser";
import type { Check } from "../checked.js";
import { isGiven } from "../values.js";
import { shortText } from "../wording.js";

/** `1-@a = 2` is arithmetic, and was the opposite of `@a = 2` in the first edition. */
export const oneMinus: Check = {
  codes: ["SXP3011"],
  on: {
    Comparison: ({ bound, diagnostics }, comparison, { parent }) => {
      const { left, right } = comparison;
      if (parent.kind === "ValueQuery" || right.kind === "Missing" || !isGiven(right, bound)) return;
      if (left.kind !== "Arithmetic" || left.operator !== "-" || left.right.kind === "Missing") return;
      if (left.left.kind !== "NumberLiteral" || left.left.text !== "1") return;
      const fix = oppositeFix(comparison, left.right);
      diagnostics.push(diagnose("SXP3011", comparison.span, { text: shortText(comparison) }, [fix]));
    },
  },
};

const oppositeFix = ({ span }: Comparison, value: Value): Fix => ({
  title: "Write not(…)",
  edits: [{ span: { start: span.start, end: value.span.start }, newText: "not(" }, insertion(span.end, ")")],
  isSafe: false,
});
