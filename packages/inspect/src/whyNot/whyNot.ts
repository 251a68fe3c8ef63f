import { suggest } from "@semantic-xpath/parser";
import {
  type AxisOperator,
  type BracketOperator,
  describeBracket,
  describeSequence,
  type MeetPlan,
} from "@semantic-xpath/planner";
import { lazily, type Observation, pathOf } from "@semantic-xpath/runtime/internal";
import { nodePath } from "@semantic-xpath/tree";
import { listed } from "@semantic-xpath/values";
import type { WhyNot } from "../answers.js";
import { type Grouped, groupedOf, placeAmongGroups } from "../groups.js";
import { ownOf } from "../passed.js";
import { routesOf, type Stage } from "../routes.js";
import { ranksOf } from "../why/ranking.js";
import { withArticle } from "../words.js";
import { explainCut } from "./atEnd.js";
import { explainFilter, explainUnscored } from "./conditions.js";
import { Drops, type OperatorDrop } from "./drops.js";
import { explainPosition, explainTake } from "./positions.js";
import { besidesItsType, explainUnreached } from "./unreached.js";
import { explainHidden, isHidden } from "./validity.js";
import { type Explanation, explanation } from "./values.js";

/**
 * Why a node is not in the result; null when it is. Law: a node has a `Why` or a `WhyNot`, never both and never none, and the operator
 * named is the last one that anything leading to the node came to. The first call for a run goes over its plan, later ones are a
 * look-up each.
 */
export function whyNotOf(observation: Observation, node: number): WhyNot | null {
  const grouped = groupedOf(observation);
  if (grouped !== null) return whyNotGrouped(observation, grouped, node);
  if (ranksOf(observation)[node]! > 0) return null;
  if (routesOf(observation.query.plan.result).length === 0) return explainNoPath(observation, node);
  const drops = Drops.of(observation);
  const drop = drops.dropOf(node);
  switch (drop.kind) {
    case "cut":
      return explainCut(observation, node, drop.place);
    case "unreached":
      return explainUnreached(observation, node, drop.route);
    default:
      return explainDrop(observation, drops, node, drop);
  }
}

/** For a query that makes groups: why the node was not grouped, or why its groups are not in the result. */
function whyNotGrouped(observation: Observation, grouped: Grouped, node: number): WhyNot | null {
  if (placeAmongGroups(observation, node) >= 0) return null;
  const before = whyNotOf(grouped.before, node);
  if (before !== null) return before;
  const lost = grouped.lostAt(node);
  const path = nodePath(observation.tree, node);
  const { id, span } = lost?.bracket ?? observation.query.plan.result;
  const groups = lost === null ? "its group" : `the ${lost.label}`;
  const message =
    lost?.bracket == null
      ? `it is in ${groups}, and a later part of the query leads elsewhere, or the limit leaves the group out`
      : `it is in ${groups}, which ${describeBracket(lost.bracket)} leaves out`;
  const why = explanation(lost?.bracket == null ? "limit" : "filter", message);
  return { node, path, operatorId: id, span, via: path, ...why, algebra: null };
}

/** The value of the query is made of no nodes: `1 + 2`. */
function explainNoPath({ query, tree }: Observation, node: number): WhyNot {
  const { id, span } = query.plan.result;
  const path = nodePath(tree, node);
  const why = explanation("axis", "the query computes its value from no nodes");
  return { node, path, operatorId: id, span, via: path, ...why, algebra: null };
}

/** For a node that an operator dropped, itself or by an ancestor. */
function explainDrop(observation: Observation, drops: Drops, node: number, drop: OperatorDrop): WhyNot {
  const isOfMoment = drop.kind === "place" && isHidden(observation, drop.node);
  const { validity } = observation.query.plan;
  const { id, span } = isOfMoment && validity !== null ? validity : ownOf(drop.route[drop.stage]!.operator);
  const via = pathOf(observation.run, drop.node);
  const isItself = drop.node === node;
  const { message, algebra, ...rest } = drops.explanationOf(drop, () => explanationOf(observation, drops, drop));
  const aside = isItself ? "" : besidesItsType(observation.tree, node, drop.route);
  const whyNot = {
    node,
    path: nodePath(observation.tree, node),
    operatorId: id,
    span,
    via,
    message: isItself ? message : `${via} leads to it and is dropped: ${message}${aside}`,
    ...rest,
  };
  return lazily<typeof whyNot, Pick<WhyNot, "algebra">>(whyNot, { algebra: () => algebra?.() ?? null });
}

function explanationOf(observation: Observation, drops: Drops, { route, stage: at, kind, node }: OperatorDrop) {
  if (kind === "end") return explainEnd(node);
  if (kind === "place" && isHidden(observation, node)) return explainHidden(observation, node);
  const stage = route[at]!;
  const { operator } = stage;
  switch (operator.kind) {
    case "Step":
      return kind === "type" && operator.axis.kind === "Axis"
        ? explainType(observation, operator.axis, node)
        : explainTake(observation, drops, operator, node);
    case "Attribute":
      return explanation("no-attribute", `it has no attribute "${operator.name}"`);
    case "Text":
      return explanation("no-text", "it has no text of its own");
    case "Meet":
      return explainMeet(operator);
    case "Value":
      throw new Error("a value drops nothing: its paths do");
    default:
      return explainBracket(observation, stage, operator, node);
  }
}

function explainMeet({ operator, right }: MeetPlan): Explanation {
  const noun = describeSequence(right);
  return operator === "except"
    ? explanation("except", `it is also in ${noun}, which except leaves out`)
    : explanation("intersect", `it is not in ${noun}, which intersect asks for`);
}

/** The document node, or an attribute: no operator goes on from there. */
const explainEnd = (node: number): Explanation =>
  node === 0
    ? explanation("document", "the document node is never a result")
    : explanation("axis", "only an attribute of it was taken, and no step goes on from an attribute");

function explainType({ tree }: Observation, { test }: AxisOperator, node: number): Explanation {
  const names = test.names ?? [];
  const is = `it is ${withArticle(tree.typeOf(node))}`;
  if (names.length === 0 || names.some((name) => tree.typeId(name) >= 0))
    return explanation("type", `${is}, and this step takes ${listed(names, "or")}`);
  const [near] = suggest(names[0]!, tree.typeNames.slice(1));
  const hint = near === undefined ? "" : `; the nearest name that it has is "${near}"`;
  const unknown = names.map((name) => `"${name}"`);
  return explanation("type", `${is}, and the data has no node of type ${listed(unknown, "or")}${hint}`);
}

function explainBracket(observation: Observation, stage: Stage, bracket: BracketOperator, node: number): Explanation {
  const record = observation.recorder.brackets.get(bracket.id)!.at(-1)!;
  switch (bracket.kind) {
    case "Position":
      return explainPosition(observation, bracket, stage, record, node);
    case "Sibling":
      return explanation(
        "no-sibling",
        `only an attribute of it was taken, and ${describeBracket(bracket)} moves nodes`,
      );
    case "Filter":
      return explainFilter(observation, bracket, record, node);
    case "Relevance":
      return explainUnscored(observation, bracket, record, node);
    case "Order":
    case "GroupBy":
      throw new Error("an order and groups drop nothing");
  }
}
