import type { CombineFunction } from "@semantic-xpath/parser";
import type { ScoreAlgebra, TraceEvidence, TraceFactor } from "@semantic-xpath/runtime";

/**
 * The arithmetic of language.md §4.2 once more, on the operands that a trace shows: what it gives must be what the trace
 * shows, to the last bit. Each function returns complaints in words, none where all is well.
 */
export type Scored = (text: string, condition: string) => number;

export function complaintsOf(shown: ScoreAlgebra, scored: Scored): string[] {
  const { value, low, high, operation, text } = shown;
  const complaints = [
    ...shown.operands.flatMap((operand) => complaintsOf(operand, scored)),
    ...(shown.evidence ?? []).flatMap((evidence) => evidenceComplaints(evidence, scored)),
  ];
  const say = (what: string): void => {
    complaints.push(`${text} (${operation}): ${what}`);
  };
  if (value !== null && (low !== value || high !== value)) say(`value ${value}, but interval ${low}..${high}`);
  if (value === null && !(low < high)) say(`no value, but interval ${low}..${high}`);
  if (!(low >= 0 && high <= 1)) say(`interval ${low}..${high} leaves 0..1`);
  const expected = recomputed(shown, scored);
  if (expected !== null && !Object.is(expected, value)) say(`shows ${value}, its operands give ${expected}`);
  return complaints;
}

/** What the operands give; null where one of them was never needed. */
function recomputed({ operation, operands, evidence, asked, value, text }: ScoreAlgebra, scored: Scored) {
  switch (operation) {
    case "scorer":
      return value === null ? null : bestOf(asked!.text, text.startsWith("node"), asked!.condition, scored);
    case "1-":
      return operands[0]!.value === null ? null : 1 - operands[0]!.value;
    case "indicator":
      return value === null ? null : value === 0 ? 0 : 1;
    case "constant":
      return value;
    default: {
      // Without evidence: scores that were never needed decide what it is.
      if (evidence === undefined && operands.length === 0) return value === null ? null : Number.NaN;
      const members = evidence?.map(({ weight }) => weight) ?? operands.map((operand) => operand.value);
      if (members.some((member) => member === null)) return null;
      return members.length === 0 ? 0 : combined(operation, members as number[]);
    }
  }
}

/** An absent target scores 0; of several texts of a field, one a line, the best counts. */
function bestOf(text: string | null, isNode: boolean, condition: string, scored: Scored): number {
  if (text === null) return 0;
  return Math.max(0, ...(isNode ? [text] : text.split("\n")).map((line) => scored(line, condition)));
}

export function combined(operation: CombineFunction, values: readonly number[]): number {
  switch (operation) {
    case "min":
      return Math.min(...values);
    case "max":
      return Math.max(...values);
    case "avg":
      return values.reduce((sum, value) => sum + value) / values.length;
    case "gmean": {
      if (values.includes(0)) return 0;
      const logarithms = values.reduce((sum, value) => sum + Math.log(value), 0);
      return Math.exp(logarithms / values.length);
    }
    case "product":
      return values.reduce((product, value) => product * value);
  }
}

function evidenceComplaints({ path, weight, factors }: TraceEvidence, scored: Scored): string[] {
  const inside = factors.flatMap((factor) => factorComplaints(factor, scored));
  if (weight === null) return inside;
  return [...inside, ...productComplaints(`evidence ${path}`, weight, factors)];
}

export const factorComplaints = ({ scores }: TraceFactor, scored: Scored): string[] =>
  scores.flatMap(({ algebra }) => complaintsOf(algebra, scored));

/** The weight is the product of the factors, each the product of its scores, from left to right, starting from 1. */
export function productComplaints(what: string, weight: number, factors: readonly TraceFactor[]): string[] {
  let product = 1;
  for (const { scores } of factors) {
    let factor = 1;
    for (const { algebra } of scores) {
      if (algebra.value === null) return [`${what} weighs ${weight}, but ${algebra.text} has no value`];
      factor *= algebra.value;
    }
    product *= factor;
  }
  return Object.is(product, weight) ? [] : [`${what} weighs ${weight}, its factors give ${product}`];
}
