import {
  type AttributeOperator,
  type BracketOperator,
  eachChild,
  type MeetPlan,
  type OwnTextOperator,
  type PathPlan,
  type PlanNode,
  type SequencePlan,
  type StepPlan,
  startSequence,
  type ValuePlan,
} from "@semantic-xpath/planner";

/** Operator that nodes pass: for a step, its axis. */
export type PassedOperator = StepPlan | BracketOperator | AttributeOperator | OwnTextOperator | MeetPlan | ValuePlan;

/** The id of an operator in the plan's rows and in the trace. */
export const idOf = (operator: PassedOperator): number => (operator.kind === "Step" ? operator.axis.id : operator.id);

/**
 * Calls `visit` for every operator that nodes pass, in the order of the plan's rows, evidence after its bracket and one deeper
 * than it.
 */
export function eachOperator(
  sequence: SequencePlan | ValuePlan,
  visit: (operator: PassedOperator, depth: number) => void,
  depth = 0,
): void {
  const brackets = (list: readonly BracketOperator[], at: number): void => {
    for (const bracket of list) {
      visit(bracket, at);
      for (const evidence of evidenceOf(bracket)) path(evidence, at + 1);
    }
  };
  const path = (plan: PathPlan, at: number): void => {
    const start = startSequence(plan);
    if (start !== null) eachOperator(start, visit, at);
    for (const step of plan.steps) {
      visit(step, at);
      brackets(step.brackets, at);
    }
    if (plan.attribute?.kind === "Attribute" || plan.attribute?.kind === "Text") visit(plan.attribute, at);
  };
  switch (sequence.kind) {
    case "Path":
      path(sequence, depth);
      return;
    case "Group":
      eachOperator(sequence.input, visit, depth);
      brackets(sequence.brackets, depth);
      return;
    case "Union":
      for (const input of sequence.inputs) eachOperator(input, visit, depth);
      return;
    case "Meet":
      visit(sequence, depth);
      eachOperator(sequence.left, visit, depth);
      eachOperator(sequence.right, visit, depth);
      return;
    case "Value":
      visit(sequence, depth);
      for (const evidence of evidenceOf(sequence)) path(evidence, depth + 1);
  }
}

/** The requests of a bracket's expression: its local relevances and its evidence paths. */
interface Parts {
  readonly locals: number[];
  readonly evidence: PathPlan[];
}

/** Expression ids of the local relevances in a bracket, those inside evidence paths left out. */
export const localsOf = (bracket: BracketOperator): readonly number[] => partsOf(bracket).locals;

/** The evidence paths of a bracket or a value, those inside evidence paths left out. */
export const evidenceOf = (operator: BracketOperator | ValuePlan): readonly PathPlan[] => partsOf(operator).evidence;

function partsOf(node: PlanNode, parts: Parts = { locals: [], evidence: [] }): Parts {
  eachChild(node, (child) => {
    if (child.kind === "Local") parts.locals.push(child.id);
    else if (child.kind === "Path") parts.evidence.push(child);
    else partsOf(child, parts);
  });
  return parts;
}
