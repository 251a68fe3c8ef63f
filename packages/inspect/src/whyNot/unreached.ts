import { describeIds, type IdOperator, type StepPlan } from "@semantic-xpath/planner";
import { type Observation, siblingOffsets } from "@semantic-xpath/runtime/internal";
import { NONE, nodePath, type Tree } from "@semantic-xpath/tree";
import { listed } from "@semantic-xpath/values";
import type { WhyNot } from "../answers.js";
import { counted } from "../numbers.js";
import { ownOf, typesTaken } from "../passed.js";
import { endTypes, isAxis, isCandidate, isContext, lastStep, passedAt, type Route } from "../routes.js";
import { quoted, withArticle } from "../words.js";
import { explanation } from "./values.js";

/** Why nothing on a route leads to a node, whatever its node tests and brackets say: it is elsewhere. */
export function explainUnreached(observation: Observation, node: number, route: Route): WhyNot {
  const { operator, message, isOnTheWay } = unreachedAt(observation, node, route);
  const { id, span } = ownOf(operator);
  const path = nodePath(observation.tree, node);
  const aside = isOnTheWay ? "" : besidesItsType(observation.tree, node, route);
  return { node, path, operatorId: id, span, via: path, ...explanation("axis", `${message}${aside}`), algebra: null };
}

/** From the end: after sibling offsets another node would have to be found; then the last axis is to blame. */
function unreachedAt(observation: Observation, node: number, route: Route) {
  const broken = brokenAt(observation, node, route);
  if (broken !== null) return broken;
  let sought = node;
  for (const { operator } of route.toReversed()) {
    if (operator.kind === "Step") return { operator, ...axisMessage(observation, sought, node, route, operator.axis) };
    if (operator.kind !== "Sibling") continue;
    const { offset } = operator;
    const from = siblingOffsets(observation.tree, Int32Array.of(sought), -offset)[0]!;
    if (from === NONE) return { operator, ...elsewhere(siblingMessage(offset)) };
    sought = from;
  }
  // A path of an attribute alone starts from the document node, which has none.
  return { ...route[0]!, ...elsewhere("the path takes an attribute of the document node, and steps to no node") };
}

/** When nothing is left of the path long before it could lead to a node: the first axis that finds nothing, of what the node is in. */
function brokenAt(observation: Observation, node: number, route: Route) {
  const { tree } = observation;
  const operator = route.filter(isAxis).find((stage) => passedAt(observation, stage)?.after.ids.length === 0)?.operator;
  if (operator === undefined || operator === lastStep(route) || operator.axis.take !== null) return null;
  const { axis } = operator;
  for (let above = tree.parent[node]!; above > 0; above = tree.parent[above]!)
    if (typesTaken(operator)?.includes(tree.typeOf(above)))
      return { operator, ...axisMessage(observation, above, node, route, axis) };
  return null;
}

const siblingMessage = (offset: number): string =>
  `there is no sibling ${Math.abs(offset)} ${offset > 0 ? "before" : "after"} it from which [@${offset > 0 ? "+" : ""}${offset}] could lead to it`;

function axisMessage(
  { tree, recorder }: Observation,
  sought: number,
  node: number,
  route: Route,
  operator: StepPlan["axis"],
): Message {
  const who = sought === node ? "it" : nodePath(tree, sought);
  if (operator.kind === "Id") return elsewhere(unnamed(tree, sought, who, operator));
  if (operator.kind === "Members") return elsewhere(`${who} is no member of a group that the query asks for`);
  const { axis, id, test } = operator;
  const noun = test.names === null ? "nodes" : test.names.join(" or ");
  const otherAxes = route.filter(isAxis).map(({ operator }) => operator.axis.id);
  if (otherAxes.some((other) => other !== id && isCandidate(recorder, other, sought)))
    return {
      message: `${who} is only on the way: the path goes on from it to ${noun} on the ${axis} axis`,
      isOnTheWay: true,
    };
  let levels = 0;
  for (let above = sought; above >= 0; above = tree.parent[above]!, levels++) {
    if (axis !== "child" || levels < 2 || !isContext(recorder, id, above)) continue;
    const from = above === 0 ? "the top" : nodePath(tree, above);
    return elsewhere(
      `${who} is ${counted(levels, "level")} below ${from}, and / looks for ${noun} one level below; // looks further down`,
    );
  }
  const parent = tree.parent[sought]!;
  const place = parent > 0 ? `below ${nodePath(tree, parent)}` : "at the top of the tree";
  return elsewhere(
    `${who} is ${place}, and the ${axis} axis from the nodes that the path comes to does not lead there`,
  );
}

/** No node that the path comes to names it. */
function unnamed(tree: Tree, sought: number, who: string, operator: IdOperator): string {
  const text = describeIds(operator);
  const id = idOf(tree, sought, operator);
  return id === null
    ? `${who} has no id, so ${text} does not lead there`
    : `${who} has the id ${quoted(id)}, and no node that the path comes to names it by ${text}`;
}

function idOf(tree: Tree, node: number, { ids }: IdOperator): string | null {
  for (const { type, name } of ids) {
    const value = type === null || type === tree.typeOf(node) ? tree.attribute(node, name) : undefined;
    if (value !== undefined) return value;
  }
  return null;
}

interface Message {
  readonly message: string;
  readonly isOnTheWay: boolean;
}

const elsewhere = (message: string): Message => ({ message, isOnTheWay: false });

/** For a node whose type the last step rejects too: the drop on the way is only half of the reason. */
export function besidesItsType(tree: Tree, node: number, route: Route): string {
  const names = endTypes(route);
  const ownType = tree.typeOf(node);
  if (names === null || names.includes(ownType)) return "";
  return `; besides, it is ${withArticle(ownType)}, and the last step takes ${listed(names, "or")}`;
}
