import { bracketDependsOnPlace } from "../plan/inspect.js";
import type { QueryPlan } from "../plan/operators.js";
import { rewrite } from "./rewrite.js";

/**
 * Where no bracket depends on a node's place in its list, the candidates of all contexts are one set: every node is looked at
 * and scored once, however many contexts reach it, and takes the highest context weight. Exact, since weight(context) · score
 * grows with the context's weight.
 */
export const mergeContexts = (plan: QueryPlan): QueryPlan =>
  rewrite(plan, {
    step: (step) =>
      step.grouping === "context" && !step.brackets.some(bracketDependsOnPlace) ? { ...step, grouping: "node" } : step,
  });
