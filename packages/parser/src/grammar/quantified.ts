import type { IToken } from "chevrotain";
import type { Evidence, Expr, OrderKey } from "../ast/nodes.js";
import { fix, type Gap, missing, report, type Source, spanOf } from "../source.js";
import { evidenceOf, missingEvidence, type Operand } from "./operand.js";

/** SXP1023: `a and some $x in /b satisfies c` reads like `a and (some …)` or `… (c and d)`; the fix writes what it is read as. */
export function reportQuantified(source: Source, operands: readonly Expr[]): void {
  for (const { kind, span } of operands) {
    if (kind !== "Quantified" || source.text[span.start] === "(") continue;
    const text = source.text.slice(span.start, span.end);
    const word = text.startsWith("every") ? "every" : "some";
    report(source, "SXP1023", { start: span.start, end: span.start + word.length }, { word }, [
      fix("Put it in parentheses", span, `(${text})`),
    ]);
  }
}

/** The direction that a word is or, as in SQL, stands for. */
export function directionOf(source: Source, token: IToken | undefined): OrderKey["direction"] {
  if (token === undefined) return null;
  const direction = token.image.toLowerCase().startsWith("d") ? "descending" : "ascending";
  if (token.image !== direction) {
    const fixes = [fix(`Replace by ${direction}`, spanOf(token), direction)];
    report(source, "SXP1010", spanOf(token), { written: token.image, operator: direction }, fixes);
  }
  return direction;
}

/** What a quantifier goes through; `gap` is where it should be, or the place after it. */
export function bindingEvidenceOf(source: Source, operand: Operand | undefined, gap: Gap): Evidence {
  const expected = 'a path such as "/Day"';
  if (operand === undefined) return missingEvidence(missing(source, gap, expected));
  if (operand.kind === "PathOperand") return evidenceOf(source, operand);
  const { span } = operand;
  report(source, "SXP1004", span, { expected, found: source.text.slice(span.start, span.end) });
  return missingEvidence({ kind: "Missing", span, expected });
}
