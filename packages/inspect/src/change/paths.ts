import { AXES, AXIS_NAMES, type Axis, endOfTest, type Path, type Segment } from "@semantic-xpath/parser";
import type { AxisOperator, StepPlan } from "@semantic-xpath/planner";
import { AXIS_ROWS, type Observation, unionAxis } from "@semantic-xpath/runtime/internal";
import { NONE, type Tree } from "@semantic-xpath/tree";
import { isBracket } from "../passed.js";
import { type Route, routesOf } from "../routes.js";
import { withoutBracket } from "./conditions.js";
import { typeRepairs } from "./names.js";
import { Reach } from "./reach.js";
import { type Repair, replacing, type Scene } from "./repair.js";
import type { SegmentPlace, Syntax } from "./syntax.js";

/**
 * Changes of one place under which a path leads to a node by its axes and node tests, whatever drops it now: another axis, an end
 * further in front, a type more, a bracket or a step less, a step more after the results. Whether its brackets then keep
 * the node is only known when it is run.
 */
export function pathRepairs(scene: Scene, node: number): readonly Repair[] {
  const { observation } = scene;
  const repairs = routesOf(observation.query.plan.result).flatMap((route) => {
    const reach = new Reach(observation, route, true);
    return [
      ...endedRepairs(scene, reach, node),
      ...alongRepairs(scene, reach, node, ALTERNATIVES, isAsBeside),
      ...testRepairs(scene, reach, node),
      ...(reach.leadsTo(node) ? fewerBracketRepairs(scene, route) : []),
      ...skippedRepairs(scene, reach, node),
    ];
  });
  return [...repairs, ...oneStepMoreRepairs(scene, node)];
}

/** Another axis at one step, from the last one on. */
const alongRepairs = (
  scene: Scene,
  reach: Reach,
  node: number,
  axes = ALTERNATIVES,
  isLike: (a: Axis, b: Axis) => boolean = () => true,
): readonly Repair[] =>
  axes.flatMap((axis) =>
    stepsOf(reach.route)
      .filter(([at, own]) => isLike(axis, own.axis) && reach.leadsAlong(at, axis, node))
      .flatMap(([, own]) => axisChange(scene, own, axis)),
  );

/** A step up or down is not replaced by one to the side. */
const isAsBeside = (a: Axis, b: Axis): boolean => isBeside(a) === isBeside(b);
const isBeside = (axis: Axis): boolean => ["after", "before"].includes(AXIS_ROWS[axis].leads);

/** For the node and its ancestors: a type that one step does not select. */
function testRepairs(scene: Scene, reach: Reach, node: number): readonly Repair[] {
  const { tree } = scene.observation;
  const types = new Set<number>();
  for (let at = node; at > 0; at = tree.parent[at]!) types.add(tree.type[at]!);
  return stepsOf(reach.route).flatMap(([at, axis]) =>
    [...types]
      .filter((type) => reach.leadsWithType(at, type, node))
      .flatMap((type) => typeRepairs(scene, axis, tree.typeNames[type]!).slice(0, 2)),
  );
}

const fewerBracketRepairs = (scene: Scene, route: Route): readonly Repair[] =>
  route.flatMap(({ operator }) => (isBracket(operator) ? withoutBracket(scene, operator.span) : []));

/** One step more, from a result to the node above or below it. */
function oneStepMoreRepairs({ observation, syntax }: Scene, node: number): readonly Repair[] {
  const step = stepTo(observation, node);
  if (step === null) return [];
  const around = syntax.queryAround(observation.query.plan.result.span);
  if (around.kind !== "Query") return [];
  return around.paths.flatMap((path): Repair[] => {
    if (path.kind !== "Path" || endsInAttribute(path)) return [];
    const { end } = path.span;
    return [replacing("axis", { start: end, end }, step, `with ${step} at the end`, { loss: 4 })];
  });
}

function endsInAttribute({ segments }: Path): boolean {
  const last = segments.at(-1)?.step.kind;
  return last === "AttributeStep" || last === "TextStep";
}

/** Maximum number of results searched for an ancestor or descendant of a node. */
const MAX_RESULTS = 1_000;

/** From the results: one level up or down if that leads to the node, else as far as it takes. */
function stepTo({ tree, frame }: Observation, node: number): string | null {
  const name = nameOf(tree, node);
  let above = NONE;
  let below = NONE;
  for (const result of frame.ids.subarray(0, MAX_RESULTS)) {
    if (tree.parent[node] === result) return `/${name}`;
    if (tree.parent[result] === node) return "/..";
    if (result < node && node < tree.end[result]!) above = result;
    if (node < result && result < tree.end[node]!) below = result;
  }
  if (above !== NONE) return `//${name}`;
  return below === NONE ? null : `/ancestor::${name}`;
}

/** A name that no query can spell is matched by any name. */
function nameOf(tree: Tree, node: number): string {
  const name = tree.typeOf(node);
  return /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) ? name : "*";
}

const ALTERNATIVES = AXIS_NAMES.toSorted((a, b) => AXES[a].nearness - AXES[b].nearness);

/** Changes of one axis of a route under which the path leads to a node whatever its node tests say; from the last step on. */
export function axisRepairs(scene: Scene, route: Route, node: number): readonly Repair[] {
  const reach = new Reach(scene.observation, route, false);
  return [
    ...alongRepairs(scene, reach, node, ALTERNATIVES.slice(0, 1)),
    ...endedRepairs(scene, reach, node),
    ...alongRepairs(scene, reach, node, ALTERNATIVES.slice(1)),
    ...deadEndRepairs(scene, reach),
  ].slice(0, MAX_REPAIRS);
}

const MAX_REPAIRS = 16;

/** The places of the steps along axes in a route, each with its axis, from the last one on. */
const stepsOf = (route: Route): readonly (readonly [at: number, axis: AxisOperator])[] =>
  [...route.entries()]
    .flatMap(([at, { operator }]) =>
      operator.kind === "Step" && operator.axis.kind === "Axis" ? [[at, operator.axis] as const] : [],
    )
    .reverse();

/** When the route leads nowhere at all, whatever is tested: the axis or offset there is another. */
function deadEndRepairs(scene: Scene, { route, length }: Reach): readonly Repair[] {
  const operator = route[length - 1]?.operator;
  if (operator === undefined) return [];
  if (isBracket(operator)) return withoutBracket(scene, operator.span);
  if (operator.kind !== "Step") return [];
  return ALTERNATIVES.flatMap((axis) => axisChange(scene, operator.axis, axis));
}

/** Other axes on which a step would find something from its contexts. */
export function axisAlternatives(scene: Scene, operator: StepPlan["axis"], contexts: Int32Array): readonly Repair[] {
  const { tree, run } = scene.observation;
  const resolved = { ...run.axes.of(operator), take: null, indexed: false };
  return ALTERNATIVES.filter(
    (axis) => unionAxis(tree, { ...resolved, axis }, { ids: contexts, weights: null }).ids.length > 0,
  ).flatMap((axis) => axisChange(scene, operator, axis));
}

function axisChange({ syntax }: Scene, operator: StepPlan["axis"], axis: Axis): readonly Repair[] {
  const place = syntax.segmentOf(operator);
  if (place === null) return [];
  const { segment } = place;
  const span = headOf(segment);
  if (span === null) return [];
  const test = segment.step.kind === "AxisStep" ? syntax.source(segment.step.test.span) : "*";
  const text = writtenAxis(segment, axis);
  const replaced = `${text}${test}`;
  const replacement = segment.step.kind === "AxisStep" ? text : replaced;
  return [replacing("axis", span, replacement, `${syntax.source(segment.span).replace(/\[.*$/s, "")} → ${replaced}`)];
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

/** A path that goes on after what leads to the node: it ends there instead. */
function endedRepairs({ syntax }: Scene, reach: Reach, node: number): readonly Repair[] {
  const places = segmentsOf(syntax, reach.route);
  return places.toReversed().flatMap(({ segment, path, from, end }): Repair[] => {
    const isAll = path.kind === "Path" && path.head === null && path.segments[0] === segment;
    if (path.kind !== "Path" || isAll || !reach.leadsOver(from, end, node)) return [];
    const span = { start: segment.span.start, end: path.span.end };
    return [replacing("axis", span, "", `ends before ${syntax.source(span)}`)];
  });
}

/**
 * Steps left out with their brackets, few before many: the step after them is then taken from where they began, as it is or further
 * down.
 */
function skippedRepairs({ syntax }: Scene, reach: Reach, node: number): readonly Repair[] {
  const places = segmentsOf(syntax, reach.route);
  const counts = [...places.keys()].slice(1);
  return counts.flatMap((count) =>
    places.slice(count).flatMap((target, i): Repair[] => {
      const first = places[i]!;
      if (target.path !== first.path) return [];
      const { segment } = target;
      const { start } = first.segment.span;
      const head = endOfTest(segment.step);
      const shortened = (end: number, text: string): Repair => {
        const message = `${syntax.source({ start, end: head })} → ${text}${syntax.source({ start: end, end: head })}`;
        return replacing("axis", { start, end }, text, message, { loss: 3 });
      };
      const isChild = segment.separator === "/" && segment.step.kind === "AxisStep" && segment.step.axis === null;
      return [
        ...(reach.leadsOver(first.from, target.from, node) ? [shortened(segment.span.start, "")] : []),
        ...(isChild && reach.leadsWithout(first.from, target.from, "descendant", node)
          ? [shortened(segment.separatorSpan.end, "//")]
          : []),
      ];
    }),
  );
}

interface SegmentStages extends SegmentPlace {
  /** The first of its stages, and the first one after its path. */
  readonly from: number;
  readonly end: number;
}

/** The segments that a route comes from; the step that `//` is short for belongs to the segment with it. */
function segmentsOf(syntax: Syntax, route: Route): readonly SegmentStages[] {
  const segments: (SegmentPlace & { readonly from: number })[] = [];
  let from: number | null = null;
  for (const [at, { operator }] of route.entries()) {
    const isStep = operator.kind === "Step";
    if (!isStep && operator.kind !== "Attribute" && operator.kind !== "Text") continue;
    from ??= at;
    const place = isStep ? syntax.segmentOf(operator.axis) : syntax.valueSegment(operator.span);
    if (place === null) continue;
    segments.push({ ...place, from });
    from = null;
  }
  return segments.map((place) => {
    const last = segments.findLast(({ path }) => path === place.path)!.from;
    // The path ends at a bracket of the group around it, or at a step after that.
    const end = route.findIndex(
      ({ isWhole }, at) => at > last && (isWhole || segments.some((other) => other.from === at)),
    );
    return { ...place, end: end < 0 ? route.length : end };
  });
}
