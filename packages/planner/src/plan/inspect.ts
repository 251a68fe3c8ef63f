import { assertNever } from "@semantic-xpath/parser";
import {
  type BooleanExpression,
  type BracketOperator,
  type PathPlan,
  type ScoreExpression,
  type SequencePlan,
  startSequence,
  type ValueExpression,
} from "./operators.js";

/** Whether a value or condition depends on the place of a node in its list, and not on the node alone. */
export function dependsOnPlace(expression: BooleanExpression): boolean {
  switch (expression.kind) {
    case "And":
    case "Or":
      return expression.operands.some(dependsOnPlace);
    case "Not":
      return dependsOnPlace(expression.operand);
    case "Compare":
    case "Match":
      return isPlace(expression.value);
    case "PlaceEquals":
      return true;
    case "Threshold":
      return scoreDependsOnPlace(expression.score);
    case "Truth":
    case "Exists":
    case "Present":
      return false;
    default:
      return assertNever(expression);
  }
}

const isPlace = (value: ValueExpression): boolean => value.kind === "PositionValue" || value.kind === "LastValue";

export function scoreDependsOnPlace(score: ScoreExpression): boolean {
  switch (score.kind) {
    case "Composite":
      return score.operands.some(scoreDependsOnPlace);
    case "Complement":
      return scoreDependsOnPlace(score.operand);
    case "Indicator":
      return dependsOnPlace(score.condition);
    case "Local":
    case "Aggregate":
    case "Constant":
      return false;
    default:
      return assertNever(score);
  }
}

/** Whether a bracket needs the candidate list of each context node. */
export function bracketDependsOnPlace(bracket: BracketOperator): boolean {
  switch (bracket.kind) {
    case "Position":
      return true;
    case "Sibling":
      return false;
    case "Filter":
      return dependsOnPlace(bracket.condition);
    case "Relevance":
      return scoreDependsOnPlace(bracket.score);
    default:
      return assertNever(bracket);
  }
}

/** Whether evaluating a condition can ask the scorer. */
export function conditionScores(expression: BooleanExpression): boolean {
  switch (expression.kind) {
    case "And":
    case "Or":
      return expression.operands.some(conditionScores);
    case "Not":
      return conditionScores(expression.operand);
    case "Threshold":
      return scoreScores(expression.score);
    case "Exists":
      return pathScores(expression.evidence);
    case "Compare":
    case "Match":
    case "Present":
    case "PlaceEquals":
      return expression.value.kind === "CountValue" && pathScores(expression.value.evidence);
    case "Truth":
      return false;
    default:
      return assertNever(expression);
  }
}

export function scoreScores(score: ScoreExpression): boolean {
  switch (score.kind) {
    case "Local":
      return true;
    case "Aggregate":
      return pathScores(score.evidence);
    case "Composite":
      return score.operands.some(scoreScores);
    case "Complement":
      return scoreScores(score.operand);
    case "Indicator":
      return conditionScores(score.condition);
    case "Constant":
      return false;
    default:
      return assertNever(score);
  }
}

export function bracketScores(bracket: BracketOperator): boolean {
  if (bracket.kind === "Filter") return conditionScores(bracket.condition);
  return bracket.kind === "Relevance" && scoreScores(bracket.score);
}

/** Whether evaluating a path can ask the scorer. */
export function pathScores(path: PathPlan): boolean {
  const start = startSequence(path);
  return (start !== null && sequenceScores(start)) || path.steps.some((step) => step.brackets.some(bracketScores));
}

/** Whether evaluating a sequence can ask the scorer. */
export function sequenceScores(plan: SequencePlan): boolean {
  switch (plan.kind) {
    case "Path":
      return pathScores(plan);
    case "Group":
      return sequenceScores(plan.input) || plan.brackets.some(bracketScores);
    case "Union":
      return plan.inputs.some(sequenceScores);
    default:
      return assertNever(plan);
  }
}
