import { getOrMake } from "@semantic-xpath/values";
import { bitsIn, PLAN_KINDS, type PlanKind } from "../plan/children.js";
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
import { type Pass, rewrite, type Together, together } from "./rewrite.js";
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
} satisfies Readonly<Record<string, Pass>>;

export type PassName = keyof typeof PASSES;
export const PASS_NAMES = Object.keys(PASSES) as readonly PassName[];

/** A bit for each pass, by its place in the list. */
const bitOf = (name: PassName): number => 1 << PASS_NAMES.indexOf(name);
const bitsOf = (names: readonly PassName[]): number => names.reduce((bits, name) => bits | bitOf(name), 0);

/** The passes that may have something to do where there is a node of a kind. */
const BITS_OF_KIND = Object.fromEntries(
  PLAN_KINDS.map((kind) => [
    kind,
    bitsOf(PASS_NAMES.filter((name) => PASSES[name].needs.some((each) => each === kind))),
  ]),
) as Readonly<Record<PlanKind, number>>;

const LIST = PASS_NAMES.map((name): Pass & { readonly bit: number } => ({ ...PASSES[name], bit: bitOf(name) }));
/** Pass over slots; it neither changes the inputs of earlier rewrites, nor depends on their changes. */
const SLOTS = bitOf("shareConditions");
/** Its results can't fail, which `foldConstants` requires of the nodes below: so it begins another walk. */
const PLACES = bitOf("placesAsPositions");

/** Runs the optimiser; `without` switches passes off by name. Passes that are rewrites share a walk where nothing has to be between them. */
export function optimise(plan: QueryPlan, without: readonly PassName[] = []): QueryPlan {
  const candidates = bitsIn(plan.result, BITS_OF_KIND) & ~bitsOf(without);
  let current = plan;
  let changed = 0;
  let waiting = 0;
  const rewriteWaiting = () => {
    const walk = walkOf(waiting);
    walk.changed = 0;
    current = rewrite(current, walk.rewrites);
    changed |= walk.changed;
    waiting = 0;
  };
  for (const { bit, run, rewrites } of LIST) {
    if ((candidates & bit) === 0) continue;
    if (waiting !== 0 && (bit === PLACES || (rewrites === undefined && bit !== SLOTS))) rewriteWaiting();
    if (rewrites !== undefined) {
      waiting |= bit;
      continue;
    }
    const next = run(current);
    if (next !== current) changed |= bit;
    current = next;
  }
  if (waiting !== 0) rewriteWaiting();
  return changed === 0 ? current : { ...current, passes: PASS_NAMES.filter((name) => (changed & bitOf(name)) !== 0) };
}

const walks = new Map<number, Together>();

const walkOf = (passes: number): Together =>
  getOrMake(walks, passes, () =>
    together(LIST.flatMap(({ bit, rewrites }) => ((passes & bit) === 0 ? [] : [[bit, rewrites!] as const]))),
  );
