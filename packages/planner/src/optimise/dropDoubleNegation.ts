import { type Pass, rewriting } from "./rewrite.js";

/**
 * `not(not(c)) = c`, and `1 - [c] = [not(c)]` for a crisp c. A graded `1 - (1 - r)` stays: in IEEE arithmetic it need not be r
 * in the last bit, and an optimised plan gives the same bits.
 */
export const dropDoubleNegation: Pass = rewriting({
  Not: (condition) => (condition.operand.kind === "Not" ? condition.operand.operand : condition),
  Complement: (score) => {
    if (score.operand.kind !== "Indicator") return score;
    const { id, span, condition } = score.operand;
    const negated =
      condition.kind === "Not" ? condition.operand : ({ kind: "Not", id, span, operand: condition } as const);
    return { kind: "Indicator", id: score.id, span: score.span, condition: negated };
  },
});
