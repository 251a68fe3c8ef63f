import type { BracketOperator, StepPlan } from "@semantic-xpath/planner";
import {
  eachOperator,
  type Frame,
  type List,
  multiply,
  type Observation,
  type PassedOperator,
  type Recorder,
} from "@semantic-xpath/runtime/internal";
import { remembered } from "./memo.js";

/** The part of an operator with the id and the span in answers: for a step, its axis. */
export const ownOf = (operator: PassedOperator) => (operator.kind === "Step" ? operator.axis : operator);

/** The types that a step takes; null: any. */
export const typesTaken = ({ axis }: StepPlan): readonly string[] | null =>
  axis.kind === "Id" ? null : axis.test.names;

/** All operators of a plan by the ids of `ownOf`, those of evidence paths included. */
export const operatorsOf = remembered(({ query }: Observation): ReadonlyMap<number, PassedOperator> => {
  const operators = new Map<number, PassedOperator>();
  eachOperator(query.plan.result, (operator) => operators.set(ownOf(operator).id, operator));
  return operators;
});

/** The figures of the operators by the same ids. */
export const figuresOf = remembered(
  ({ result }: Observation) => new Map(result.trace.operators.map((operator) => [operator.id, operator])),
);

/** Input and output of an operator. */
export interface Passage {
  readonly before: Frame | List;
  readonly after: Frame | List;
}

/** Tests that an operator acts on lists of candidates. */
export const isBracket = (operator: PassedOperator): operator is BracketOperator =>
  !["Step", "Attribute", "Text", "Meet", "Value"].includes(operator.kind);

/** Each time that it acted. */
export function passedBy({ axes, brackets, frames }: Recorder, operator: PassedOperator): readonly Passage[] {
  if (operator.kind === "Step")
    return (axes.get(operator.axis.id) ?? []).map(({ contexts, list }) => ({ before: contexts, after: list }));
  return (isBracket(operator) ? brackets : frames).get(operator.id) ?? [];
}

/** The columns of a list, its weights multiplied. What weighs 0 is not scored any further: with an open score it is 0 anyway. */
export function frameOf(made: Frame | List): Frame {
  if (!("own" in made)) return made;
  const { ids, base, own, attributes } = made;
  const weights = multiply(base, own);
  const isOpen = weights?.some(Number.isNaN);
  return { ids, weights: isOpen ? weights!.map((weight) => weight || 0) : weights, offsets: null, attributes };
}
