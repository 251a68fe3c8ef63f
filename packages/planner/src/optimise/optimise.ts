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
import { type Pass, rewrite, together } from "./rewrite.js";
import { shareConditions } from "./shareConditions.js";
import { useTypeIndex } from "./useTypeIndex.js";

/** The passes in the order in which they run. Every subset gives the same result, order and weights, bit for bit. */
const PASSES = {
  foldConstants,
  dropUnreadRelevances,
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

/** What these do to a node goes by nothing that a later one changes below it, so one walk does all of them. */
const TOGETHER = new Set<PassName>([
  "placesAsPositions",
  "filtersFirst",
  "pushPositions",
  "mergeContexts",
  "useTypeIndex",
]);
const walks = new Map<string, ReturnType<typeof together>>();

/** Runs the optimiser; `without` switches passes off by name. */
export function optimise(plan: QueryPlan, without: readonly PassName[] = []): QueryPlan {
  let current = plan;
  const kinds = kindsIn(plan.result);
  const passes: PassName[] = [];
  const wanted: PassName[] = [];
  for (const name of PASS_NAMES) {
    const { needs, run }: Pass = PASSES[name];
    if (!without.includes(name) && needs.some((kind) => kinds.has(kind))) {
      if (TOGETHER.has(name)) {
        wanted.push(name);
      } else {
        const next = run(current, kinds);
        if (next !== current) passes.push(name);
        current = next;
      }
    }
    if (name === LAST_TOGETHER && wanted.length > 0) current = walkOnce(current, wanted, passes);
  }
  return passes.length === 0 ? current : { ...current, passes };
}

const LAST_TOGETHER = PASS_NAMES.findLast((name) => TOGETHER.has(name));

function walkOnce(plan: QueryPlan, wanted: readonly PassName[], passes: PassName[]): QueryPlan {
  const key = wanted.join();
  let walk = walks.get(key);
  if (walk === undefined) {
    walk = together(wanted.map((name) => (PASSES[name] as Pass).rewrites!));
    walks.set(key, walk);
  }
  walk.changed = 0;
  const next = rewrite(plan, walk.rewrites);
  for (const [index, name] of wanted.entries()) if ((walk.changed & (1 << index)) !== 0) passes.push(name);
  return next;
}
