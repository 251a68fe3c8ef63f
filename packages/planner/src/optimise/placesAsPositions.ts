import type { ComparisonOperator } from "@semantic-xpath/parser";
import { MIRRORED } from "@semantic-xpath/values";
import { numberOf } from "../plan/arithmetic.js";
import type { ValueExpression } from "../plan/expressions.js";
import type { BracketOperator, Order, PlaceRange } from "../plan/operators.js";
import { listOrder } from "../plan/order.js";
import { bracketLists, type Pass, rewriting } from "./rewrite.js";

/**
 * A comparison of position() with a number, or with a place from the end, is a range of places: `[position() < 3]` is `[:2]`, `[last() - 1]` is
 * `[-2]`. Ranges can be pushed into the axis, and they need no look at every candidate.
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
  ["PositionValue", "PlaceEquals"],
);

/** `[1:]`, as of `[position() >= 1]`. */
const keepsAll = ({ single, from, to }: PlaceRange): boolean =>
  !single && to === null && (from === null || (from.kind === "Literal" && from.value === 1));

function rangeOf(bracket: BracketOperator): PlaceRange | null {
  if (bracket.kind !== "Filter") return null;
  const { condition } = bracket;
  switch (condition.kind) {
    case "Compare": {
      const { operator, right, value } = condition;
      if (value.kind !== "PositionValue" || right.kind !== "Literal" || typeof right.value !== "number") return null;
      return fromStart(operator, right.value);
    }
    case "PlaceEquals":
      return rangeOfComparison("=", condition.value);
    case "CompareValues": {
      const { left, operator, right } = condition;
      if (left.kind === "PositionValue") return rangeOfComparison(operator, right);
      return right.kind === "PositionValue" ? rangeOfComparison(MIRRORED[operator], left) : null;
    }
    default:
      return null;
  }
}

/** The places that compare so with a value, null if that depends on more than the list. */
function rangeOfComparison(operator: ComparisonOperator, value: ValueExpression): PlaceRange | null {
  const number = numberOf(value);
  if (number !== null) return fromStart(operator, number);
  if (value.kind === "LastValue") return fromEnd(operator, 0);
  if (value.kind !== "Arithmetic" || value.operator !== "-" || value.left.kind !== "LastValue") return null;
  const before = numberOf(value.right);
  return before === null || !Number.isSafeInteger(before) || before < 0 ? null : fromEnd(operator, before);
}

/** The places that compare so with `last() - before`. */
function fromEnd(operator: ComparisonOperator, before: number): PlaceRange | null {
  const place = -1 - before;
  switch (operator) {
    case "=":
      return { single: true, from: literal(place), to: null };
    case "<":
      return { single: false, from: null, to: literal(place - 1) };
    case "<=":
      return { single: false, from: null, to: before === 0 ? null : literal(place) };
    case ">":
      return before === 0 ? upTo(0) : { single: false, from: literal(place + 1), to: null };
    case ">=":
      return { single: false, from: literal(place), to: null };
    default:
      return null;
  }
}

function fromStart(operator: ComparisonOperator, value: number): PlaceRange | null {
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
