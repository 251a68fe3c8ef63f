import { shareText, wordsText } from "@semantic-xpath/inspect";
import { weightText } from "@semantic-xpath/inspect/numbers";
import type { ScoreAlgebra, TraceEvidence } from "@semantic-xpath/runtime";
import { type Inside, lines, numbered, quoted, type Variable } from "./variable.js";

/** Numbers in a formula before it is cut. */
const MAX_NUMBERS = 8;

/** A score with what it was made of: operands, evidence, and at the leaves what the scorer was asked. */
export const algebraShown = (name: string, algebra: ScoreAlgebra): Variable => ({
  name,
  value: formulaOf(algebra),
  type: algebra.operation,
  inside: insideOf(algebra),
});

/** `min(0.91, 1 - 0.12) = 0.88` */
function formulaOf(algebra: ScoreAlgebra): string {
  const terms = termsOf(algebra);
  const right = valueText(algebra);
  return terms === null ? right : `${terms} = ${right}`;
}

/** Operands of a composite score, null for other scores. */
function termsOf({ operation, operands, evidence }: ScoreAlgebra): string | null {
  switch (operation) {
    case "scorer":
    case "constant":
    case "indicator":
      return null;
    case "1-":
      return `1 - ${valueText(operands[0]!)}`;
    default: {
      const numbers =
        evidence === undefined ? operands.map(operandText) : evidence.map(({ weight }) => openText(weight));
      const cut = numbers.length > MAX_NUMBERS ? [...numbers.slice(0, MAX_NUMBERS), "…"] : numbers;
      return numbers.length === 0 && evidence === undefined ? null : `${operation}(${cut.join(", ")})`;
    }
  }
}

const operandText = (operand: ScoreAlgebra): string =>
  operand.operation === "1-" ? `1 - ${valueText(operand.operands[0]!)}` : valueText(operand);

const openText = (value: number | null): string => (value === null ? "?" : numberText(value));

const valueText = ({ value, low, high }: Pick<ScoreAlgebra, "value" | "low" | "high">): string =>
  value === null ? `between ${numberText(low)} and ${numberText(high)}` : numberText(value);

function insideOf({ operands, evidence, asked }: ScoreAlgebra): Inside {
  const named: Variable[] = operands.map((operand) => algebraShown(operand.text, operand));
  if (asked !== undefined) {
    const absent = { name: "text", value: "absent: the score is 0", type: "string" };
    named.push(quoted("condition", asked.condition), asked.text === null ? absent : quoted("text", asked.text));
    if (asked.explanation !== undefined) {
      named.push({ name: "words", value: wordsText(asked.explanation) });
      const share = shareText(asked.explanation);
      if (share !== null) named.push({ name: "found", value: share });
    }
  }
  if (evidence !== undefined) {
    named.push({ name: "evidence", value: `${evidence.length}`, inside: numbered(evidence, evidenceShown) });
  }
  return lines(named);
}

function evidenceShown({ path, weight, factors }: TraceEvidence): Omit<Variable, "name"> {
  const scores = factors.flatMap((factor) => factor.scores);
  const named = scores.map(({ algebra, path: scored }) =>
    algebraShown(scored === path ? algebra.text : `${algebra.text} of ${scored}`, algebra),
  );
  return { value: `${weight === null ? "?" : weightText(weight)}  ${path}`, inside: lines(named) };
}

/** A number in a formula: up to four decimals. */
export const numberText = (value: number): string => String(Number(value.toFixed(4)));
