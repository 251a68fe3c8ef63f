import { combine, compareValues } from "../plan/arithmetic.js";
import type {
  BooleanExpression,
  BracketOperator,
  Composite,
  QueryPlan,
  ScoreExpression,
  Threshold,
} from "../plan/operators.js";
import { rewrite } from "./rewrite.js";

/**
 * Evaluates what does not depend on data, with the executor's own arithmetic. Only identities that hold bit for bit in IEEE
 * arithmetic on [0, 1] are used: `min(x, 1) = x`, `max(x, 0) = x`, `1 · x = x`, one operand of min, max, avg or product.
 */
export const foldConstants = (plan: QueryPlan): QueryPlan =>
  rewrite(plan, { score: foldScore, condition: foldCondition, bracket: foldBracket });

function foldScore(score: ScoreExpression): ScoreExpression {
  const { id, span } = score;
  if (score.kind === "Indicator" && score.condition.kind === "Truth") {
    return { kind: "Constant", id, span, value: score.condition.value ? 1 : 0 };
  }
  if (score.kind === "Complement" && score.operand.kind === "Constant") {
    return { kind: "Constant", id, span, value: 1 - score.operand.value };
  }
  return score.kind === "Composite" ? foldComposite(score) : score;
}

function foldComposite(score: Composite): ScoreExpression {
  const { id, span } = score;
  const constant = (value: number): ScoreExpression => ({ kind: "Constant", id, span, value });
  const values = score.operands.map((operand) => (operand.kind === "Constant" ? operand.value : null));
  if (values.every((value) => value !== null)) return constant(combine(score.function, values));
  if ((score.function === "min" || score.function === "product") && values.includes(0)) return constant(0);
  if (score.function === "max" && values.includes(1)) return constant(1);
  const neutral = { min: 1, product: 1, max: 0, avg: null, gmean: null }[score.function];
  const operands = neutral === null ? score.operands : score.operands.filter((_, i) => values[i] !== neutral);
  if (operands.length === 1 && score.function !== "gmean") return operands[0]!;
  return operands.length === score.operands.length ? score : { ...score, operands };
}

function foldCondition(condition: BooleanExpression): BooleanExpression {
  const { id, span } = condition;
  const truth = (value: boolean): BooleanExpression => ({ kind: "Truth", id, span, value });
  switch (condition.kind) {
    case "Not":
      return condition.operand.kind === "Truth" ? truth(!condition.operand.value) : condition;
    case "And":
    case "Or": {
      const decisive = condition.kind === "Or";
      if (condition.operands.some((operand) => operand.kind === "Truth" && operand.value === decisive))
        return truth(decisive);
      const operands = condition.operands.filter((operand) => operand.kind !== "Truth");
      if (operands.length === 0) return truth(!decisive);
      if (operands.length === 1) return operands[0]!;
      return operands.length === condition.operands.length ? condition : { ...condition, operands };
    }
    case "Threshold": {
      const known = thresholdTruth(condition);
      return known === null ? condition : truth(known);
    }
    default:
      return condition;
  }
}

/** A comparison of a score with a number, where every score in [0, 1] gives the same answer. */
function thresholdTruth({ score, operator, right }: Threshold): boolean | null {
  if (right.kind !== "Literal" || typeof right.value !== "number") return null;
  if (score.kind === "Constant") return compareValues(score.value, operator, right.value);
  const low = compareValues(0, operator, right.value);
  const high = compareValues(1, operator, right.value);
  const monotone = operator !== "=" && operator !== "!=";
  if (monotone) return low === high ? low : null;
  return right.value < 0 || right.value > 1 ? operator === "!=" : null;
}

function foldBracket(bracket: BracketOperator): readonly BracketOperator[] {
  if (bracket.kind === "Filter" && bracket.condition.kind === "Truth" && bracket.condition.value) return [];
  if (bracket.kind === "Position" && !bracket.range.single && bracket.range.to === null) {
    const { from } = bracket.range;
    if (from !== null && from.kind === "Literal" && from.value === 1) return [];
  }
  return [bracket];
}
