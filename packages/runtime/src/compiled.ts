import type { QueryPlan, Schema } from "@semantic-xpath/planner";

/** The parts of a compiled query that runs need. */
export interface Compiled {
  readonly plan: QueryPlan;
  readonly schema: Schema | null;
  /** True if running it can ask a scorer. */
  readonly isSemantic: boolean;
}
