import type { Axis, Path } from "@semantic-xpath/parser";
import { AXIS_ROWS, type Observation } from "@semantic-xpath/runtime/internal";
import { NONE, type Tree } from "@semantic-xpath/tree";
import { type Route, routesOf } from "../whyNot/routes.js";
import { typeOf } from "../whyNot/values.js";
import { ALTERNATIVES, axisChange, axisPlaces, stepAt } from "./axes.js";
import { withoutBracket } from "./conditions.js";
import { typeRepairs } from "./names.js";
import { Reach } from "./reach.js";
import { type Repair, replacing, type Scene } from "./repair.js";
import { endedRepairs, skippedRepairs } from "./segments.js";

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
      ...alongRepairs(scene, reach, node),
      ...testRepairs(scene, reach, node),
      ...(reach.leadsTo(node) ? fewerBracketRepairs(scene, route) : []),
      ...skippedRepairs(scene, reach, node),
    ];
  });
  return [...repairs, ...oneStepMoreRepairs(scene, node)];
}

const alongRepairs = (scene: Scene, reach: Reach, node: number): readonly Repair[] =>
  ALTERNATIVES.flatMap((axis) =>
    axisPlaces(reach.route)
      .filter((at) => isLike(axis, stepAt(reach.route, at).axis.axis) && reach.leadsAlong(at, axis, node))
      .flatMap((at) => axisChange(scene, stepAt(reach.route, at).axis, axis)),
  );

/** A step up or down is not replaced by one to the side. */
const isLike = (a: Axis, b: Axis): boolean => isBeside(a) === isBeside(b);
const isBeside = (axis: Axis): boolean => ["after", "before"].includes(AXIS_ROWS[axis].leads);

/** Of the node and what it lies in, a type that one step does not take. */
function testRepairs(scene: Scene, reach: Reach, node: number): readonly Repair[] {
  const { tree } = scene.observation;
  const types = new Set<number>();
  for (let at = node; at > 0; at = tree.parent[at]!) types.add(tree.type[at]!);
  return axisPlaces(reach.route).flatMap((at) =>
    [...types]
      .filter((type) => reach.leadsWithType(at, type, node))
      .flatMap((type) => typeRepairs(scene, stepAt(reach.route, at).axis, tree.typeNames[type]!).slice(0, 2)),
  );
}

const fewerBracketRepairs = (scene: Scene, route: Route): readonly Repair[] =>
  route.flatMap((stage) => (stage.kind === "bracket" ? withoutBracket(scene, stage.bracket.span) : []));

/** One step more, from a result to the node above or below it. */
function oneStepMoreRepairs({ observation, syntax }: Scene, node: number): readonly Repair[] {
  const step = stepTo(observation, node);
  if (step === null) return [];
  return syntax.queryAround(observation.query.plan.result.span).paths.flatMap((path): Repair[] => {
    if (path.kind !== "Path" || endsInAttribute(path)) return [];
    const { end } = path.span;
    return [replacing("axis", { start: end, end }, step, `with ${step} at the end`, { loss: 4 })];
  });
}

const endsInAttribute = ({ segments }: Path): boolean => segments.at(-1)?.step.kind === "AttributeStep";

/** So many results are looked at for one that lies above or below a node. */
const MOST_RESULTS = 1_000;

/** From the results: one level up or down if that leads to the node, else as far as it takes. */
function stepTo({ tree, frame }: Observation, node: number): string | null {
  const name = nameOf(tree, node);
  let above = NONE;
  let below = NONE;
  for (const result of frame.ids.subarray(0, MOST_RESULTS)) {
    if (tree.parent[node] === result) return `/${name}`;
    if (tree.parent[result] === node) return "/..";
    if (result < node && node < tree.end[result]!) above = result;
    if (node < result && result < tree.end[node]!) below = result;
  }
  if (above !== NONE) return `//${name}`;
  return below === NONE ? null : `/ancestor::${name}`;
}

/** What no query can name is found by any name. */
function nameOf(tree: Tree, node: number): string {
  const name = typeOf(tree, node);
  return /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) ? name : "*";
}
