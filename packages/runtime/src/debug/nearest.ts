import type { Observation } from "../runPlan.js";
import { pathOf } from "../trace/drops.js";
import { attributeNameOf } from "../trace/factors.js";
import type { Nearest } from "./answers.js";
import { Attempt, type Stopping } from "./change/attempt.js";
import { cutChange } from "./change/cutRepairs.js";
import { type Repair, sceneOf } from "./change/repair.js";
import { admitting } from "./change.js";
import { emptiedAt } from "./nearest/emptied.js";
import { emptyRepairs } from "./nearest/emptyRepairs.js";

const MOST_CHANGES = 8;
const FIRST_PATHS = 5;

/**
 * The nearest query that finds something, for a run that found nothing: what is changed is the operator at which the sequence became
 * empty, and where it then becomes empty further on, that one as well. null where there are results, or no change finds any.
 */
export async function nearestQuery(observation: Observation, stopping: Stopping = {}): Promise<Nearest | null> {
  let attempt: Attempt | null = Attempt.of(observation, stopping);
  if (attempt.count > 0 || observation.tree.size === 0) return null;
  while (attempt !== null && attempt.size < MOST_CHANGES) {
    attempt = await nextAttempt(attempt);
    if (attempt !== null && attempt.count > 0) return nearestOf(attempt);
  }
  const admitted = await admitting(observation, likeliest(observation), stopping);
  return admitted === null ? null : nearestOf(admitted);
}

const nearestOf = (attempt: Attempt): Nearest => ({
  change: attempt.change(),
  paths: firstPaths(attempt.observation),
});

/** The node to look for where no operator alone can be blamed: the first of a type that a result would have. */
function likeliest({ tree, query }: Observation): number {
  const types = query.plan.result.types ?? [];
  return types.flatMap((type) => Array.from(tree.postings[tree.typeId(type)]?.subarray(0, 1) ?? []))[0] ?? 1;
}

/** The first change that finds something, else the first under which something gets further. */
async function nextAttempt(attempt: Attempt): Promise<Attempt | null> {
  const { limit, minScore } = attempt.observation;
  // What the cut alone keeps away: the best result without it.
  if (limit === 0 || minScore > 0) {
    const best = await attempt.look({ limit: 1, minScore: 0 });
    const weight = best?.frame.weights?.[0] ?? 1;
    if (best !== null && best.frame.ids.length > 0) return attempt.with(cutChange(attempt.observation, 1, weight, 0));
  }
  const seen = attempt.observation.reached === null ? await attempt.look({ trace: "full" }) : attempt.observation;
  if (seen === null) return null;
  const { progress } = emptiedAt(seen);
  let further: Attempt | null = null;
  let aside: Attempt | null = null;
  for (const repair of distinct(emptyRepairs(sceneOf(seen), emptiedAt(seen)))) {
    const next = await attempt.with(repair);
    if (next === null) continue;
    if (next.count > 0) return next;
    if (emptiedAt(next.observation).progress > progress) further ??= next;
    else aside ??= next;
  }
  return further ?? aside;
}

function distinct(repairs: readonly Repair[]): readonly Repair[] {
  const known = new Map<string, Repair>();
  for (const repair of repairs) {
    const key = JSON.stringify([repair.edits, repair.options, repair.params]);
    if (!known.has(key)) known.set(key, repair);
  }
  return [...known.values()];
}

const firstPaths = ({ run, frame }: Observation): readonly string[] =>
  Array.from(frame.ids.subarray(0, FIRST_PATHS), (node, i) => pathOf(run, node, attributeNameOf(run, frame, i)));
