import { diagnose, type Expr, type Fix } from "@semantic-xpath/parser";
import type { CheckContext } from "../context.js";
import { existsFix, insertion } from "../fixes.js";
import { shortText } from "../shortText.js";

/** SXP2009: a number where true or false, or a score, is needed. A number alone in a bracket is a position and is fine. */
export function reportNumber(context: CheckContext, expression: Expr): void {
  const what = shortText(expression);
  const example = expression.kind === "Count" ? "exists(…)" : `${what} > 1`;
  context.diagnostics.push(diagnose("SXP2009", expression.span, { what, example }, fixesFor(expression)));
}

const fixesFor = (expression: Expr): Fix[] =>
  expression.kind === "Count"
    ? [existsFix(expression)]
    : [{ title: 'Compare with "> 1"', edits: [insertion(expression.span.end, " > 1")] }];
