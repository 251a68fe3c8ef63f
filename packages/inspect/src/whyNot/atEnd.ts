import { describeScore, type ScoreExpression, type SequencePlan } from "@semantic-xpath/planner";
import {
  type Factor,
  keyTexts,
  type Observation,
  orderOf,
  type PlacedNode,
  reaches,
  type ScoreAlgebra,
} from "@semantic-xpath/runtime/internal";
import { nodePath } from "@semantic-xpath/tree";
import { listed } from "@semantic-xpath/values";
import type { Ranked, WhyNot } from "../answers.js";
import { countText } from "../numbers.js";
import { chainOf, costsOf, mostExpensive } from "../why/costs.js";
import { entryAt, rankingOf, resultAt } from "../why/ranking.js";
import { ordinal, shortNumber, shortNumbers } from "../words.js";

/** Why a node that reached the end of the plan is not in the result: it weighs nothing or too little, or ranks too low. */
export function explainCut(observation: Observation, node: number, place: number): WhyNot {
  const { run, query, minScore, limit, frame, tree } = observation;
  const ranking = rankingOf(observation);
  const entry = entryAt(run, ranking.frame, place - 1);
  const { weight } = entry;
  const chain = chainOf(observation, entry);
  const path = nodePath(tree, node);
  const base = {
    node,
    path,
    operatorId: 0,
    span: query.plan.result.span,
    via: entry.path,
    measured: null,
    algebra: null,
    ranked: null,
  };
  if (weight === 0) return { ...base, ...zeroWeight(observation, chain, path) };
  const costs = costsOf(observation, chain);
  const lastKept = resultAt(observation, frame.ids.length);
  const ranked = { rank: place, count: ranking.count, weight, lastKept, costs };
  const expensive = mostExpensive(costs, path);
  const tail = expensive === null ? "" : `; ${expensive}`;
  if (!reaches(weight, minScore)) {
    const [own, needed] = shortNumbers(weight, minScore);
    const message = `its weight ${own} is below the minimum score ${needed}${tail}`;
    return { ...base, reason: "min-score", message, measured: { value: weight, needed: minScore }, ranked };
  }
  const message = `${rankText(observation, node, ranked)}${tail}`;
  return { ...base, reason: "limit", message, measured: { value: place, needed: limit }, ranked };
}

function rankText(
  { query, limit, reached, frame, run }: Observation,
  node: number,
  { rank, count, weight, lastKept }: Ranked,
): string {
  if (limit === 0) return "the limit is 0";
  const place = `${ordinal(rank)}${reached === null ? " or later" : ` of ${countText(count)}`}`;
  if (query.plan.order === "document") return `it is the ${place} in document order, and the limit is ${limit}`;
  if (query.plan.order === "keys") {
    const order = orderOf(query.plan.result as SequencePlan);
    const keys = listed(keyTexts(run, order, node), "and");
    const cut = frame.ids.at(-1);
    const end =
      cut === undefined ? "" : `; of ${lastKept!.path}, the last one kept, ${listed(keyTexts(run, order, cut), "and")}`;
    return `it comes ${place} by its keys (${keys}), and the limit is ${limit}${end}`;
  }
  const [own, kept] = shortNumbers(weight, frame.weights?.at(-1) ?? 1);
  const last = lastKept === null ? "" : `: the last one kept, ${lastKept.path}, weighs ${kept}`;
  return `it ranks ${place} with weight ${own}, and the limit is ${limit}${last}`;
}

/** The first score of the chain that is 0, and down to the operand that made it so. */
function zeroWeight(
  observation: Observation,
  chain: readonly Factor[],
  path: string,
): Pick<WhyNot, "reason" | "message" | "algebra"> {
  const scores = chain.flatMap((factor) => factor.scores);
  const zero = scores.find(({ score, at }) => observation.knownScores.score(score, at).high === 0) ?? scores.at(-1);
  if (zero === undefined) return { reason: "zero-weight", message: "its weight is 0", algebra: null };
  const on = nodePath(observation.tree, zero.at.node);
  return {
    reason: "zero-weight",
    message: `its weight is 0: ${on === path ? "" : `of ${on}, `}${zeroText(observation, zero.score, zero.at)}`,
    algebra: observation.algebra.of(zero.score, zero.at),
  };
}

function zeroText(observation: Observation, score: ScoreExpression, at: PlacedNode): string {
  const { knownScores, algebra } = observation;
  const text = describeScore(score);
  switch (score.kind) {
    case "Composite": {
      const operand = score.operands.find((own) => knownScores.score(own, at).high === 0);
      if (operand === undefined) return `${text} is 0`;
      return zeroText(observation, operand, at);
    }
    case "Local":
    case "Aggregate": {
      const ofScore = algebra.of(score, at);
      const cause = zeroCause(ofScore);
      if (cause !== null) return `${text} is 0, since ${cause}`;
      if (score.kind === "Aggregate") return `${text} is 0`;
      return `the scorer sees nothing of "${ofScore.asked?.condition}" in its text (${text} is 0)`;
    }
    case "Complement": {
      const { high } = knownScores.score(score.operand, at);
      return `${text} is 0, since ${describeScore(score.operand)} is ${shortNumber(high)}`;
    }
    case "Indicator":
      return `${text} does not hold`;
    case "Constant":
      return `${text} is always 0`;
  }
}

/**
 * Reason for a relevance or an aggregate of 0 that does not come from the scorer: no text, no evidence, or some evidence of weight 0, as in
 * `2 of 5 nodes of evidence weigh 0, first /Plan/Day[1]/POI[2]`.
 */
export function zeroCause({ asked, evidence }: ScoreAlgebra): string | null {
  if (asked?.text === null) return "it has no such text";
  if (evidence === undefined) return null;
  const { length: count } = evidence;
  if (count === 0) return "it has no such evidence";
  const [first, ...more] = evidence.filter(({ weight }) => weight === 0);
  if (first === undefined) return null;
  if (count === 1) return `the only evidence, ${first.path}, weighs 0`;
  if (more.length + 1 === count) return `all ${countText(count)} nodes of evidence weigh 0`;
  const subject = more.length === 0 ? `weighs 0, ${first.path}` : `weigh 0, first ${first.path}`;
  return `${countText(more.length + 1)} of ${countText(count)} nodes of evidence ${subject}`;
}
