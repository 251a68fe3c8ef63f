import type { Axis, Segment } from "@semantic-xpath/parser";
import type { AxisOperator, StepPlan } from "@semantic-xpath/planner";
import { unionAxis } from "@semantic-xpath/runtime/internal";
import type { Route } from "../whyNot/routes.js";
import { withoutBracket } from "./conditions.js";
import { Reach } from "./reach.js";
import { type Repair, replacing, type Scene } from "./repair.js";
import { endedRepairs } from "./segments.js";

/** From the narrowest: what a query is more likely to mean. */
export const ALTERNATIVES: readonly Axis[] = [
  "descendant",
  "child",
  "parent",
  "ancestor",
  "following-sibling",
  "preceding-sibling",
  "self",
  "following",
  "preceding",
  "descendant-or-self",
  "ancestor-or-self",
];

/** Changes of one axis of a route under which the path leads to a node whatever its node tests say; from the last step on. */
export function axisRepairs(scene: Scene, route: Route, node: number): readonly Repair[] {
  const reach = new Reach(scene.observation, route, false);
  const changesTo = (axes: readonly Axis[]): readonly Repair[] =>
    axes.flatMap((axis) =>
      axisPlaces(route)
        .filter((at) => reach.leadsAlong(at, axis, node))
        .flatMap((at) => axisChange(scene, stepAt(route, at).axis, axis)),
    );
  return [
    ...changesTo(ALTERNATIVES.slice(0, 1)),
    ...endedRepairs(scene, reach, node),
    ...changesTo(ALTERNATIVES.slice(1)),
    ...deadEndRepairs(scene, reach),
  ].slice(0, MOST_REPAIRS);
}

const MOST_REPAIRS = 16;

export const axisPlaces = (route: Route): readonly number[] =>
  [...route.keys()].filter((at) => route[at]!.kind === "axis").reverse();

/** When the route leads nowhere at all, whatever is tested: the axis or offset there is another. */
function deadEndRepairs(scene: Scene, { route, length }: Reach): readonly Repair[] {
  const stage = route[length - 1];
  if (stage === undefined) return [];
  if (stage.kind === "bracket") return withoutBracket(scene, stage.bracket.span);
  return stage.kind === "axis" ? ALTERNATIVES.flatMap((axis) => axisChange(scene, stage.step.axis, axis)) : [];
}

/** Other axes on which a step would find something from its contexts. */
export function axisAlternatives(scene: Scene, operator: AxisOperator, contexts: Int32Array): readonly Repair[] {
  const { tree, run } = scene.observation;
  const resolved = { ...run.axes.of(operator), take: null, indexed: false };
  return ALTERNATIVES.filter(
    (axis) => unionAxis(tree, { ...resolved, axis }, { ids: contexts, weights: null }).ids.length > 0,
  ).flatMap((axis) => axisChange(scene, operator, axis));
}

export function stepAt(route: Route, at: number): StepPlan {
  const stage = route[at]!;
  if (stage.kind !== "axis") throw new Error("this stage has no step");
  return stage.step;
}

export function axisChange({ syntax }: Scene, operator: AxisOperator, axis: Axis): readonly Repair[] {
  const place = syntax.segmentOf(operator);
  if (place === null) return [];
  const { segment } = place;
  const span = headOf(segment);
  if (span === null) return [];
  const test = segment.step.kind === "AxisStep" ? syntax.source(segment.step.test.span) : "*";
  const text = writtenAxis(segment, axis);
  const shown = `${text}${test}`;
  const replacement = segment.step.kind === "AxisStep" ? text : shown;
  return [replacing("axis", span, replacement, `${syntax.source(segment.span).replace(/\[.*$/s, "")} → ${shown}`)];
}

/** The separator with the axis; of `.` and `..` the whole step. */
function headOf({ separatorSpan, step, span }: Segment): { start: number; end: number } | null {
  if (step.kind === "AxisStep") return { start: separatorSpan.start, end: step.test.span.start };
  return step.kind === "ParentStep" || step.kind === "SelfStep" ? span : null;
}

/** `//` before an axis is a step of its own, and stays. */
function writtenAxis({ separator, step }: Segment, axis: Axis): string {
  const isExplicit = step.kind !== "AxisStep" || step.axis !== null;
  if (separator === "//" && isExplicit) return axis === "descendant" ? "//" : `//${axis}::`;
  return axis === "descendant" ? "//" : axis === "child" ? "/" : `/${axis}::`;
}
