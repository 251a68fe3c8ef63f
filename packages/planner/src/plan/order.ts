import type { BracketOperator, Order, PathPlan, SequencePlan, StepPlan } from "./operators.js";

/** The order of a list after a bracket. A sibling offset leaves the nodes where they were. */
export function listOrder(bracket: BracketOperator, before: Order): Order {
  if (bracket.kind === "Relevance") return "rank";
  // Groups stand in the order in which they are made.
  if (bracket.kind === "GroupBy") return "document";
  return bracket.kind === "Order" ? "keys" : before;
}

/**
 * The order of what a step or a group gives: that of the last bracket that reorders. After a sibling offset the nodes are others than those that
 * the keys were of: `isRanked` says whether a relevance came before.
 */
export function orderAfter(brackets: readonly BracketOperator[], before: Order, wasRanked: boolean): Order {
  let order = before;
  let isRanked = wasRanked;
  for (const bracket of brackets) {
    if (bracket.kind === "Relevance") isRanked = true;
    order = listOrder(bracket, order);
    if (bracket.kind === "Sibling" && order === "keys") order = isRanked ? "rank" : "document";
  }
  return order;
}

/** Keys order a path only if they are in its last step: every further step ends them. */
export function orderOfPath(start: PathPlan["start"], steps: readonly StepPlan[]): Order {
  let order: Order = "order" in start ? start.order : "document";
  let wasRanked = "order" in start && isRanked(start);
  for (const { brackets } of steps) {
    order = orderAfter(brackets, wasRanked ? "rank" : "document", wasRanked);
    wasRanked ||= brackets.some(({ kind }) => kind === "Relevance");
  }
  return order;
}

/** True if a relevance was applied anywhere on the way to the nodes of a sequence. */
export function isRanked(sequence: SequencePlan): boolean {
  switch (sequence.kind) {
    case "Path":
      return ("order" in sequence.start && isRanked(sequence.start)) || sequence.steps.some(hasRelevance);
    case "Group":
      return isRanked(sequence.input) || hasRelevance(sequence);
    case "Union":
      return sequence.inputs.some(isRanked);
    case "Meet":
      return isRanked(sequence.left);
  }
}

const hasRelevance = ({ brackets }: { readonly brackets: readonly BracketOperator[] }): boolean =>
  brackets.some(({ kind }) => kind === "Relevance");
