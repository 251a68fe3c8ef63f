import { asksScorer, canFail, dependsOnPlace } from "../plan/children.js";
import type { Conjunction, Disjunction } from "../plan/expressions.js";
import type { BracketOperator, OrderKey } from "../plan/operators.js";
import { bracketLists, type Pass, rewriting } from "./rewrite.js";

/**
 * Moves filters without a scorer before the relevances that precede them, and before the more expensive operands of `and` and `or`,
 * so that the scorer sees fewer nodes. Exact: a relevance keeps every node and orders by weight with ties in document order,
 * so a filter on the node alone gives the same list before it and after it. So does an order, if its keys compare independently of the rest of the
 * list. Expressions that can fail are evaluated for the same nodes as before.
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
  if (!brackets.some(({ kind }, i) => kind === "Filter" && i > 0 && lets(brackets[i - 1]!))) return brackets;
  const moved: BracketOperator[] = [];
  for (const bracket of brackets) {
    let at = moved.length;
    if (bracket.kind === "Filter" && !asksScorer(bracket) && !dependsOnPlace(bracket)) {
      while (at > 0 && lets(moved[at - 1]!)) at--;
    }
    moved.splice(at, 0, bracket);
  }
  return moved.every((bracket, i) => bracket === brackets[i]) ? brackets : moved;
}

/** True if a filter on the node alone may go before a bracket. */
function lets(bracket: BracketOperator): boolean {
  if (bracket.kind === "Relevance") return !canFail(bracket);
  return bracket.kind === "Order" && bracket.keys.every(isFixed);
}

/** A key of one value whose type is known without the list. */
function isFixed({ value }: OrderKey): boolean {
  switch (value.kind) {
    case "AttributeValue":
      return value.type !== null;
    case "NameValue":
    case "CountValue":
      return !canFail(value);
    default:
      return false;
  }
}

function cheapOperandsFirst<T extends Conjunction | Disjunction>(condition: T): T {
  if (condition.operands.some(canFail)) return condition;
  const operands = condition.operands.toSorted((a, b) => Number(asksScorer(a)) - Number(asksScorer(b)));
  return operands.every((operand, i) => operand === condition.operands[i]) ? condition : { ...condition, operands };
}
