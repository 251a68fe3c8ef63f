import type { AxisOperator, QueryPlan } from "../plan/operators.js";
import { rewrite } from "./rewrite.js";

const INDEXED: ReadonlySet<AxisOperator["axis"]> = new Set([
  "child",
  "descendant",
  "descendant-or-self",
  "following",
  "preceding",
]);

/**
 * A named test reads the type's posting list (its nodes in document order) instead of walking: a descendant step is one range
 * of it, found by binary search.
 */
export const useTypeIndex = (plan: QueryPlan): QueryPlan =>
  rewrite(plan, {
    step: (step) => {
      const { axis } = step;
      if (axis.test.names === null || axis.access === "type-index" || !INDEXED.has(axis.axis)) return step;
      return { ...step, axis: { ...axis, access: "type-index" } };
    },
  });
