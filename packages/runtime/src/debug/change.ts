import type { Observation } from "../runPlan.js";
import type { Change } from "./answers.js";
import { Attempt, type Stopping } from "./change/attempt.js";
import { ownPathRepairs } from "./change/ownPath.js";
import { Reach } from "./change/reach.js";
import { zerosOf } from "./change/relevanceRepairs.js";
import { type Repair, sceneOf } from "./change/repair.js";
import { repairsFor } from "./change/repairs.js";
import { unprunedView } from "./change/unpruned.js";
import { Exclusions } from "./whyNot/exclusions.js";
import { progressOf } from "./whyNot/routes.js";

/** So many changes in a row: beyond that the node's own path says more. */
const MOST_CHANGES = 8;

/**
 * The smallest change under which a node is in the result: the first of the changes of what excluded it, from the nearest on, that
 * admits it when it is run; where something behind it then excludes the node, that is changed as well. null where it is in the result.
 */
export async function smallestChange(
  observation: Observation,
  node: number,
  stopping: Stopping = {},
): Promise<Change | null> {
  const start = Attempt.of(observation, stopping);
  if (start.has(node)) return null;
  const admitted = await admitting(observation, node, stopping);
  return (admitted ?? (await ownPath(Attempt.of(observation, stopping), node))).change();
}

/** The query changed until a node is in its result; null where that takes too many changes. */
export async function admitting(observation: Observation, node: number, stopping: Stopping): Promise<Attempt | null> {
  let attempt: Attempt | null = Attempt.of(observation, stopping);
  while (attempt !== null && !attempt.has(node)) {
    if (attempt.size === MOST_CHANGES) return null;
    attempt = await nextAttempt(attempt, node);
  }
  return attempt;
}

/**
 * The first change that admits the node, else the first one that brings it further, else the first one: what it changed may let
 * another place or rank exclude the node now, which comes earlier in the query.
 */
async function nextAttempt(attempt: Attempt, node: number): Promise<Attempt | null> {
  const seen = await unprunedView(attempt, node);
  if ("repair" in seen) return attempt.with(seen.repair);
  const progress = progressIn(seen.observation, node);
  let further: Attempt | null = null;
  let aside: Attempt | null = null;
  for (const repair of repairsOf(seen.observation, node)) {
    const next = await attempt.with(repair);
    if (next === null) continue;
    if (next.has(node)) return next;
    const progressed = progressIn(next.observation, node);
    if (progressed > progress) further ??= next;
    else if (progressed > FAR && progressed !== progress) aside ??= next;
  }
  return further ?? aside;
}

/** Higher is further. Each factor that is 0 holds a node back at the end, and an empty reach where nothing leads to it. */
function progressIn(observation: Observation, node: number): number {
  const exclusions = Exclusions.of(observation);
  const exclusion = exclusions.exclusionOf(node);
  switch (exclusion.kind) {
    case "cut":
      return 1 / (1 + zerosOf(observation, exclusion, node).length);
    case "fall": {
      const zeros = zerosOf(observation, exclusion, node).length;
      return progressOf(exclusion.route, exclusion.fall) - zeros / (2 + 2 * zeros);
    }
    case "unreached":
      return FAR - new Reach(observation, exclusion.route, false).missing;
  }
}

/** Behind every fall. */
const FAR = -1e9;

const repairsOf = (observation: Observation, node: number): readonly Repair[] =>
  repairsFor(sceneOf(observation), Exclusions.of(observation).exclusionOf(node), node);

async function ownPath(attempt: Attempt, node: number): Promise<Attempt> {
  for (const repair of ownPathRepairs(attempt.scene, node)) {
    const next = await attempt.with(repair);
    if (next?.has(node)) return next;
  }
  throw new Error("a node's own path finds it");
}
