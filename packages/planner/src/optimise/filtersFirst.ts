import { conditionScores, dependsOnPlace } from "../plan/inspect.js";
import type { BooleanExpression, BracketOperator, QueryPlan } from "../plan/operators.js";
import { rewrite } from "./rewrite.js";

/**
 * Filters that ask no scorer go before the relevances they stand behind, and before the costlier operands of `and` and `or`,
 * so that the scorer sees fewer nodes. Exact: a relevance keeps every node and orders by weight with ties in document order,
 * so a filter on the node alone gives the same list before it and behind it.
 */
export const filtersFirst = (plan: QueryPlan): QueryPlan =>
  rewrite(plan, {
    step: (step) => {
      const brackets = moveFilters(step.brackets);
      return brackets === step.brackets ? step : { ...step, brackets };
    },
    sequence: (sequence) => {
      if (sequence.kind !== "Group") return sequence;
      const brackets = moveFilters(sequence.brackets);
      return brackets === sequence.brackets ? sequence : { ...sequence, brackets };
    },
    condition: cheapOperandsFirst,
  });

function moveFilters(brackets: readonly BracketOperator[]): readonly BracketOperator[] {
  const moved: BracketOperator[] = [];
  let changed = false;
  for (const bracket of brackets) {
    let at = moved.length;
    if (bracket.kind === "Filter" && !conditionScores(bracket.condition) && !dependsOnPlace(bracket.condition)) {
      while (at > 0 && moved[at - 1]!.kind === "Relevance") at--;
    }
    if (at < moved.length) changed = true;
    moved.splice(at, 0, bracket);
  }
  return changed ? moved : brackets;
}

function cheapOperandsFirst(condition: BooleanExpression): BooleanExpression {
  if (condition.kind !== "And" && condition.kind !== "Or") return condition;
  const operands = [...condition.operands].sort((a, b) => Number(conditionScores(a)) - Number(conditionScores(b)));
  return operands.every((operand, i) => operand === condition.operands[i]) ? condition : { ...condition, operands };
}
