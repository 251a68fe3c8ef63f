import { attributeNameOf, type Observation, pathOf } from "@semantic-xpath/runtime/internal";
import type { Nearest } from "../answers.js";
import { Drops } from "../whyNot/drops.js";
import { progressAt, type Route, routesOf, type Stage } from "../whyNot/routes.js";
import { Attempt, type SearchOptions } from "./attempt.js";
import { admitting } from "./change.js";
import { emptyRepairs } from "./emptyRepairs.js";
import { zerosOf } from "./relevances.js";
import { type Repair, sceneOf } from "./repair.js";
import { cutChange } from "./repairs.js";
import { type Goal, smallest } from "./search.js";

const FIRST_PATHS = 5;

/**
 * The nearest query that finds something, for a run that found nothing: of the changes of the operator at which the sequence became
 * empty, and where it then becomes empty further on, of that one as well, the smallest by `Size` that finds something. null where
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

/** The node to look for where no operator alone can be blamed: the first of a type that a result would have. */
function likeliest({ tree, query }: Observation): number {
  const types = query.plan.result.types ?? [];
  return types.flatMap((type) => Array.from(tree.postings[tree.typeId(type)]?.subarray(0, 1) ?? []))[0] ?? 1;
}

/** Where nothing else can be told, a change in more places is still worth telling. */
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
        return { at: "cut", repairs: [cutChange(attempt.observation, 1, weight, 0)] };
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

/** Where an empty result became empty: on the route that got furthest, or at the end, where everything weighs 0. */
export type Emptied =
  | { readonly kind: "stage"; readonly route: Route; readonly stage: number; readonly progress: number }
  | { readonly kind: "cut"; readonly place: number; readonly progress: number };

function emptiedAt(observation: Observation): Emptied {
  let furthest: Emptied | null = null;
  for (const route of routesOf(observation.query.plan.result)) {
    const stage = route.findIndex((each) => isEmptyAfter(observation, each));
    if (stage < 0) return atTheEnd(observation);
    const progress = progressAt(route, stage);
    if (furthest === null || progress > furthest.progress) furthest = { kind: "stage", route, stage, progress };
  }
  return furthest!;
}

/** The node that the fewest factors of 0 hold back. */
function atTheEnd(observation: Observation): Emptied {
  const { frame } = Drops.of(observation).ranking;
  let best = { place: 1, zeros: Number.POSITIVE_INFINITY };
  for (let place = 1; place <= Math.min(frame.ids.length, MOST_NODES_SEEN); place++) {
    const zeros = zerosOf(observation, { kind: "cut", place }, frame.ids[place - 1]!).length;
    if (zeros < best.zeros) best = { place, zeros };
  }
  return { kind: "cut", place: best.place, progress: 1 / (1 + best.zeros) };
}

export const MOST_NODES_SEEN = 2_000;

function isEmptyAfter({ recorder }: Observation, stage: Stage): boolean {
  switch (stage.kind) {
    case "axis":
      return (recorder.axes.get(stage.step.axis.id)?.at(-1)?.list.ids.length ?? 0) === 0;
    case "bracket":
      return (recorder.brackets.get(stage.bracket.id)?.at(-1)?.after.ids.length ?? 0) === 0;
    case "attribute":
      return (recorder.attributes.get(stage.operator.id)?.at(-1)?.after.ids.length ?? 0) === 0;
  }
}
