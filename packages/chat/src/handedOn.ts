import type { RunResult } from "@semantic-xpath/runtime";

/** From here on a score says that a person would call the node related. */
const RELATED = 0.5;
/** Where nothing is so related: a result that weighs less than this part of the best one, or of the one before it, is not handed on. */
const OF_BEST = 0.5;
const OF_LAST = 0.7;

/**
 * How many of the results an answer is given from, the best first: all of a query that filters; of a graded one those that are related, and
 * where none is those up to the first drop.
 * A value is answered from all that it was computed from.
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
