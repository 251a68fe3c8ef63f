import { asksScorer, dependsOnPlace } from "../plan/inspect.js";
import type { BracketOperator, Conjunction, Disjunction } from "../plan/operators.js";
import { bracketLists, type Pass, rewriting } from "./rewrite.js";

/**
 * Filters that ask no scorer go before the relevances that precede them, and before the more expensive operands of `and` and `or`,
 * so that the scorer sees fewer nodes. Exact: a relevance keeps every node and orders by weight with ties in document order,
 * so a filter on the node alone gives the same list before it and after it.
 */
export const filtersFirst: Pass = rewriting(
  {
    ...bracketLists(moveFilters),
    And: cheapOperandsFirst,
    Or: cheapOperandsFirst,
  },
  ["Filter", "And", "Or"],
);

function moveFilters(brackets: readonly BracketOperator[]): readonly BracketOperator[] {
  if (!brackets.some(({ kind }, i) => kind === "Filter" && brackets[i - 1]?.kind === "Relevance")) return brackets;
  const moved: BracketOperator[] = [];
  for (const bracket of brackets) {
    let at = moved.length;
    if (bracket.kind === "Filter" && !asksScorer(bracket) && !dependsOnPlace(bracket)) {
      while (moved[at - 1]?.kind === "Relevance") at--;
    }
    moved.splice(at, 0, bracket);
  }
  return moved.every((bracket, i) => bracket === brackets[i]) ? brackets : moved;
}

function cheapOperandsFirst<T extends Conjunction | Disjunction>(condition: T): T {
  const operands = [...condition.operands].sort((a, b) => Number(asksScorer(a)) - Number(asksScorer(b)));
  return operands.every((operand, i) => operand === condition.operands[i]) ? condition : { ...condition, operands };
}
