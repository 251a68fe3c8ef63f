import { describeScore, type ScoreExpression } from "@semantic-xpath/planner";
import {
  type Factor,
  type Observation,
  type PlacedNode,
  pathOf,
  type ScoreAlgebra,
} from "@semantic-xpath/runtime/internal";
import { nodePath } from "@semantic-xpath/tree";
import type { WhyNot } from "../answers.js";
import { chainOf, costsOf, mostExpensive } from "../why/costs.js";
import { resultAt } from "../why/ranking.js";
import { counted, ordinal, shortNumber, shortNumbers } from "../words.js";
import type { Drops } from "./drops.js";

/** Why a node that reached the end of the plan is not in the result: it weighs nothing or too little, or ranks too low. */
export function explainCut(observation: Observation, { ranking }: Drops, node: number, place: number): WhyNot {
  const { run, query, minScore, limit, frame, tree } = observation;
  const weight = ranking.weightAt(place);
  const attribute = ranking.attributeAt(place);
  const chain = chainOf(observation, { node, attribute, weight });
  const path = nodePath(tree, node);
  const base = {
    node,
    path,
    operatorId: 0,
    span: query.plan.result.span,
    via: pathOf(run, node, attribute),
    measured: null,
    algebra: null,
    ranked: null,
  };
  if (weight === 0) return { ...base, ...zeroWeight(observation, chain, path) };
  const costs = costsOf(observation, chain);
  const lastKept = resultAt(observation, frame.ids.length);
  const ranked = { rank: place, count: ranking.count, weight, lastKept, costs };
  const dear = mostExpensive(costs, path);
  const tail = dear === null ? "" : `; ${dear}`;
  if (weight < minScore) {
    const [own, needed] = shortNumbers(weight, minScore);
    const message = `its weight ${own} is below the minimum score ${needed}${tail}`;
    return { ...base, reason: "min-score", message, measured: { value: weight, needed: minScore }, ranked };
  }
  const message = `${rankText(observation, ranking.count, place, weight, lastKept?.path ?? null)}${tail}`;
  return { ...base, reason: "limit", message, measured: { value: place, needed: limit }, ranked };
}

function rankText(
  { query, limit, reached, frame }: Observation,
  count: number,
  place: number,
  weight: number,
  last: string | null,
): string {
  if (limit === 0) return "the limit is 0";
  const atLeast = reached === null ? " or later" : ` of ${count}`;
  if (query.plan.order === "document")
    return `it is the ${ordinal(place)}${atLeast} in document order, and the limit is ${limit}`;
  const lowest = frame.weights?.at(-1) ?? 1;
  const [own, kept] = shortNumbers(weight, lowest);
  const behind = last === null ? "" : `: the last one kept, ${last}, weighs ${kept}`;
  return `it ranks ${ordinal(place)}${atLeast} with weight ${own}, and the limit is ${limit}${behind}`;
}

/** The first score of the chain that is 0, and down to the operand that made it so. */
function zeroWeight(
  observation: Observation,
  chain: readonly Factor[],
  path: string,
): Pick<WhyNot, "reason" | "message" | "algebra"> {
  const scores = chain.flatMap((factor) => factor.scores);
  const zero = scores.find(({ score, at }) => observation.known.score(score, at).high === 0) ?? scores.at(-1);
  if (zero === undefined) return { reason: "zero-weight", message: "its weight is 0", algebra: null };
  const on = nodePath(observation.tree, zero.at.node);
  return {
    reason: "zero-weight",
    message: `its weight is 0: ${on === path ? "" : `of ${on}, `}${zeroText(observation, zero.score, zero.at)}`,
    algebra: observation.algebra.of(zero.score, zero.at),
  };
}

function zeroText(observation: Observation, score: ScoreExpression, at: PlacedNode): string {
  const { known, algebra } = observation;
  const text = describeScore(score);
  switch (score.kind) {
    case "Composite": {
      const operand = score.operands.find((own) => known.score(own, at).high === 0);
      if (operand === undefined) return `${text} is 0`;
      return zeroText(observation, operand, at);
    }
    case "Local": {
      const { asked } = algebra.of(score, at);
      if (asked?.text === null) return `${text} is 0, since it has no such text`;
      return `the scorer sees nothing of "${asked?.condition}" in its text (${text} is 0)`;
    }
    case "Aggregate": {
      const told = algebra.of(score, at);
      if (told.evidence?.length === 0) return `${text} is 0, since it has no such evidence`;
      const why = zeroEvidence(told);
      return why === null ? `${text} is 0` : `${text} is 0, since ${why}`;
    }
    case "Complement": {
      const { high } = known.score(score.operand, at);
      return `${text} is 0, since ${describeScore(score.operand)} is ${shortNumber(high)}`;
    }
    case "Indicator":
      return `${text} does not hold`;
    case "Constant":
      return `${text} is always 0`;
  }
}

/** Which evidence made an aggregate 0, where there is some: `2 of 5 nodes of evidence weigh 0, first /Plan/Day[1]/POI[2]`. */
export function zeroEvidence({ evidence }: ScoreAlgebra): string | null {
  const zeros = evidence?.filter(({ weight }) => weight === 0) ?? [];
  const first = zeros[0]?.path;
  const count = evidence?.length ?? 0;
  if (first === undefined) return null;
  if (count === 1) return `the only evidence, ${first}, weighs 0`;
  if (zeros.length === count) return `all ${count} nodes of evidence weigh 0`;
  return `${zeros.length} of ${counted(count, "node")} of evidence ${zeros.length === 1 ? "weighs" : "weigh"} 0, ${zeros.length === 1 ? "" : "first "}${first}`;
}
