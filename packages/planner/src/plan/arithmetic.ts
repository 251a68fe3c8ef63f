import { type AggregateFunction, assertNever, type CombineFunction } from "@semantic-xpath/parser";
import type { ValueExpression } from "./expressions.js";

/**
 * min, max, avg, gmean or product of `values[from..to)`, in IEEE double precision from left to right. avg is the sum divided by the count; gmean is
 * the exp of the mean of the logarithms, 0 if any operand is 0. At least one value.
 */
export function combine(
  fn: CombineFunction | AggregateFunction,
  values: ArrayLike<number>,
  from = 0,
  to: number = values.length,
): number {
  let result = values[from]!;
  switch (fn) {
    case "min":
      for (let i = from + 1; i < to; i++) if (values[i]! < result) result = values[i]!;
      return result;
    case "max":
      for (let i = from + 1; i < to; i++) if (values[i]! > result) result = values[i]!;
      return result;
    case "product":
      for (let i = from + 1; i < to; i++) result *= values[i]!;
      return result;
    case "avg":
      for (let i = from + 1; i < to; i++) result += values[i]!;
      return result / (to - from);
    case "gmean": {
      let logarithms = 0;
      for (let i = from; i < to; i++) {
        if (values[i] === 0) return 0;
        logarithms += Math.log(values[i]!);
      }
      return Math.exp(logarithms / (to - from));
    }
    default:
      return assertNever(fn);
  }
}

/** The number of a numeric literal, null for other values. */
export const numberOf = (value: ValueExpression): number | null =>
  value.kind === "Given" && value.argument.kind === "Literal" && typeof value.argument.value === "number"
    ? value.argument.value
    : null;
