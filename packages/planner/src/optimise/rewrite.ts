import {
  type BooleanExpression,
  type BracketOperator,
  type GroupPlan,
  type PathPlan,
  type QueryPlan,
  type ScoreExpression,
  type SequencePlan,
  type StepPlan,
  startSequence,
  type ValueExpression,
} from "../plan/operators.js";

/** What a pass changes; each function gets a node whose children are already rewritten and returns it or another. */
export interface Rewrites {
  readonly sequence?: (sequence: SequencePlan) => SequencePlan;
  readonly step?: (step: StepPlan) => StepPlan;
  /** An empty list drops the bracket. */
  readonly bracket?: (bracket: BracketOperator) => readonly BracketOperator[];
  readonly score?: (score: ScoreExpression) => ScoreExpression;
  readonly condition?: (condition: BooleanExpression) => BooleanExpression;
}

/** Applies rewrites from the leaves upwards. Nodes that nothing changed are the same objects, so a pass sees what it did. */
export function rewrite(plan: QueryPlan, rewrites: Rewrites): QueryPlan {
  const result = rewriteSequence(plan.result, rewrites);
  return result === plan.result ? plan : { ...plan, result };
}

function rewriteSequence(sequence: SequencePlan, rewrites: Rewrites): SequencePlan {
  const inner = rewriteInside(sequence, rewrites);
  return rewrites.sequence?.(inner) ?? inner;
}

function rewriteInside(sequence: SequencePlan, rewrites: Rewrites): SequencePlan {
  switch (sequence.kind) {
    case "Path":
      return rewritePath(sequence, rewrites);
    case "Group":
      return rewriteGroup(sequence, rewrites);
    case "Union": {
      const inputs = mapList(sequence.inputs, (input) => rewriteSequence(input, rewrites));
      return inputs === sequence.inputs ? sequence : { ...sequence, inputs };
    }
  }
}

function rewriteGroup(group: GroupPlan, rewrites: Rewrites): GroupPlan {
  const input = rewriteSequence(group.input, rewrites);
  const brackets = rewriteBrackets(group.brackets, rewrites);
  return input === group.input && brackets === group.brackets ? group : { ...group, input, brackets };
}

function rewritePath(path: PathPlan, rewrites: Rewrites): PathPlan {
  const sequence = startSequence(path);
  const start = sequence === null ? path.start : rewriteSequence(sequence, rewrites);
  const steps = mapList(path.steps, (step) => {
    const brackets = rewriteBrackets(step.brackets, rewrites);
    const inner = brackets === step.brackets ? step : { ...step, brackets };
    return rewrites.step?.(inner) ?? inner;
  });
  return start === path.start && steps === path.steps ? path : { ...path, start, steps };
}

function rewriteBrackets(brackets: readonly BracketOperator[], rewrites: Rewrites): readonly BracketOperator[] {
  let changed = false;
  const result = brackets.flatMap((bracket) => {
    const inner = rewriteBracket(bracket, rewrites);
    const list = rewrites.bracket?.(inner) ?? [inner];
    if (list.length !== 1 || list[0] !== bracket) changed = true;
    return list;
  });
  return changed ? result : brackets;
}

function rewriteBracket(bracket: BracketOperator, rewrites: Rewrites): BracketOperator {
  if (bracket.kind === "Filter") {
    const condition = rewriteCondition(bracket.condition, rewrites);
    return condition === bracket.condition ? bracket : { ...bracket, condition };
  }
  if (bracket.kind !== "Relevance") return bracket;
  const score = rewriteScore(bracket.score, rewrites);
  return score === bracket.score ? bracket : { ...bracket, score };
}

function rewriteScore(score: ScoreExpression, rewrites: Rewrites): ScoreExpression {
  const inner = rewriteScoreInside(score, rewrites);
  return rewrites.score?.(inner) ?? inner;
}

function rewriteScoreInside(score: ScoreExpression, rewrites: Rewrites): ScoreExpression {
  switch (score.kind) {
    case "Aggregate": {
      const evidence = rewritePath(score.evidence, rewrites);
      return evidence === score.evidence ? score : { ...score, evidence };
    }
    case "Composite": {
      const operands = mapList(score.operands, (operand) => rewriteScore(operand, rewrites));
      return operands === score.operands ? score : { ...score, operands };
    }
    case "Complement": {
      const operand = rewriteScore(score.operand, rewrites);
      return operand === score.operand ? score : { ...score, operand };
    }
    case "Indicator": {
      const condition = rewriteCondition(score.condition, rewrites);
      return condition === score.condition ? score : { ...score, condition };
    }
    case "Local":
    case "Constant":
      return score;
  }
}

function rewriteCondition(condition: BooleanExpression, rewrites: Rewrites): BooleanExpression {
  const inner = rewriteConditionInside(condition, rewrites);
  return rewrites.condition?.(inner) ?? inner;
}

function rewriteConditionInside(condition: BooleanExpression, rewrites: Rewrites): BooleanExpression {
  switch (condition.kind) {
    case "And":
    case "Or": {
      const operands = mapList(condition.operands, (operand) => rewriteCondition(operand, rewrites));
      return operands === condition.operands ? condition : { ...condition, operands };
    }
    case "Not": {
      const operand = rewriteCondition(condition.operand, rewrites);
      return operand === condition.operand ? condition : { ...condition, operand };
    }
    case "Threshold": {
      const score = rewriteScore(condition.score, rewrites);
      return score === condition.score ? condition : { ...condition, score };
    }
    case "Exists": {
      const evidence = rewritePath(condition.evidence, rewrites);
      return evidence === condition.evidence ? condition : { ...condition, evidence };
    }
    case "Compare":
    case "Match":
    case "Present":
    case "PlaceEquals": {
      const value = rewriteValue(condition.value, rewrites);
      return value === condition.value ? condition : { ...condition, value };
    }
    case "Truth":
      return condition;
  }
}

function rewriteValue(value: ValueExpression, rewrites: Rewrites): ValueExpression {
  if (value.kind !== "CountValue") return value;
  const evidence = rewritePath(value.evidence, rewrites);
  return evidence === value.evidence ? value : { ...value, evidence };
}

/** `map` that returns the same list when no element changed. */
function mapList<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  let changed = false;
  const result = list.map((item) => {
    const next = change(item);
    if (next !== item) changed = true;
    return next;
  });
  return changed ? result : list;
}
