import type { FilterOperator, RelevanceOperator } from "@semantic-xpath/planner";
import {
  type BracketRecord,
  type Cutoff,
  indicesOf,
  type Observation,
  placedAt,
  weightAt,
} from "@semantic-xpath/runtime/internal";
import { shortNumbers } from "../words.js";
import { whyFalse } from "./condition.js";
import { type Told, told } from "./told.js";

/** A condition that does not hold, or in a pruned run was never needed. */
export function explainFilter(
  observation: Observation,
  bracket: FilterOperator,
  { before, mask }: BracketRecord,
  node: number,
): Told {
  const { cutoffs, known } = observation;
  const i = indicesOf(before, node).find((index) => mask === null || mask[index] === 0)!;
  const at = placedAt(before, i);
  const cutoff = cutoffs?.get(bracket.id);
  if (cutoff !== undefined && known.condition(bracket.condition, at).high !== 0)
    return explainBound(weightAt(before, i), cutoff);
  const { message, ...refusal } = whyFalse(observation, bracket.condition, at);
  return told("filter", message, refusal);
}

/** A relevance lets nothing fall, but a pruned run leaves nodes unscored that can't reach the result. */
export function explainUnscored(
  { cutoffs, known, algebra }: Observation,
  bracket: RelevanceOperator,
  { before }: BracketRecord,
  node: number,
): Told {
  const i = indicesOf(before, node)[0]!;
  const at = placedAt(before, i);
  const { high } = known.score(bracket.score, at);
  const bound = (before.base === null ? 1 : before.base[i]!) * ((before.own === null ? 1 : before.own[i]!) * high);
  const cutoff = cutoffs?.get(bracket.id) ?? { weight: 0, of: "head" };
  return { ...explainBound(bound, cutoff), algebra: () => algebra.of(bracket.score, at) };
}

const GOALS = {
  result: "the last result weighs",
  head: "the last place that counts needs",
  minimum: "the minimum score is",
} as const;

function explainBound(bound: number, { weight, of }: Cutoff): Told {
  if (bound === 0) return told("zero-weight", "its weight is 0 already, so it was not scored any further");
  const [most, needed] = shortNumbers(bound, weight);
  const message = `it can weigh at most ${most}, and ${GOALS[of]} ${needed}, so it was not scored any further`;
  return told("bound", message, { measured: { value: bound, needed: weight } });
}
