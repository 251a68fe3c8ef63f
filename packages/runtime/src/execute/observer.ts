import type { AttributeOperator, BracketOperator, MeetPlan, OwnTextOperator, StepPlan } from "@semantic-xpath/planner";
import type { Frame, List } from "./frame.js";

/**
 * Watches a run. The executor calls it at operator boundaries with the arrays it made anyway; tracing, profiling and stepping
 * subscribe here and change nothing. Scores are not reported: they stay in the run's score store, from which the algebra of
 * any node can be explained afterwards.
 */
export interface Observer {
  /** An operator (by id) starts or ends, in pairs: for self time. */
  enter(operatorId: number): void;
  leave(operatorId: number): void;
  /** A step took contexts and made candidates. */
  candidates(step: StepPlan, contexts: Frame, list: List): void;
  /** A bracket turned one list into another. `mask` is set for filters: 1 where the condition held. */
  bracket(bracket: BracketOperator, before: List, after: List, mask: Uint8Array | null): void;
  /** A final `/@name` or `/text()` turned nodes into attributes or own texts. */
  values(operator: AttributeOperator | OwnTextOperator, before: Frame, after: Frame): void;
  /** `except` or `intersect` kept some of its left side. */
  meet(operator: MeetPlan, before: Frame, after: Frame): void;
}
