import { type Count, diagnose, type NodeFunction } from "@semantic-xpath/parser";
import type { Check, CheckContext, Place } from "../checked.js";
import { existsFix, insertion, shortText } from "../wording.js";

/** A number as the operand of a condition or a score. A number alone in a bracket is a position and is fine. */
export const numberAsCondition: Check = {
  codes: ["SXP2009"],
  on: {
    Count: reportOperand,
    NodeFunction: (context, expression, place) => {
      if (expression.name !== "name") reportOperand(context, expression, place);
    },
  },
};

const OPERATIONS: ReadonlySet<string> = new Set(["Or", "And", "Combine", "Not"]);

function reportOperand({ diagnostics }: CheckContext, expression: Count | NodeFunction, { parent }: Place): void {
  if (!OPERATIONS.has(parent.kind)) return;
  const what = shortText(expression);
  const [example, fix] =
    expression.kind === "Count"
      ? ["exists(…)", existsFix(expression)]
      : [
          `${what} > 1`,
          { title: 'Compare with "> 1"', edits: [insertion(expression.span.end, " > 1")], isSafe: false },
        ];
  diagnostics.push(diagnose("SXP2009", expression.span, { what, example }, [fix]));
}
