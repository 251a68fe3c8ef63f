import {
  type AttributeOperator,
  type BooleanExpression,
  type BracketOperator,
  type PathPlan,
  type ScoreExpression,
  type SequencePlan,
  type StepPlan,
  startSequence,
  type ValueExpression,
} from "@semantic-xpath/planner";

/** Calls `visit` for every operator that nodes pass, in the order of the plan's rows, evidence behind its bracket. */
export function eachOperator(
  sequence: SequencePlan,
  visit: (operator: StepPlan | BracketOperator | AttributeOperator) => void,
): void {
  const brackets = (list: readonly BracketOperator[]): void => {
    for (const bracket of list) {
      visit(bracket);
      if (bracket.kind === "Relevance") score(bracket.score);
      if (bracket.kind === "Filter") condition(bracket.condition);
    }
  };
  const path = (plan: PathPlan): void => {
    const start = startSequence(plan);
    if (start !== null) eachOperator(start, visit);
    for (const step of plan.steps) {
      visit(step);
      brackets(step.brackets);
    }
    if (plan.attribute !== null) visit(plan.attribute);
  };
  const score = (expression: ScoreExpression): void => {
    if (expression.kind === "Aggregate") path(expression.evidence);
    else if (expression.kind === "Composite") for (const operand of expression.operands) score(operand);
    else if (expression.kind === "Complement") score(expression.operand);
    else if (expression.kind === "Indicator") condition(expression.condition);
  };
  const condition = (expression: BooleanExpression): void => {
    if (expression.kind === "And" || expression.kind === "Or")
      for (const operand of expression.operands) condition(operand);
    else if (expression.kind === "Not") condition(expression.operand);
    else if (expression.kind === "Threshold") score(expression.score);
    else if (expression.kind === "Exists") path(expression.evidence);
    else if (expression.kind !== "Truth") value(expression.value);
  };
  const value = (expression: ValueExpression): void => {
    if (expression.kind === "CountValue") path(expression.evidence);
  };
  if (sequence.kind === "Path") path(sequence);
  else if (sequence.kind === "Group") {
    eachOperator(sequence.input, visit);
    brackets(sequence.brackets);
  } else for (const input of sequence.inputs) eachOperator(input, visit);
}

/** Expression ids of the local relevances in a bracket, those inside evidence paths left out. */
export function localsOf(bracket: BracketOperator): number[] {
  const ids: number[] = [];
  const score = (expression: ScoreExpression): void => {
    if (expression.kind === "Local") ids.push(expression.id);
    else if (expression.kind === "Composite") for (const operand of expression.operands) score(operand);
    else if (expression.kind === "Complement") score(expression.operand);
    else if (expression.kind === "Indicator") condition(expression.condition);
  };
  const condition = (expression: BooleanExpression): void => {
    if (expression.kind === "And" || expression.kind === "Or")
      for (const operand of expression.operands) condition(operand);
    else if (expression.kind === "Not") condition(expression.operand);
    else if (expression.kind === "Threshold") score(expression.score);
  };
  if (bracket.kind === "Relevance") score(bracket.score);
  if (bracket.kind === "Filter") condition(bracket.condition);
  return ids;
}
