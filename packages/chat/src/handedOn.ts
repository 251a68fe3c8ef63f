import type { RunResult } from "@semantic-xpath/runtime";

/** From here on a score says that a person would call the node related. */
const RELATED = 0.5;
/** A cut by weights, used if no result is related: drops a result that weighs less than this part of the best one, or of the one before it. */
const OF_BEST = 0.5;
const OF_LAST = 0.7;

/**
 * The number of results that are handed on to an answer, the best first: all of a query that filters; of a graded one the related ones, or,
 * if none is related, those before the first drop.
 * A value is answered from all nodes that it was computed from.
 */
export function handedOn({ weights, value }: Pick<RunResult, "weights" | "value">): number {
  if (value !== undefined) return weights.length;
  const [best] = weights;
  if (best === undefined) return 0;
  const sorted = weights.every((weight, i) => i === 0 || weight <= weights[i - 1]!);
  if (!sorted) return weights.length;
  if (best >= RELATED) return weights.filter((weight) => weight >= RELATED).length;
  for (let i = 1; i < weights.length; i++)
    if (weights[i]! < best * OF_BEST || weights[i]! < weights[i - 1]! * OF_LAST) return i;
  return weights.length;
}
