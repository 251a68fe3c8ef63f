import { attributeNameOf, type Observation, pathOf } from "@semantic-xpath/runtime/internal";
import type { Nearest } from "../answers.js";
import { Attempt, type SearchOptions } from "./attempt.js";
import { admitting } from "./change.js";
import { emptiedAt, emptyRepairs } from "./emptied.js";
import { type Repair, sceneOf } from "./repair.js";
import { cutChange } from "./repairs.js";
import { type Goal, smallest } from "./search.js";

const FIRST_PATHS = 5;

/**
 * The nearest query that finds something, for a run that found nothing: of the changes of the operator at which the sequence became
 * empty, and if it then becomes empty further on, of that one as well, the smallest by `Size` that finds something. null when
 * there are results, or no change in few places finds any.
 */
export async function nearestQuery(observation: Observation, searching: SearchOptions = {}): Promise<Nearest | null> {
  const start = Attempt.of(observation, searching);
  if (start.count > 0 || observation.tree.size === 0) return null;
  const found =
    (await smallest(start, FINDING)) ?? (await admitting(Attempt.of(observation, searching), likeliest(observation)));
  return found === null ? null : nearestOf(found);
}

const nearestOf = (attempt: Attempt): Nearest => ({
  change: attempt.change(),
  paths: firstPaths(attempt.observation),
});

/** The node to look for when no operator alone can be blamed: the first of a type that a result would have. */
function likeliest({ tree, query }: Observation): number {
  const types = query.plan.result.types ?? [];
  return types.flatMap((type) => Array.from(tree.postings[tree.typeId(type)]?.subarray(0, 1) ?? []))[0] ?? 1;
}

/** When nothing else can be said, a change in more places is still worth showing. */
const MOST_PLACES = 6;

const FINDING: Goal = {
  places: MOST_PLACES,
  isMet: ({ count }) => count > 0,
  next: async (attempt) => {
    const { limit, minScore } = attempt.observation;
    // What the cut alone keeps away: the best result without it.
    if (limit === 0 || minScore > 0) {
      const best = await attempt.look({ limit: 1, minScore: 0 });
      const weight = best?.frame.weights?.[0] ?? 1;
      if (best !== null && best.frame.ids.length > 0)
        return { at: "cut", repairs: [cutChange(attempt.observation, { rank: 1, weight })] };
    }
    const seen = attempt.observation.reached === null ? await attempt.look({ trace: "full" }) : attempt.observation;
    if (seen === null) return { at: "failed", repairs: [] };
    const emptied = emptiedAt(seen);
    const repairs = distinct(emptyRepairs(sceneOf(seen), emptied));
    return { at: `${emptied.kind} ${emptied.progress}`, repairs };
  },
};

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
