import type { ScoreAlgebra } from "@semantic-xpath/runtime";
import { weightText } from "./text.js";

/** Maximum number of operands in a formula; the rest is counted. */
const MAX_OPERANDS = 6;

/** One level of a score as arithmetic: `min(0.9100, 1 − 0.1200)`. null if a score is not made of others. */
export function formula({ operation, operands, evidence }: ScoreAlgebra): string | null {
  switch (operation) {
    case "scorer":
    case "indicator":
    case "constant":
      return null;
    case "1-":
      return `1 − ${operands.map(scoreText)}`;
    default: {
      const numbers = evidence?.map(({ weight }) => (weight === null ? "?" : weightText(weight)));
      return `${operation}(${listed(numbers ?? operands.map(operandText))})`;
    }
  }
}

/** A complement is written out: `1 − 0.1200` says more than 0.8800. */
const operandText = (operand: ScoreAlgebra): string =>
  (operand.operation === "1-" ? formula(operand) : null) ?? scoreText(operand);

/** A score, or the interval in which one lies that was never needed. */
export const scoreText = ({ value, low, high }: Pick<ScoreAlgebra, "value" | "low" | "high">): string =>
  value === null ? `${weightText(low)}…${weightText(high)}` : weightText(value);

const listed = (numbers: readonly string[]): string =>
  numbers.length <= MAX_OPERANDS
    ? numbers.join(", ")
    : `${numbers.slice(0, MAX_OPERANDS - 1).join(", ")}, … ${numbers.length - MAX_OPERANDS + 1} more`;
