import { COMBINATIONS } from "@semantic-xpath/parser";
import { compareValues, compute } from "@semantic-xpath/values";
import { combine, numberOf } from "../plan/arithmetic.js";
import { canFail } from "../plan/children.js";
import type {
  BooleanExpression,
  ComparisonMode,
  Composite,
  Conjunction,
  Disjunction,
  ScoreExpression,
  Threshold,
  ValueComparison,
  ValueExpression,
} from "../plan/expressions.js";
import { type Pass, rewriting } from "./rewrite.js";

/**
 * Evaluates what does not depend on data, with the executor's own arithmetic. Only identities that hold bit for bit in IEEE
 * arithmetic on [0, 1] are used: `min(x, 1) = x`, `max(x, 0) = x`, `1 · x = x`, one operand of min, max, avg or product.
 */
export const foldConstants: Pass = rewriting({
  Indicator: (score) => (score.condition.kind === "Truth" ? constant(score, Number(score.condition.value)) : score),
  Complement: (score) => (score.operand.kind === "Constant" ? constant(score, 1 - score.operand.value) : score),
  Composite: foldComposite,
  Not: (condition) => (condition.operand.kind === "Truth" ? truth(condition, !condition.operand.value) : condition),
  And: foldOperands,
  Or: foldOperands,
  Arithmetic: (value) => {
    const [left, right] = [numberOf(value.left), numberOf(value.right)];
    return left === null || right === null ? value : literalOr(value, compute(left, value.operator, right));
  },
  Negative: (value) => {
    const operand = numberOf(value.operand);
    return operand === null ? value : literalOr(value, -operand);
  },
  CompareValues: foldComparison,
  Threshold: (condition) => {
    const truthValue = thresholdTruth(condition);
    return truthValue === null ? condition : truth(condition, truthValue);
  },
  Filter: (bracket) => (bracket.condition.kind === "Truth" && bracket.condition.value ? null : bracket),
  Position: (bracket) => {
    const { single, from, to } = bracket.range;
    return !single && to === null && from?.kind === "Literal" && from.value === 1 ? null : bracket;
  },
});

const constant = ({ id, span }: ScoreExpression, value: number): ScoreExpression => ({
  kind: "Constant",
  id,
  span,
  value,
});
const truth = ({ id, span }: BooleanExpression, value: boolean): BooleanExpression => ({
  kind: "Truth",
  id,
  span,
  value,
});

/** Numbers outside of JSON (infinities, -0) stay unchanged. */
const literalOr = (value: ValueExpression, result: number): ValueExpression =>
  Number.isFinite(result) && !Object.is(result, -0)
    ? { kind: "Given", id: value.id, span: value.span, argument: { kind: "Literal", value: result } }
    : value;

/** `@a > 2 * 3` is `@a > 6`, which is looked up faster. */
function foldComparison(condition: ValueComparison): BooleanExpression {
  const { id, span, left, operator, right } = condition;
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== null && b !== null) return truth(condition, compareValues(a, operator, b));
  if (right.kind !== "Given" || b === null) return condition;
  const mode = modeOf(left);
  return mode === null ? condition : { kind: "Compare", id, span, value: left, operator, right: right.argument, mode };
}

/** Mode of comparing a value of the node with a number; null: it depends on the run. */
function modeOf(value: ValueExpression): ComparisonMode | null {
  switch (value.kind) {
    case "AttributeValue":
    case "FieldValue":
      return value.type ?? "auto";
    case "StringValue":
    case "OwnText":
      return "auto";
    case "PositionValue":
    case "LastValue":
    case "CountValue":
      return "number";
    default:
      return null;
  }
}

function foldComposite(score: Composite): ScoreExpression {
  const values = score.operands.map((operand) => (operand.kind === "Constant" ? operand.value : null));
  if (values.every((value) => value !== null)) return constant(score, combine(score.function, values));
  const { absorbing, neutral, keepsOne } = COMBINATIONS[score.function];
  if (absorbing !== null && values.includes(absorbing)) return constant(score, absorbing);
  const operands = neutral === null ? score.operands : score.operands.filter((_, i) => values[i] !== neutral);
  const [first, second] = operands;
  if (first !== undefined && second === undefined && keepsOne) return first;
  return operands.length === score.operands.length ? score : { ...score, operands };
}

function foldOperands(condition: Conjunction | Disjunction): BooleanExpression {
  const decisive = condition.kind === "Or";
  const at = condition.operands.findIndex((operand) => operand.kind === "Truth" && operand.value === decisive);
  if (at >= 0 && !condition.operands.slice(0, at).some(canFail)) return truth(condition, decisive);
  const operands = condition.operands.filter((operand) => operand.kind !== "Truth" || operand.value === decisive);
  const [first, second] = operands;
  if (first === undefined) return truth(condition, !decisive);
  if (second === undefined) return first;
  return operands.length === condition.operands.length ? condition : { ...condition, operands };
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
