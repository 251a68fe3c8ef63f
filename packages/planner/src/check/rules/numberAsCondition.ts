import { type Arithmetic, type Call, diagnose, insertion, type Negative } from "@semantic-xpath/parser";
import type { Check, CheckContext, Place } from "../checked.js";
import { isNumber } from "../values.js";
import { CONDITION_PLACES, existsFix, shortText } from "../wording.js";

/** A number as the operand of a condition or a score. A number alone in a bracket is a position and is fine. */
export const numberAsCondition: Check = {
  codes: ["SXP2009"],
  on: { Call: reportOperand, Arithmetic: reportOperand, Negative: reportOperand },
};

function reportOperand(
  { diagnostics }: CheckContext,
  expression: Call | Arithmetic | Negative,
  { parent }: Place,
): void {
  if (parent.kind === "Bracket" || !CONDITION_PLACES.has(parent.kind) || !isNumber(expression)) return;
  const expressionText = shortText(expression);
  const [path] = expression.kind === "Call" && expression.function === "count" ? expression.arguments : [];
  const [example, fix] =
    path !== undefined && path.kind !== "Missing"
      ? ["exists(…)", existsFix(expression.span, path)]
      : [
          `${expressionText} > ${leastOf(expression)}`,
          {
            title: `Compare with "> ${leastOf(expression)}"`,
            edits: [insertion(expression.span.end, ` > ${leastOf(expression)}`)],
            isSafe: false,
          },
        ];
  diagnostics.push(diagnose("SXP2009", expression.span, { what: expressionText, example }, [fix]));
}

/** Positions count from 1. */
const leastOf = (expression: Call | Arithmetic | Negative): 0 | 1 =>
  expression.kind === "Call" && (expression.function === "position" || expression.function === "last") ? 1 : 0;
