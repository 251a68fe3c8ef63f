import type { Frame } from "../execute/frame.js";
import type { Run } from "../execute/run.js";
import { DOCUMENT, NONE } from "../tree/ids.js";
import { pathOf } from "./drops.js";
import { attributeNameOf } from "./factors.js";
import type { Cutoff } from "./replay.js";
import type { TraceDrop } from "./trace.js";

/** How the end of a run was cut. */
export interface Cut {
  /** Everything that reached the end of the plan, the document node included; null where pruning kept some of it away. */
  readonly reached: Frame | null;
  readonly minScore: number;
  readonly limit: number;
}

/** What pruned nodes could not reach: the last of `limit` results, and with fewer results the minimum score. */
export function cutoffOf({ ids, weights }: Frame, { limit, minScore }: Cut): Cutoff {
  if (ids.length === 0 || ids.length < limit) return { weight: minScore, of: "minimum" };
  return { weight: weights === null ? 1 : weights[weights.length - 1]!, of: "result" };
}

/** What reached the end of the plan and is not in the result, each with its reason. */
export function cutDrops(run: Run, result: Frame, { reached, minScore, limit }: Cut): TraceDrop[] {
  if (reached === null) return [];
  const kept = new Set(Array.from(result.ids, (node, i) => keyOf(node, result, i)));
  const drops: TraceDrop[] = [];
  for (let i = 0; i < reached.ids.length; i++) {
    const node = reached.ids[i]!;
    if (kept.has(keyOf(node, reached, i))) continue;
    const weight = reached.weights === null ? 1 : reached.weights[i]!;
    const path = pathOf(run, node, attributeNameOf(run, reached, i));
    drops.push({ path, ...cutReason(node, weight, minScore, limit) });
  }
  return drops;
}

const keyOf = (node: number, { attributes }: Frame, i: number): string => `${node} ${attributes?.[i] ?? NONE}`;

function cutReason(
  node: number,
  weight: number,
  minScore: number,
  limit: number,
): Pick<TraceDrop, "reason" | "detail"> {
  if (node === DOCUMENT) return { reason: "document", detail: "the document node is never a result" };
  if (weight === 0) return { reason: "zero-weight", detail: "its weight is 0" };
  if (weight < minScore)
    return { reason: "min-score", detail: `its weight ${weight} is below the minimum score ${minScore}` };
  return { reason: "limit", detail: `it ranks behind the first ${limit}` };
}
