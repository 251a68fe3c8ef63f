import { compareValues } from "@semantic-xpath/values";
import type { BooleanExpression, Comparison, CountValue } from "../plan/expressions.js";
import { type Pass, rewriting } from "./rewrite.js";

/** `count(path) = 0` is `not(exists(path))`, and `count(path) > 0` is `exists(path)`: the first node that is found is enough. */
export const countsAsExistence: Pass = rewriting(
  {
    Compare: (condition) =>
      condition.value.kind === "CountValue" ? asExistence(condition, condition.value) : condition,
  },
  ["CountValue"],
);

function asExistence(condition: Comparison, { id, span, evidence }: CountValue): BooleanExpression {
  const { operator, right } = condition;
  if (right.kind !== "Literal" || typeof right.value !== "number") return condition;
  const { value } = right;
  const holds = (count: number): boolean => compareValues(count, operator, value);
  const [ofNone, ofOne] = [holds(0), holds(1)];
  // Between 1 and the number that is compared with there may be another answer.
  const isSame = operator === "=" || operator === "!=" ? value === 0 : value >= 0 && value <= 1;
  if (ofNone === ofOne || !isSame) return condition;
  const exists = { kind: "Exists", id, span, evidence } as const;
  return ofOne
    ? { ...exists, id: condition.id, span: condition.span }
    : { kind: "Not", id: condition.id, span: condition.span, operand: exists };
}
