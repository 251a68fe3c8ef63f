import { sequenceScores } from "../plan/inspect.js";
import type { GroupPlan, PathPlan, QueryPlan, SequencePlan } from "../plan/operators.js";

/**
 * With a limit or a minimum score, evaluates best first: a node is scored only while its upper bound (unknown scores count
 * as 1) can still reach the result. Exact. It needs steps that look at one node at a time; a position behind a relevance needs
 * every score of its list.
 */
export const pruneByBound = (plan: QueryPlan): QueryPlan =>
  plan.strategy === "all" && sequenceScores(plan.result) && isStreamable(plan.result)
    ? { ...plan, strategy: "best-first" }
    : plan;

/** Whether the nodes of a sequence can be produced one at a time by descending weight. */
export function isStreamable(sequence: SequencePlan): boolean {
  switch (sequence.kind) {
    case "Path":
      return isStreamablePath(sequence);
    case "Group":
      return isStreamableGroup(sequence);
    case "Union":
      return sequence.inputs.every(isStreamable);
  }
}

/** A group's positions are taken from the head of its stream: `(//POI[node =~ "x"])[1:5]` is a limit. */
const isStreamableGroup = (group: GroupPlan): boolean =>
  isStreamable(group.input) &&
  group.brackets.every((bracket) => bracket.kind !== "Position" || bracket.scope === "whole");

const isStreamablePath = (path: PathPlan): boolean =>
  path.steps.every((step) => step.grouping === "node") &&
  (path.start.kind === "Document" || path.start.kind === "Context" || isStreamable(path.start));
