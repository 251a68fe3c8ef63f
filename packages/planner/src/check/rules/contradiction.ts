import { type And, type ComparisonOperator, diagnose, type Expr } from "@semantic-xpath/parser";
import { hasKeys, keyOf, readsAsDate, readsAsNumber } from "@semantic-xpath/values";
import { parsedType } from "../../schema/valueType.js";
import type { Check, CheckContext } from "../checked.js";

/** Comparisons of one attribute with numbers or texts that no value can meet together: `@a > 5 and @a < 3`. */
export const contradiction: Check = {
  codes: ["SXP3004"],
  on: {
    And: (context: CheckContext, { operands, span }: And) => {
      const { diagnostics } = context;
      const demands = operands.flatMap((operand) => demandOf(context, operand));
      const names = new Set(demands.map(({ name }) => name));
      for (const name of names) {
        const demandsOfName = demands.filter((demand) => demand.name === name);
        if (demandsOfName.length < 2 || canMeet(demandsOfName)) continue;
        const text = `@${name}`;
        diagnostics.push(diagnose("SXP3004", span, { text, effect: "can't meet these conditions together" }));
      }
    },
  },
};

interface Demand {
  readonly name: string;
  readonly operator: ComparisonOperator;
  readonly value: number | string;
}

/** Texts that read as numbers or dates may be equal although they are written differently. */
function demandOf({ values }: CheckContext, expression: Expr): Demand[] {
  if (expression.kind !== "Comparison") return [];
  const { left, operator, right } = expression;
  if (left.kind !== "AttributeReference" || left.name.kind !== "Name") return [];
  const { text: name } = left.name;
  const declared = values.get(left)?.type ?? null;
  const type = declared === null ? null : parsedType(declared);
  if (type !== null && type.kind !== "string" && type.kind !== "number" && type.kind !== "boolean") {
    const isWritten = right.kind === "StringLiteral" || right.kind === "NumberLiteral";
    // Intervals with the same start are ordered by their ends.
    const value =
      isWritten && hasKeys(type) && type.kind !== "interval" ? keyOf(type, String(right.value)) : Number.NaN;
    return Number.isNaN(value) ? [] : [{ name, operator, value }];
  }
  if (right.kind === "NumberLiteral") return [{ name, operator, value: right.value }];
  const isText = right.kind === "StringLiteral" && !readsAsNumber(right.value) && !readsAsDate(right.value);
  return isText && (operator === "=" || operator === "!=") ? [{ name, operator, value: right.value }] : [];
}

function canMeet(demands: readonly Demand[]): boolean {
  const equal = new Set(demands.filter(({ operator }) => operator === "=").map(({ value }) => value));
  if (equal.size > 1) return false;
  const unequal = demands.filter(({ operator }) => operator === "!=").map(({ value }) => value);
  if (unequal.some((value) => equal.has(value))) return false;
  const numbers = demands.filter((demand): demand is Demand & { value: number } => typeof demand.value === "number");
  const ends = (operators: readonly ComparisonOperator[]) =>
    numbers.filter(({ operator }) => operators.includes(operator)).map(({ value }) => value);
  const low = Math.max(Number.NEGATIVE_INFINITY, ...ends([">", ">=", "="]));
  const high = Math.min(Number.POSITIVE_INFINITY, ...ends(["<", "<=", "="]));
  const isOpen = numbers.some(
    ({ operator, value }) => (operator === ">" && value === low) || (operator === "<" && value === high),
  );
  return low < high || (low === high && !isOpen);
}
