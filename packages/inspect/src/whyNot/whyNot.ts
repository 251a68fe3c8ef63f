import { suggest } from "@semantic-xpath/parser";
import { type AxisOperator, describeBracket } from "@semantic-xpath/planner";
import { lazily, type Observation, pathOf, type ScoreAlgebra } from "@semantic-xpath/runtime/internal";
import { nodePath } from "@semantic-xpath/tree";
import type { WhyNot } from "../answers.js";
import { ranksOf } from "../why/why.js";
import { listOf, withArticle } from "../words.js";
import { explainCut } from "./atEnd.js";
import { explainFilter, explainUnscored } from "./conditions.js";
import { Drops } from "./drops.js";
import { explainPosition, explainTake } from "./positions.js";
import type { OperatorDrop } from "./routeDrops.js";
import { operatorOf, type Route, type Stage } from "./routes.js";
import { besidesItsType, explainUnreached } from "./unreached.js";

/** Why a node is not in the result; null where it is. The first call for a run goes over its plan, later ones are a look each. */
export function whyNotOf(observation: Observation, node: number): WhyNot | null {
  if (ranksOf(observation)[node]! > 0) return null;
  const exclusions = Drops.of(observation);
  const exclusion = exclusions.dropOf(node);
  switch (exclusion.kind) {
    case "cut":
      return explainCut(observation, exclusions, node, exclusion.place);
    case "fall":
      return explainDrop(observation, exclusions, node, exclusion.route, exclusion.fall);
    case "unreached":
      return explainUnreached(observation, node, exclusion.route);
  }
}

/** What an operator says of a node that it let fall. */
export interface Explanation extends Pick<WhyNot, "reason" | "message" | "measured" | "ranked"> {
  /** Told when it is read: its evidence may be as long as the tree, for each of its nodes. */
  readonly algebra: (() => ScoreAlgebra) | null;
}

/** Without numbers where none are given. */
export const explanation = (
  reason: Explanation["reason"],
  message: string,
  more: Partial<Explanation> = {},
): Explanation => ({
  reason,
  message,
  measured: null,
  algebra: null,
  ranked: null,
  ...more,
});

/** Why a node fell out where it, or what leads to it, did. */
function explainDrop(
  observation: Observation,
  exclusions: Drops,
  node: number,
  route: Route,
  fall: OperatorDrop,
): WhyNot {
  const stage = route[fall.stage]!;
  const { id, span } = operatorOf(stage);
  const via = pathOf(observation.run, fall.node);
  const told = () => explanationOf(observation, exclusions, stage, fall);
  const isItself = fall.node === node;
  const { message, algebra, ...rest } = isItself ? told() : exclusions.sharedExplanation(stage, fall, told);
  const besides = isItself ? "" : besidesItsType(observation.tree, node, route);
  const whyNot = {
    node,
    path: nodePath(observation.tree, node),
    operatorId: id,
    span,
    via,
    message: isItself ? message : `${via} leads to it and falls out: ${message}${besides}`,
    ...rest,
  };
  return lazily<typeof whyNot, Pick<WhyNot, "algebra">>(whyNot, { algebra: () => algebra?.() ?? null });
}

function explanationOf(observation: Observation, exclusions: Drops, stage: Stage, fall: OperatorDrop): Explanation {
  const { node } = fall;
  if (fall.kind === "end") return explainEnd(node);
  switch (stage.kind) {
    case "axis":
      return fall.kind === "type"
        ? explainType(observation, stage.step.axis, node)
        : explainTake(observation, exclusions, stage, node);
    case "attribute":
      return explanation("no-attribute", `it has no attribute "${stage.operator.name}"`);
    case "bracket":
      return explainBracket(observation, stage, node);
  }
}

/** The document node, or an attribute: nothing goes on from there. */
const explainEnd = (node: number): Explanation =>
  node === 0
    ? explanation("document", "the document node is never a result")
    : explanation("axis", "only an attribute of it was taken, and no step goes on from an attribute");

function explainType({ tree }: Observation, { test }: AxisOperator, node: number): Explanation {
  const names = test.names ?? [];
  const own = tree.typeNames[tree.type[node]!]!;
  const unknown = names.filter((name) => tree.typeId(name) < 0);
  const is = `it is ${withArticle(own)}`;
  if (unknown.length < names.length || names.length === 0)
    return explanation("type", `${is}, and this step takes ${listOf(names, "or")}`);
  const near = suggest(names[0]!, tree.typeNames.slice(1));
  const hint = near.length === 0 ? "" : `; the nearest name that it has is "${near[0]}"`;
  return explanation(
    "type",
    `${is}, and the data has no node of type ${listOf(
      names.map((name) => `"${name}"`),
      "or",
    )}${hint}`,
  );
}

function explainBracket(
  observation: Observation,
  stage: Extract<Stage, { kind: "bracket" }>,
  node: number,
): Explanation {
  const { bracket } = stage;
  const record = observation.recorder.brackets.get(bracket.id)!.at(-1)!;
  switch (bracket.kind) {
    case "Position":
      return explainPosition(observation, stage, bracket, record, node);
    case "Sibling":
      return explanation(
        "no-sibling",
        `only an attribute of it was taken, and ${describeBracket(bracket)} moves nodes`,
      );
    case "Filter":
      return explainFilter(observation, bracket, record, node);
    case "Relevance":
      return explainUnscored(observation, bracket, record, node);
  }
}
