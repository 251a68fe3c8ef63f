import type { Span } from "@semantic-xpath/parser";
import type { SequencePlan } from "@semantic-xpath/planner";
import { eachOperator } from "@semantic-xpath/runtime/internal";

/** An operator that a run can stop at, and the part of the query that it stands for. */
export interface Place {
  readonly operatorId: number;
  readonly span: Span;
}

/** Every place of a plan at which a run can stop, in the order of the plan. */
export function placesOf(sequence: SequencePlan): Place[] {
  const places: Place[] = [];
  eachOperator(sequence, (operator) => {
    const { id, span } = operator.kind === "Step" ? operator.axis : operator;
    places.push({ operatorId: id, span });
  });
  return places;
}

/** The innermost operator whose span holds the offset. What the optimiser took into an axis stops at the axis. */
export function operatorAt(sequence: SequencePlan, offset: number): Place | null {
  let found: { readonly place: Place; readonly width: number } | null = null;
  eachOperator(sequence, (operator) => {
    const own = operator.kind === "Step" ? operator.axis : operator;
    for (const { start, end } of [own.span, operator.span]) {
      if (offset < start || offset >= end || (found !== null && found.width <= end - start)) continue;
      found = { place: { operatorId: own.id, span: own.span }, width: end - start };
    }
  });
  return (found as { readonly place: Place } | null)?.place ?? null;
}
