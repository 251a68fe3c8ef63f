import type { Observation } from "@semantic-xpath/runtime/internal";
import type { Change } from "./answers.js";
import { Attempt, type SearchOptions } from "./change/attempt.js";
import { ownPathRepairs } from "./change/ownPath.js";
import { pathRepairs } from "./change/pathRepairs.js";
import { Reach } from "./change/reach.js";
import { zerosOf } from "./change/relevanceRepairs.js";
import { sceneOf } from "./change/repair.js";
import { repairsFor } from "./change/repairs.js";
import { type Goal, smallest } from "./change/search.js";
import { grownBy, NOTHING } from "./change/size.js";
import { unprunedView } from "./change/unpruned.js";
import { type Exclusion, Exclusions } from "./whyNot/exclusions.js";
import { progressOf } from "./whyNot/routes.js";

/**
 * The smallest change, by `Size`, under which a node is in the result; it was run. Where one in few places is not found, the query or
 * the node's own path. null where it is in the result.
 */
export async function smallestChange(
  observation: Observation,
  node: number,
  searching: SearchOptions = {},
): Promise<Change | null> {
  const start = Attempt.of(observation, searching);
  if (start.has(node)) return null;
  const admitted = await admitting(start, node);
  return (admitted ?? (await ownPath(start, node))).change();
}

/** The query with the smallest change under which a node is in its result; null where that takes too many. */
export const admitting = (start: Attempt, node: number): Promise<Attempt | null> => smallest(start, admission(node));

/** A change in more places says less than the node's own path. */
const MOST_PLACES = 4;

const admission = (node: number): Goal => ({
  places: MOST_PLACES,
  isMet: (attempt) => attempt.has(node),
  next: async (attempt) => {
    const seen = await unprunedView(attempt, node);
    if ("repair" in seen) return { at: "cut", repairs: [seen.repair] };
    const { observation } = seen;
    const scene = sceneOf(observation);
    const exclusion = Exclusions.of(observation).exclusionOf(node);
    const own = repairsFor(scene, exclusion, node);
    const at = placeOf(observation, exclusion, node);
    // Where an option admits it, nothing is smaller.
    const isOption = own.length === 1 && own[0]!.edits.length === 0 && grownBy(NOTHING, own[0]!).places === 1;
    return { at, repairs: isOption ? own : [...own, ...pathRepairs(scene, node)] };
  },
});

/** Where an exclusion stands, counted from the end of the query, since its front may have been changed. */
function placeOf(observation: Observation, exclusion: Exclusion, node: number): string {
  const zeros = zerosOf(observation, exclusion, node).length;
  switch (exclusion.kind) {
    case "cut":
      return `cut ${zeros}`;
    case "fall": {
      const { route, fall } = exclusion;
      return `fall ${progressOf(route, fall)} ${fall.kind} ${fall.node} ${zeros}`;
    }
    case "unreached":
      return `unreached ${exclusion.route.length} ${new Reach(observation, exclusion.route, false).missing}`;
  }
}

async function ownPath(attempt: Attempt, node: number): Promise<Attempt> {
  for (const repair of ownPathRepairs(attempt.scene, node)) {
    const next = await attempt.with(repair);
    if (next?.has(node)) return next;
  }
  throw new Error("a node's own path finds it");
}
