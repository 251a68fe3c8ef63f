import {
  attributeNameOf,
  type Frame,
  mergeFrames,
  type Observation,
  orderedAsCut,
  pathOf,
  type Run,
  type Weighed,
} from "@semantic-xpath/runtime/internal";
import type { Rival } from "../answers.js";
import { remembered } from "../memo.js";
import { frameOf } from "../passed.js";
import { passedAt, routesOf } from "../routes.js";

/**
 * Everything that reached the end of a run in the order of results, before the cut by weight 0, minimum score and limit. Of a
 * pruned run what is known: what was scored to the end.
 */
interface Ranking {
  readonly frame: Frame;
  /** Number of entries that weigh more than 0. */
  readonly count: number;
  /** By node its place, from 1; 0 when it did not reach the end. Of several attributes of a node the best one's. */
  readonly places: Int32Array;
}

export const rankingOf = remembered((observation: Observation): Ranking => {
  const frame = orderedAsCut(observation.run, observation.reached ?? endOf(observation), observation.minScore);
  const { ids, weights } = frame;
  const count = weights === null ? ids.length : weights.filter((weight) => weight > 0).length;
  return { frame, count, places: placesIn(frame, observation.tree.type.length) };
});

/** Output of the plan, from the record. */
function endOf(observation: Observation): Frame {
  const ends = routesOf(observation.query.plan.result).map((route) => passedAt(observation, route.at(-1)!));
  return mergeFrames(ends.flatMap((passed) => (passed === undefined ? [] : [frameOf(passed.after)])));
}

/** For each node its rank in the result, from 1; 0 when it is not there. Of several attributes of a node the best one's. */
export const ranksOf = remembered(({ tree, frame }: Observation) => placesIn(frame, tree.type.length));

function placesIn({ ids }: Frame, length: number): Int32Array {
  const places = new Int32Array(length);
  for (let i = ids.length - 1; i >= 0; i--) places[ids[i]!] = i + 1;
  return places;
}

/** The rank-th result as something that outranks another. */
export function resultAt({ run, frame }: Observation, rank: number): Rival | null {
  if (rank < 1 || rank > frame.ids.length) return null;
  const { path, weight } = entryAt(run, frame, rank - 1);
  return { path, rank, weight };
}

/** An entry of a sequence: a node, or an attribute of it. */
export function entryAt(run: Run, frame: Frame, at: number): Weighed & { readonly path: string } {
  const node = frame.ids[at]!;
  const attribute = attributeNameOf(run, frame, at);
  return { node, attribute, weight: frame.weights?.[at] ?? 1, path: pathOf(run, node, attribute) };
}
