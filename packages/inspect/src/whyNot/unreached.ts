import type { AxisOperator } from "@semantic-xpath/planner";
import { type Observation, type Recorder, siblingOffsets } from "@semantic-xpath/runtime/internal";
import { NONE, nodePath, type Tree } from "@semantic-xpath/tree";
import type { WhyNot } from "../answers.js";
import { counted, listOf, withArticle } from "../words.js";
import { operatorOf, type Route } from "./routes.js";

/** Why nothing on a route leads to a node, whatever its node tests and brackets say: it lies elsewhere. */
export function explainUnreached(observation: Observation, node: number, route: Route): WhyNot {
  const { stage, message, isOnTheWay } = unreachedAt(observation, node, route);
  const { id, span } = operatorOf(stage);
  const path = nodePath(observation.tree, node);
  return {
    node,
    path,
    reason: "axis",
    operatorId: id,
    span,
    via: path,
    message: `${message}${isOnTheWay ? "" : besidesItsType(observation.tree, node, route)}`,
    measured: null,
    algebra: null,
    ranked: null,
  };
}

/** From the end: behind sibling offsets another node would have to be found; then the last axis is to blame. */
function unreachedAt(observation: Observation, node: number, route: Route) {
  const broken = brokenAt(observation, node, route);
  if (broken !== null) return broken;
  let sought = node;
  for (const stage of route.toReversed()) {
    if (stage.kind === "axis") return { stage, ...axisMessage(observation, sought, node, route, stage.step.axis) };
    if (stage.kind !== "bracket" || stage.bracket.kind !== "Sibling") continue;
    const { offset } = stage.bracket;
    const from = siblingOffsets(observation.tree, Int32Array.of(sought), -offset)[0]!;
    if (from === NONE) return { stage, message: siblingMessage(offset), isOnTheWay: false };
    sought = from;
  }
  // A path of an attribute alone asks the document node, which has none.
  return {
    stage: route[0]!,
    message: "the path takes an attribute of the document node, and steps to no node",
    isOnTheWay: false,
  };
}

/** Where nothing is left of the path long before it could lead to a node: the first axis that finds nothing, of what the node lies in. */
function brokenAt(observation: Observation, node: number, route: Route) {
  const { tree, recorder } = observation;
  const stage = route.find(
    (each) => each.kind === "axis" && recorder.axes.get(each.step.axis.id)?.at(-1)?.list.ids.length === 0,
  );
  const last = route.findLast(({ kind }) => kind === "axis");
  if (stage?.kind !== "axis" || stage === last || stage.step.axis.take !== null) return null;
  const { axis } = stage.step;
  for (let above = tree.parent[node]!; above > 0; above = tree.parent[above]!)
    if (axis.test.names?.includes(tree.typeNames[tree.type[above]!]!))
      return { stage, ...axisMessage(observation, above, node, route, axis) };
  return null;
}

const siblingMessage = (offset: number): string =>
  `no sibling stands ${Math.abs(offset)} ${offset > 0 ? "before" : "behind"} it from which [@${offset > 0 ? "+" : ""}${offset}] could lead to it`;

function axisMessage(
  observation: Observation,
  sought: number,
  node: number,
  route: Route,
  { axis, id, test }: AxisOperator,
): { readonly message: string; readonly isOnTheWay: boolean } {
  const { tree } = observation;
  const who = sought === node ? "it" : nodePath(tree, sought);
  const what = test.names === null ? "nodes" : test.names.join(" or ");
  if (
    route.some(
      (stage) =>
        stage.kind === "axis" &&
        stage.step.axis.id !== id &&
        isCandidate(observation.recorder, stage.step.axis.id, sought),
    )
  )
    return {
      message: `${who} is only on the way: the path goes on from it to ${what} on the ${axis} axis`,
      isOnTheWay: true,
    };
  let levels = 0;
  for (let above = sought; above >= 0; above = tree.parent[above]!, levels++) {
    if (axis !== "child" || levels < 2 || !isContext(observation.recorder, id, above)) continue;
    const from = above === 0 ? "the top" : nodePath(tree, above);
    const message = `${who} lies ${counted(levels, "level")} below ${from}, and / looks for ${what} one level below; // looks further down`;
    return { message, isOnTheWay: false };
  }
  const place = tree.parent[sought]! > 0 ? `below ${nodePath(tree, tree.parent[sought]!)}` : "at the top of the tree";
  const message = `${who} lies ${place}, and the ${axis} axis from what the path comes to does not lead there`;
  return { message, isOnTheWay: false };
}

/** Of a node whose type the last step would not take either: then what happened on the way is only half of it. */
export function besidesItsType(tree: Tree, node: number, route: Route): string {
  const last = route.findLastIndex((stage) => stage.kind === "axis");
  const stage = route[last];
  if (stage?.kind !== "axis" || leadsOn(route.slice(last))) return "";
  const { names } = stage.step.axis.test;
  const own = tree.typeNames[tree.type[node]!]!;
  if (names === null || names.includes(own)) return "";
  return `; besides, it is ${withArticle(own)}, and the last step takes ${listOf(names, "or")}`;
}

/** Whether a sibling offset leads on from what the step takes, to nodes of any type. */
const leadsOn = (stages: Route): boolean =>
  stages.some((stage) => stage.kind === "bracket" && stage.bracket.kind === "Sibling");

/** Whether an axis of a recorded run found a node. */
export const isCandidate = ({ axes }: Recorder, axisId: number, node: number): boolean =>
  has(axes.get(axisId)?.at(-1)?.list, node);

/** Whether an axis of a recorded run started from a node. */
const isContext = ({ axes }: Recorder, axisId: number, node: number): boolean =>
  has(axes.get(axisId)?.at(-1)?.contexts, node);

const members = new WeakMap<object, ReadonlySet<number>>();

/** Whether a node is in a recorded list, which does not change. */
function has(list: { readonly ids: Int32Array } | undefined, node: number): boolean {
  if (list === undefined) return false;
  let set = members.get(list);
  if (set === undefined) {
    set = new Set(list.ids);
    members.set(list, set);
  }
  return set.has(node);
}
