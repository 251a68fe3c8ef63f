import type { BracketOperator, FilterOperator, Order, PlaceRange, QueryPlan } from "../plan/operators.js";
import { rewrite } from "./rewrite.js";

/**
 * A comparison of position() with a number is a range of places: `[position() < 3]` is `[:2]`. Ranges can be pushed into the
 * axis, and they need no look at every candidate.
 */
export const placesAsPositions = (plan: QueryPlan): QueryPlan =>
  rewrite(plan, {
    step: (step) => {
      const brackets = asPositions(step.brackets, "document", "context");
      return brackets === step.brackets ? step : { ...step, brackets };
    },
    sequence: (sequence) => {
      if (sequence.kind !== "Group") return sequence;
      const brackets = asPositions(sequence.brackets, sequence.input.order, "whole");
      return brackets === sequence.brackets ? sequence : { ...sequence, brackets };
    },
  });

function asPositions(
  brackets: readonly BracketOperator[],
  before: Order,
  scope: "context" | "whole",
): readonly BracketOperator[] {
  let order = before;
  let changed = false;
  const result = brackets.flatMap((bracket): readonly BracketOperator[] => {
    if (bracket.kind === "Relevance") order = "rank";
    const range = bracket.kind === "Filter" ? rangeOf(bracket) : null;
    if (range === null) return [bracket];
    changed = true;
    if (keepsAll(range)) return [];
    const { id, span, types } = bracket;
    return [{ kind: "Position", id, span, types, range, order, scope }];
  });
  return changed ? result : brackets;
}

/** `[1:]`, as of `[position() >= 1]`. */
const keepsAll = ({ single, from, to }: PlaceRange): boolean =>
  !single && to === null && from?.kind === "Literal" && from.value === 1;

function rangeOf({ condition }: FilterOperator): PlaceRange | null {
  if (condition.kind !== "Compare" || condition.value.kind !== "PositionValue") return null;
  const { operator, right } = condition;
  if (right.kind !== "Literal" || typeof right.value !== "number") return null;
  const { value } = right;
  switch (operator) {
    case "=":
      return { single: true, from: literal(Number.isSafeInteger(value) && value > 0 ? value : 0), to: null };
    case "<":
      return upTo(Math.ceil(value) - 1);
    case "<=":
      return upTo(Math.floor(value));
    case ">":
      return from(Math.floor(value) + 1);
    case ">=":
      return from(Math.ceil(value));
    default:
      return null;
  }
}

/** The end 0 keeps nothing, as it must. */
const upTo = (last: number): PlaceRange => ({ single: false, from: null, to: literal(Math.max(0, last)) });
const from = (first: number): PlaceRange => ({ single: false, from: literal(Math.max(1, first)), to: null });
const literal = (value: number) => ({ kind: "Literal", value: Math.min(value, Number.MAX_SAFE_INTEGER) }) as const;
