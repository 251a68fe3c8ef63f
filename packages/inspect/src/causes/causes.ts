import type { Observation } from "@semantic-xpath/runtime/internal";
import { CAUSE_KINDS, type Cause } from "../answers.js";
import { evidenceCauses } from "./evidence.js";
import { nameCauses } from "./names.js";
import { outcomeCauses } from "./outcome.js";
import { positionCauses } from "./positions.js";
import { scoreCauses, slowScorerCauses } from "./scores.js";

/**
 * The commonest reasons for a disappointing result that this run shows, in words and with its numbers; none when there is nothing to
 * say. Of an empty result, what happened at the operator that left nothing comes first. Law: a cause is read from what the run
 * recorded; nothing is scored for it.
 */
export function causesOf(observation: Observation): readonly Cause[] {
  const direct = [
    ...nameCauses(observation),
    ...positionCauses(observation),
    ...scoreCauses(observation),
    ...evidenceCauses(observation),
    ...slowScorerCauses(observation),
  ];
  const all = [...direct, ...outcomeCauses(observation, direct)];
  const emptyAt = observation.result.stats.empty?.operatorId ?? null;
  const place = ({ kind, operatorId }: Cause): number =>
    CAUSE_KINDS.indexOf(kind) + (emptyAt === null || operatorId === emptyAt ? 0 : CAUSE_KINDS.length);
  return all.sort((a, b) => place(a) - place(b) || a.operatorId - b.operatorId);
}
