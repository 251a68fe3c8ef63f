import { kindsIn } from "../plan/children.js";
import type { QueryPlan } from "../plan/operators.js";
import { countsAsExistence } from "./countsAsExistence.js";
import { dropDoubleNegation } from "./dropDoubleNegation.js";
import { dropUnreadRelevances } from "./dropUnreadRelevances.js";
import { filtersFirst } from "./filtersFirst.js";
import { foldConstants } from "./foldConstants.js";
import { mergeContexts } from "./mergeContexts.js";
import { placesAsPositions } from "./placesAsPositions.js";
import { pruneByBound } from "./pruneByBound.js";
import { pushPositions } from "./pushPositions.js";
import type { Pass } from "./rewrite.js";
import { shareConditions } from "./shareConditions.js";
import { useTypeIndex } from "./useTypeIndex.js";

/** The passes in the order in which they run. Every subset gives the same result, order and weights, bit for bit. */
const PASSES = {
  dropUnreadRelevances,
  foldConstants,
  countsAsExistence,
  dropDoubleNegation,
  shareConditions,
  placesAsPositions,
  filtersFirst,
  pushPositions,
  mergeContexts,
  useTypeIndex,
  pruneByBound,
} as const satisfies Readonly<Record<string, Pass>>;

export type PassName = keyof typeof PASSES;
export const PASS_NAMES = Object.keys(PASSES) as readonly PassName[];

/** Runs the optimiser; `without` switches passes off by name. */
export function optimise(plan: QueryPlan, without: readonly PassName[] = []): QueryPlan {
  let current = plan;
  const kinds = kindsIn(plan.result);
  const passes: PassName[] = [];
  for (const name of PASS_NAMES) {
    const { needs, run }: Pass = PASSES[name];
    if (without.includes(name) || !needs.some((kind) => kinds.has(kind))) continue;
    const next = run(current, kinds);
    if (next !== current) passes.push(name);
    current = next;
  }
  return passes.length === 0 ? current : { ...current, passes };
}
