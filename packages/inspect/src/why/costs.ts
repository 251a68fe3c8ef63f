import { combine, describeScore, type ScoreExpression } from "@semantic-xpath/planner";
import {
  type Factor,
  factorsOf,
  type Observation,
  type PlacedNode,
  pathOf,
  type Weighed,
} from "@semantic-xpath/runtime/internal";
import type { Cost } from "../answers.js";
import { shortNumber } from "../words.js";

/** The chain of scores that made a weight at the end of a plan; empty when nothing in it weighs. */
export function chainOf(observation: Observation, result: Weighed): readonly Factor[] {
  const { run, recorder, query } = observation;
  if (query.plan.order === "document") return [];
  return factorsOf(run, recorder, query.plan.result, result) ?? [];
}

/**
 * Cost of each operand of a chain of scores. Operands are the parts that composites combine, down to single relevances, aggregates and
 * conditions; `1 - r` is one operand. Operands without a needed score are left out, and those of members if an aggregate of their group reads the
 * weights of all members: its score changes with each. The most expensive comes first.
 */
export function costsOf(observation: Observation, chain: readonly Factor[]): Cost[] {
  const scores = chain.map((factor) => factor.scores.map(({ score, at }) => scoreWith(observation, score, at, null)));
  const weight = product(scores);
  const costs: Cost[] = [];
  const { groups } = observation.run;
  const all = chain.flatMap((factor) => factor.scores);
  let ahead = all.findLastIndex(({ score, at }) => groups.isGroup(at.node) && hasAggregate(score));
  for (const [f, factor] of chain.entries()) {
    for (const [s, { operatorId, score, at }] of factor.scores.entries()) {
      if (ahead-- > 0 && !groups.isGroup(at.node)) continue;
      const path = pathOf(observation.run, at.node);
      for (const operand of operandsOf(score)) {
        const { low, high } = observation.knownScores.score(operand, at);
        if (low !== high) continue;
        const raised = scoreWith(observation, score, at, operand);
        const without = scores.map((own, i) => (i === f ? own.with(s, raised) : own));
        const { id, span } = operand;
        const lost = product(without) - weight;
        costs.push({ operatorId, expressionId: id, span, text: describeScore(operand), path, score: low, lost });
      }
    }
  }
  return costs.sort((a, b) => b.lost - a.lost);
}

/** As the executor multiplies: the scores of a step from left to right, then the steps. */
const product = (factors: readonly (readonly number[])[]): number =>
  factors.reduce((weight, scores) => weight * scores.reduce((own, score) => own * score, 1), 1);

function operandsOf(score: ScoreExpression): readonly ScoreExpression[] {
  if (score.kind === "Composite") return score.operands.flatMap(operandsOf);
  return score.kind === "Constant" ? [] : [score];
}

function hasAggregate(score: ScoreExpression): boolean {
  if (score.kind === "Composite") return score.operands.some(hasAggregate);
  return score.kind === "Complement" ? hasAggregate(score.operand) : score.kind === "Aggregate";
}

/** The value of a score with one of its operands at 1. */
function scoreWith(
  observation: Observation,
  score: ScoreExpression,
  at: PlacedNode,
  raised: ScoreExpression | null,
): number {
  if (score === raised) return 1;
  if (score.kind !== "Composite") return observation.knownScores.score(score, at).low;
  return combine(
    score.function,
    score.operands.map((operand) => scoreWith(observation, operand, at, raised)),
  );
}

/** `node =~ "lake" cost it most: it scored 0.2, and at 1 the weight would be higher by 0.31`; null when nothing cost anything. */
export function mostExpensive([first]: readonly Cost[], of: string): string | null {
  if (first === undefined || first.lost <= 0) return null;
  const { text, path, score, lost } = first;
  const scope = path === of || of.startsWith(`${path}/@`) ? "" : ` for ${path}`;
  return `${text} cost it most: it scored ${shortNumber(score)}${scope}, and at 1 the weight would be higher by ${shortNumber(lost)}`;
}
