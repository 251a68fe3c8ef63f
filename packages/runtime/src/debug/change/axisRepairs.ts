import type { Axis, Segment } from "@semantic-xpath/parser";
import type { AxisOperator, StepPlan } from "@semantic-xpath/planner";
import { unionAxis } from "../../execute/union.js";
import type { Route } from "../whyNot/routes.js";
import { withoutBracket } from "./bracketRepairs.js";
import { Reach } from "./reach.js";
import type { Repair, Scene } from "./repair.js";

/** From the narrowest: what a query would rather say first. */
const ALTERNATIVES: readonly Axis[] = [
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
const OTHERS = ALTERNATIVES.slice(1);

/** Changes of one axis of a route under which the path leads to a node, `/` to `//` before anything else. */
export function axisRepairs(scene: Scene, route: Route, node: number): readonly Repair[] {
  const tested = new Reach(scene.observation, route, true);
  const untested = new Reach(scene.observation, route, false);
  const places = axisPlaces(route);
  const changes = (reach: Reach, axes: readonly Axis[], among: readonly number[]): readonly Repair[] =>
    axes.flatMap((axis) =>
      among
        .filter((at) => reach.leads(at, axis, node))
        .flatMap((at) => axisChange(scene, stepAt(route, at).axis, axis)),
    );
  return [
    ...changes(tested, ["descendant"], places),
    ...endedRepairs(scene, route, tested, node),
    ...changes(tested, OTHERS, places),
    ...changes(untested, ["descendant"], places),
    ...endedRepairs(scene, route, untested, node),
    ...changes(untested, OTHERS, places),
    ...furtherRepairs(scene, route, untested),
  ].slice(0, MOST_REPAIRS);
}

const MOST_REPAIRS = 24;

const axisPlaces = (route: Route): readonly number[] =>
  [...route.keys()].filter((at) => route[at]!.kind === "axis").reverse();

/** Where the route leads nowhere at all, whatever is tested: the axis or offset there is another. */
function furtherRepairs(scene: Scene, route: Route, reach: Reach): readonly Repair[] {
  const at = reach.length - 1;
  const stage = route[at];
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

/** A step taken deeper, for nodes that fell out because of their type on the way. */
export function deeperRepairs(scene: Scene, route: Route, node: number): readonly Repair[] {
  const reach = new Reach(scene.observation, route, true);
  return axisPlaces(route)
    .filter((at) => stepAt(route, at).axis.axis === "child" && reach.leads(at, "descendant", node))
    .flatMap((at) => axisChange(scene, stepAt(route, at).axis, "descendant"));
}

function stepAt(route: Route, at: number): StepPlan {
  const stage = route[at]!;
  if (stage.kind !== "axis") throw new Error("asked for the step of another stage");
  return stage.step;
}

/** A path that comes through the node and goes on: it ends there instead. */
function endedRepairs({ syntax }: Scene, route: Route, reach: Reach, node: number): readonly Repair[] {
  return [...route.keys()].reverse().flatMap((at): Repair[] => {
    const stage = route[at]!;
    if (stage.kind !== "axis" || at === 0) return [];
    const place = syntax.segmentOf(stage.step.axis);
    if (!reach.at(at).includes(node) || place === null || place.path.kind !== "Path") return [];
    const { segments, head } = place.path;
    if (segments[0] === place.segment && head === null) return [];
    const span = { start: place.segment.span.start, end: place.path.span.end };
    return [{ kind: "axis", edits: [{ span, text: "" }], message: `ends before ${syntax.source(span)}` }];
  });
}

function axisChange({ syntax }: Scene, operator: AxisOperator, axis: Axis): readonly Repair[] {
  const place = syntax.segmentOf(operator);
  if (place === null) return [];
  const { segment } = place;
  const span = headOf(segment);
  if (span === null) return [];
  const test = segment.step.kind === "AxisStep" ? syntax.source(segment.step.test.span) : "*";
  const text = written(segment, axis);
  const shown = `${text}${test}`;
  const replacement = segment.step.kind === "AxisStep" ? text : shown;
  return [
    {
      kind: "axis",
      edits: [{ span, text: replacement }],
      message: `${syntax.source(segment.span).replace(/\[.*$/s, "")} → ${shown}`,
    },
  ];
}

/** The separator with the axis; of `.` and `..` the whole step. */
function headOf({ separatorSpan, step, span }: Segment): { start: number; end: number } | null {
  if (step.kind === "AxisStep") return { start: separatorSpan.start, end: step.test.span.start };
  return step.kind === "ParentStep" || step.kind === "SelfStep" ? span : null;
}

/** `//` before an axis is a step of its own, and stays. */
function written({ separator, step }: Segment, axis: Axis): string {
  const isExplicit = step.kind !== "AxisStep" || step.axis !== null;
  if (separator === "//" && isExplicit) return axis === "descendant" ? "//" : `//${axis}::`;
  return axis === "descendant" ? "//" : axis === "child" ? "/" : `/${axis}::`;
}
