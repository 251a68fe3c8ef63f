import { DOCUMENT } from "@semantic-xpath/tree";
import { type Frame, isEntryOf, weightIn } from "../execute/frame.js";
import { reaches } from "../execute/reaches.js";
import type { Run } from "../execute/run.js";
import { indicesWhere, pathOf } from "./drops.js";
import { attributeNameOf } from "./factors.js";
import { type LazyList, NO_ENTRIES } from "./lazyList.js";
import type { Cutoff } from "./replay.js";
import type { TraceDrop } from "./trace.js";

/** Cut at the end of a run. */
export interface Cut {
  /** Everything that reached the end of the plan, the document node included; null if pruning dropped some of it. */
  readonly reached: Frame | null;
  readonly minScore: number;
  readonly limit: number;
}

/** Weight out of reach of pruned nodes: that of the last of `limit` results, and with fewer results the minimum score. */
export function cutoffOf({ ids, weights }: Frame, { limit, minScore }: Cut): Cutoff {
  if (ids.length === 0 || ids.length < limit) return { weight: minScore, of: "minimum" };
  return { weight: weightIn(weights, ids.length - 1), of: "result" };
}

/** Entries at the end of the plan that are not in the result, each with its reason. */
export function cutDrops(run: Run, result: Frame, { reached, minScore, limit }: Cut): LazyList<TraceDrop> {
  if (reached === null || reached.ids.length === result.ids.length) return NO_ENTRIES;
  const isKept = isEntryOf(run.tree, result);
  const cut = indicesWhere(reached.ids.length, (i) => !isKept(reached, i));
  const dropAt = (i: number): TraceDrop => {
    const node = reached.ids[i]!;
    const weight = weightIn(reached.weights, i);
    const isRanked = run.plan.order === "rank";
    const path = pathOf(run, node, attributeNameOf(run, reached, i));
    return { path, ...cutReason(node, weight, { minScore, limit }, isRanked) };
  };
  return { length: cut.length, at: (index) => dropAt(cut[index]!) };
}

function cutReason(
  node: number,
  weight: number,
  { minScore, limit }: Pick<Cut, "minScore" | "limit">,
  isRanked: boolean,
): Pick<TraceDrop, "reason" | "detail"> {
  if (node === DOCUMENT) return { reason: "document", detail: "the document node is never a result" };
  if (weight === 0) return { reason: "zero-weight", detail: "its weight is 0" };
  if (!reaches(weight, minScore))
    return { reason: "min-score", detail: `its weight ${weight} is below the minimum score ${minScore}` };
  return { reason: "limit", detail: `it ${isRanked ? "ranks" : "comes"} after the first ${limit}` };
}
