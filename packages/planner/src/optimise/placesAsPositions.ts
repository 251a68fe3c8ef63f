import type { BracketOperator, Order, PlaceRange } from "../plan/operators.js";
import { listOrder } from "../plan/order.js";
import { bracketLists, type Pass, rewriting } from "./rewrite.js";

/**
 * A comparison of position() with a number is a range of places: `[position() < 3]` is `[:2]`. Ranges can be pushed into the
 * axis, and they need no look at every candidate.
 */
export const placesAsPositions: Pass = rewriting(
  bracketLists((brackets, owner) => {
    if (!brackets.some((bracket) => rangeOf(bracket) !== null)) return brackets;
    const scope = owner.kind === "Step" ? "context" : "whole";
    let order: Order = owner.kind === "Step" ? "document" : owner.input.order;
    return brackets.flatMap((bracket): readonly BracketOperator[] => {
      order = listOrder(bracket, order);
      const range = rangeOf(bracket);
      if (range === null) return [bracket];
      const { id, span, types } = bracket;
      return keepsAll(range) ? [] : [{ kind: "Position", id, span, types, range, order, scope }];
    });
  }),
  ["PositionValue"],
);

/** `[1:]`, as of `[position() >= 1]`. */
const keepsAll = ({ single, from, to }: PlaceRange): boolean =>
  !single && to === null && from?.kind === "Literal" && from.value === 1;

function rangeOf(bracket: BracketOperator): PlaceRange | null {
  if (bracket.kind !== "Filter" || bracket.condition.kind !== "Compare") return null;
  const { operator, right, value: left } = bracket.condition;
  if (left.kind !== "PositionValue") return null;
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
