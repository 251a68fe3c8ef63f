import type { SequenceView } from "@semantic-xpath/inspect";
import { weightText } from "@semantic-xpath/inspect/numbers";
import type { ComparisonOperator } from "@semantic-xpath/parser";
import { compareValues } from "@semantic-xpath/planner";
import type { Variable } from "../variables/variable.js";

const ASKED = /^\s*(count|weight)\s*(?:(<=|>=|!=|=|<|>)\s*(-?\d+(?:\.\d+)?)\s*)?$/;

/** `count` and `weight` of a sequence, with the meaning that they have in the condition of a breakpoint; null: something else is asked. */
export function ofSequence(text: string, sequence: SequenceView): Variable | null {
  const [, what, operator, right] = ASKED.exec(text) ?? [];
  if (what === undefined) return null;
  const holds = (left: number): boolean => compareValues(left, operator as ComparisonOperator, Number(right));
  if (what === "count") {
    if (operator === undefined) return { name: text, value: String(sequence.count), type: "number" };
    return { name: text, value: String(holds(sequence.count)), type: "boolean" };
  }
  const weights = sequence.entries(0, sequence.count).map(({ weight }) => weight);
  if (operator === undefined) return { name: text, value: rangeText(weights), type: "number" };
  return {
    name: text,
    value: `${weights.some(holds)}: ${weights.filter(holds).length} of ${weights.length}`,
    type: "boolean",
  };
}

function rangeText(weights: readonly number[]): string {
  if (weights.length === 0) return "no entries";
  const [least, most] = weights.reduce(
    ([low, high], weight) => [Math.min(low, weight), Math.max(high, weight)],
    [1, 0],
  );
  return least === most ? weightText(most) : `${weightText(least)} to ${weightText(most)}`;
}
