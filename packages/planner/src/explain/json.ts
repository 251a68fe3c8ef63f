import type { Statistics } from "../plan/estimate.js";
import type { QueryPlan } from "../plan/operators.js";
import { type PlanRow, planRows } from "./rows.js";

/** The plan with its rows (operators flattened, with bounds): what tools read. */
export interface ExplainedPlan {
  readonly version: QueryPlan["version"];
  readonly plan: QueryPlan;
  readonly operators: readonly PlanRow[];
}

export const explainJson = (plan: QueryPlan, statistics?: Statistics): ExplainedPlan => ({
  version: plan.version,
  plan,
  operators: planRows(plan, statistics),
});
