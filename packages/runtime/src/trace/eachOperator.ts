import {
  type AttributeOperator,
  type BooleanExpression,
  type BracketOperator,
  type PathPlan,
  type ScoreExpression,
  type SequencePlan,
  type StepPlan,
  startSequence,
} from "@semantic-xpath/planner";

/** What nodes pass: of a step, its axis. */
export type PassedOperator = StepPlan | BracketOperator | AttributeOperator;

/** The id of an operator in the plan's rows and in the trace. */
export const idOf = (operator: PassedOperator): number => (operator.kind === "Step" ? operator.axis.id : operator.id);

/**
 * Calls `visit` for every operator that nodes pass, in the order of the plan's rows, evidence after its bracket and one deeper
 * than it.
 */
export function eachOperator(
  sequence: SequencePlan,
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
    if (plan.attribute !== null) visit(plan.attribute, at);
  };
  if (sequence.kind === "Path") path(sequence, depth);
  else if (sequence.kind === "Group") {
    eachOperator(sequence.input, visit, depth);
    brackets(sequence.brackets, depth);
  } else for (const input of sequence.inputs) eachOperator(input, visit, depth);
}

/** The parts of a bracket's expression that ask for something: its local relevances and its evidence paths. */
interface Parts {
  readonly locals: number[];
  readonly evidence: PathPlan[];
}

/** Expression ids of the local relevances in a bracket, those inside evidence paths left out. */
export const localsOf = (bracket: BracketOperator): readonly number[] => partsOf(bracket).locals;

/** The evidence paths of a bracket, those inside evidence paths left out. */
export const evidenceOf = (bracket: BracketOperator): readonly PathPlan[] => partsOf(bracket).evidence;

function partsOf(bracket: BracketOperator): Parts {
  const parts: Parts = { locals: [], evidence: [] };
  if (bracket.kind === "Relevance") scoreParts(bracket.score, parts);
  if (bracket.kind === "Filter") conditionParts(bracket.condition, parts);
  return parts;
}

function scoreParts(score: ScoreExpression, parts: Parts): void {
  if (score.kind === "Local") parts.locals.push(score.id);
  else if (score.kind === "Aggregate") parts.evidence.push(score.evidence);
  else if (score.kind === "Composite") for (const operand of score.operands) scoreParts(operand, parts);
  else if (score.kind === "Complement") scoreParts(score.operand, parts);
  else if (score.kind === "Indicator") conditionParts(score.condition, parts);
}

function conditionParts(condition: BooleanExpression, parts: Parts): void {
  if (condition.kind === "And" || condition.kind === "Or")
    for (const operand of condition.operands) conditionParts(operand, parts);
  else if (condition.kind === "Not") conditionParts(condition.operand, parts);
  else if (condition.kind === "Threshold") scoreParts(condition.score, parts);
  else if (condition.kind === "Exists") parts.evidence.push(condition.evidence);
  else if (condition.kind !== "Truth" && condition.value.kind === "CountValue")
    parts.evidence.push(condition.value.evidence);
}
