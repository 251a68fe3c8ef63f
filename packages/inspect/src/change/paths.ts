import type { Axis, Path, Segment } from "@semantic-xpath/parser";
import type { Observation } from "@semantic-xpath/runtime/internal";
import { NONE, type Tree } from "@semantic-xpath/tree";
import { type Route, routesOf, type Stage } from "../whyNot/routes.js";
import { ALTERNATIVES, axisChange, axisPlaces, stepAt } from "./axes.js";
import { withoutBracket } from "./conditions.js";
import { typeRepairs } from "./names.js";
import { Reach } from "./reach.js";
import type { Repair, Scene } from "./repair.js";
import type { SegmentPlace, Syntax } from "./syntax.js";

/**
 * Changes of one place under which a path leads to a node by its axes and node tests, whatever excludes it now: another axis, an end
 * further in front, a type more, a bracket or a step less, a step more behind the results. Whether its brackets then let the node
 * pass is only known when it is run.
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

/** Who asks for what lies above or below does not mean what stands beside it. */
const isLike = (a: Axis, b: Axis): boolean => isBeside(a) === isBeside(b);
const isBeside = (axis: Axis): boolean => axis.startsWith("following") || axis.startsWith("preceding");

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
    return [
      { kind: "axis", edits: [{ span: { start: end, end }, text: step }], message: `with ${step} at the end`, loss: 4 },
    ];
  });
}

const endsInAttribute = ({ segments }: Path): boolean => segments.at(-1)?.step.kind === "AttributeStep";

/** So many results are looked at for one that lies above or below a node. */
const MOST_RESULTS = 1_000;

/** From the results: one level up or down where that leads to the node, else as far as it takes. */
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
  const name = tree.typeNames[tree.type[node]!]!;
  return /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) ? name : "*";
}

/** A path that goes on behind what leads to the node: it ends there instead. */
export function endedRepairs({ syntax }: Scene, reach: Reach, node: number): readonly Repair[] {
  const places = segmentsOf(syntax, reach.route);
  return places.toReversed().flatMap(({ segment, path, from, end }): Repair[] => {
    const isAll = path.kind === "Path" && path.head === null && path.segments[0] === segment;
    if (path.kind !== "Path" || isAll || !reach.leadsOver(from, end, node)) return [];
    const span = { start: segment.span.start, end: path.span.end };
    return [{ kind: "axis", edits: [{ span, text: "" }], message: `ends before ${syntax.source(span)}` }];
  });
}

/**
 * Steps left out with their brackets, few before many: the step behind them is then taken from where they began, as it is or further
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
      const head = endOfTest(segment);
      const left = (end: number, text: string): Repair => {
        const message = `${syntax.source({ start, end: head })} → ${text}${syntax.source({ start: end, end: head })}`;
        return { kind: "axis", edits: [{ span: { start, end }, text }], message, loss: 3 };
      };
      const isChild = segment.separator === "/" && segment.step.kind === "AxisStep" && segment.step.axis === null;
      return [
        ...(reach.leadsOver(first.from, target.from, node) ? [left(segment.span.start, "")] : []),
        ...(isChild && reach.leadsWithout(first.from, target.from, "descendant", node)
          ? [left(segment.separatorSpan.end, "//")]
          : []),
      ];
    }),
  );
}

/** A step without its brackets. */
const endOfTest = ({ step, span }: Segment): number => (step.kind === "AxisStep" ? step.test.span.end : span.end);

interface SegmentStages extends SegmentPlace {
  /** The first of its stages, and the first one behind its path. */
  readonly from: number;
  readonly end: number;
}

/** The segments that a route comes from; the step that `//` stands for belongs to the segment with it. */
function segmentsOf(syntax: Syntax, route: readonly Stage[]): readonly SegmentStages[] {
  const found: (SegmentPlace & { readonly from: number })[] = [];
  let from: number | null = null;
  for (const [at, stage] of route.entries()) {
    if (stage.kind === "bracket") continue;
    from ??= at;
    const place =
      stage.kind === "axis" ? syntax.segmentOf(stage.step.axis) : syntax.attributeSegment(stage.operator.span);
    if (place === null) continue;
    found.push({ ...place, from });
    from = null;
  }
  return found.map((place) => {
    const last = found.findLast(({ path }) => path === place.path)!;
    const behind = route.findIndex((stage, at) => at > last.from && isAfterPath(stage, at, found, last));
    return { ...place, end: behind < 0 ? route.length : behind };
  });
}

/** Whether a stage is no longer of a segment that is the last of its path: a bracket of the group around it, or a step behind that. */
function isAfterPath(
  stage: Stage,
  at: number,
  found: readonly { readonly from: number }[],
  last: { readonly from: number },
): boolean {
  if (stage.kind === "bracket") return stage.isWhole;
  return found.some(({ from }) => from > last.from && from === at);
}
