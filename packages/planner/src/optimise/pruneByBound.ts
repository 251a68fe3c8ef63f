import { asksScorer } from "../plan/children.js";
import { type BracketOperator, type QueryPlan, startSequence } from "../plan/operators.js";
import type { Pass } from "./rewrite.js";

/**
 * With a limit or a minimum score, evaluates best first: a node is scored only while its upper bound (unknown scores count
 * as 1) can still reach the result. Exact. It needs steps that look at one node at a time; a position after a relevance needs
 * every score of its list, and a node that comes first by its keys may have any weight.
 */
export const pruneByBound: Pass = {
  needs: ["Local"],
  run: (plan) =>
    plan.strategy === "all" && asksScorer(plan.result) && isStreamable(plan.result)
      ? { ...plan, strategy: "best-first" }
      : plan,
};

/** True if the nodes of a sequence can be produced one at a time by descending weight. */
function isStreamable(sequence: QueryPlan["result"]): boolean {
  switch (sequence.kind) {
    case "Path": {
      const start = startSequence(sequence);
      const isOneByOne = sequence.steps.every(
        ({ grouping, brackets, axis }) => grouping === "node" && axis.kind !== "Members" && !brackets.some(isOrder),
      );
      return isOneByOne && (start === null || isStreamable(start));
    }
    case "Group":
      // Its positions are taken from the head of its stream: `(//POI[node =~ "x"])[1:5]` is a limit.
      return (
        isStreamable(sequence.input) &&
        sequence.brackets.every(
          (bracket) => (bracket.kind !== "Position" || bracket.scope === "whole") && !isOrder(bracket),
        )
      );
    case "Union":
      return sequence.inputs.every(isStreamable);
    case "Meet":
    case "Value":
      return false;
  }
}

/** Groups are made of the whole list. */
const isOrder = ({ kind }: BracketOperator): boolean => kind === "Order" || kind === "GroupBy";
