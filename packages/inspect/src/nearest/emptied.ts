import type { Observation } from "@semantic-xpath/runtime/internal";
import { zerosOf } from "../change/relevanceRepairs.js";
import { Exclusions } from "../whyNot/exclusions.js";
import { progressAt, type Route, routesOf, type Stage } from "../whyNot/routes.js";

/** Where an empty result became empty: on the route that got furthest, or at the end, where everything weighs 0. */
export type Emptied =
  | { readonly kind: "stage"; readonly route: Route; readonly stage: number; readonly progress: number }
  | { readonly kind: "cut"; readonly place: number; readonly progress: number };

export function emptiedAt(observation: Observation): Emptied {
  let furthest: Emptied | null = null;
  for (const route of routesOf(observation.query.plan.result)) {
    const stage = route.findIndex((each) => isEmptyBehind(observation, each));
    if (stage < 0) return atTheEnd(observation);
    const progress = progressAt(route, stage);
    if (furthest === null || progress > furthest.progress) furthest = { kind: "stage", route, stage, progress };
  }
  return furthest!;
}

/** The node that the fewest factors of 0 hold back. */
function atTheEnd(observation: Observation): Emptied {
  const { frame } = Exclusions.of(observation).ranking;
  let best = { place: 1, zeros: Number.POSITIVE_INFINITY };
  for (let place = 1; place <= Math.min(frame.ids.length, MOST_LOOKED_AT); place++) {
    const zeros = zerosOf(observation, { kind: "cut", place }, frame.ids[place - 1]!).length;
    if (zeros < best.zeros) best = { place, zeros };
  }
  return { kind: "cut", place: best.place, progress: 1 / (1 + best.zeros) };
}

export const MOST_LOOKED_AT = 2_000;

function isEmptyBehind({ recorder }: Observation, stage: Stage): boolean {
  switch (stage.kind) {
    case "axis":
      return (recorder.axes.get(stage.step.axis.id)?.at(-1)?.list.ids.length ?? 0) === 0;
    case "bracket":
      return (recorder.brackets.get(stage.bracket.id)?.at(-1)?.after.ids.length ?? 0) === 0;
    case "attribute":
      return (recorder.attributes.get(stage.operator.id)?.at(-1)?.after.ids.length ?? 0) === 0;
  }
}
