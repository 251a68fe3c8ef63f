import type { ScoreAlgebra } from "@semantic-xpath/runtime";
import { weightText } from "./numbers.js";

/** Operands that a formula writes out; of more it says how many. */
const MOST_OPERANDS = 6;

/** One level of a score as arithmetic: `min(0.9100, 1 − 0.1200)`. null where a score is not made of others. */
export function formula(score: ScoreAlgebra): string | null {
  switch (score.operation) {
    case "scorer":
    case "indicator":
    case "constant":
      return null;
    case "1-":
      return `1 − ${scoreText(score.operands[0]!)}`;
    default: {
      const { evidence } = score;
      if (evidence !== undefined) {
        return `${score.operation}(${listed(evidence.map(({ weight }) => (weight === null ? "?" : weightText(weight))))})`;
      }
      return `${score.operation}(${listed(score.operands.map(operandText))})`;
    }
  }
}

/** A complement is written out: `1 − 0.1200` says more than 0.8800. */
const operandText = (operand: ScoreAlgebra): string =>
  operand.operation === "1-" ? (formula(operand) ?? scoreText(operand)) : scoreText(operand);

/** A score, or the interval in which one lies that was never needed. */
export const scoreText = ({ value, low, high }: Pick<ScoreAlgebra, "value" | "low" | "high">): string =>
  value === null ? `${weightText(low)}…${weightText(high)}` : weightText(value);

const listed = (numbers: readonly string[]): string =>
  numbers.length <= MOST_OPERANDS
    ? numbers.join(", ")
    : `${numbers.slice(0, MOST_OPERANDS - 1).join(", ")}, … ${numbers.length - MOST_OPERANDS + 1} more`;
