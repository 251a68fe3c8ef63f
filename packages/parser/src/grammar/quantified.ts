import type { Evidence, Expr } from "../ast/nodes.js";
import { fix } from "../diagnostics/fix.js";
import { type Gap, missing, report, type Source, textIn } from "../source.js";
import { evidenceOf, missingEvidence, type Operand } from "./operand.js";

/** SXP1023: `a and some $x in /b satisfies c` reads like `a and (some …)` or `… (c and d)`; the fix writes what it is read as. */
export function reportQuantified(source: Source, operands: readonly Expr[]): void {
  for (const { kind, span } of operands) {
    if (kind !== "Quantified" || source.text[span.start] === "(") continue;
    const text = textIn(source, span);
    const word = text.startsWith("every") ? "every" : "some";
    report(source, "SXP1023", { start: span.start, end: span.start + word.length }, { word }, [
      fix("Put it in parentheses", span, `(${text})`),
    ]);
  }
}

/** Evidence of a quantifier; `gap` is its expected place, or the place after it. */
export function bindingEvidenceOf(source: Source, operand: Operand | undefined, gap: Gap): Evidence {
  const expected = 'a path such as "/Day"';
  if (operand === undefined) return missingEvidence(missing(source, gap, expected));
  if (operand.kind === "PathOperand") return evidenceOf(source, operand);
  const { span } = operand;
  report(source, "SXP1004", span, { expected, found: textIn(source, span) });
  return missingEvidence({ kind: "Missing", span, expected });
}
