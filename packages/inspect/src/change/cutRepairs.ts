import { Exclusions } from "../whyNot/exclusions.js";
import { decimal, shortNumber } from "../words.js";
import { shortBelow } from "./numbers.js";
import type { Repair, Scene } from "./repair.js";

/** The limit raised to a node's rank, the minimum score lowered to its weight. */
export function cutRepairs({ observation }: Scene, place: number): Repair {
  const { ranking } = Exclusions.of(observation);
  const next = nextBelow(observation, place);
  return cutChange(observation, place, ranking.weightAt(place), next);
}

function nextBelow(observation: Scene["observation"], place: number): number {
  const { ranking } = Exclusions.of(observation);
  const weight = ranking.weightAt(place);
  let next = 0;
  for (let i = 1; i <= ranking.count; i++) {
    const other = ranking.weightAt(i);
    if (other < weight && other > next) next = other;
  }
  return next;
}

/** What admits a node with this rank and weight. */
export function cutChange(
  { limit, minScore }: Pick<Scene["observation"], "limit" | "minScore">,
  rank: number,
  weight: number,
  next: number,
): Repair {
  const isLow = weight < minScore;
  const isLate = rank > limit;
  const lowered = isLow ? shortBelow(weight, next) : minScore;
  const messages = [
    ...(isLow ? [`minimum score ${shortNumber(minScore)} → ${decimal(lowered)}`] : []),
    ...(isLate ? [`limit ${limit} → ${rank}`] : []),
  ];
  return {
    kind: isLow && isLate ? "several" : isLow ? "min-score" : "limit",
    edits: [],
    options: { ...(isLow ? { minScore: lowered } : {}), ...(isLate ? { limit: rank } : {}) },
    message: messages.join(" and "),
    by: (isLow ? minScore - lowered : 0) + (isLate ? rank - limit : 0),
  };
}
