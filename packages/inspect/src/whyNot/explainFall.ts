import { suggest } from "@semantic-xpath/parser";
import { type AxisOperator, describeBracket } from "@semantic-xpath/planner";
import { lazily, type Observation, pathOf } from "@semantic-xpath/runtime/internal";
import { nodePath } from "@semantic-xpath/tree";
import type { WhyNot } from "../answers.js";
import { listOf, withArticle } from "../words.js";
import { besidesItsType } from "./besidesItsType.js";
import type { Exclusions } from "./exclusions.js";
import { explainFilter, explainUnscored } from "./explainFilter.js";
import { explainPosition, explainTake } from "./explainPosition.js";
import type { Fall } from "./falls.js";
import { operatorOf, type Route, type Stage } from "./routes.js";
import { type Told, told } from "./told.js";

/** Why a node fell out where it, or what leads to it, did. */
export function explainFall(
  observation: Observation,
  exclusions: Exclusions,
  node: number,
  route: Route,
  fall: Fall,
): WhyNot {
  const stage = route[fall.stage]!;
  const { id, span } = operatorOf(stage);
  const via = pathOf(observation.run, fall.node);
  const told = () => explain(observation, exclusions, stage, fall);
  const isItself = fall.node === node;
  const { message, algebra, ...rest } = isItself ? told() : exclusions.sharedBy(stage, fall, told);
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

function explain(observation: Observation, exclusions: Exclusions, stage: Stage, fall: Fall): Told {
  const { node } = fall;
  if (fall.kind === "end") return explainEnd(node);
  switch (stage.kind) {
    case "axis":
      return fall.kind === "type"
        ? explainType(observation, stage.step.axis, node)
        : explainTake(observation, exclusions, stage, node);
    case "attribute":
      return told("no-attribute", `it has no attribute "${stage.operator.name}"`);
    case "bracket":
      return explainBracket(observation, stage, node);
  }
}

/** The document node, or an attribute: nothing goes on from there. */
const explainEnd = (node: number): Told =>
  node === 0
    ? told("document", "the document node is never a result")
    : told("axis", "only an attribute of it was taken, and no step goes on from an attribute");

function explainType({ tree }: Observation, { test }: AxisOperator, node: number): Told {
  const names = test.names ?? [];
  const own = tree.typeNames[tree.type[node]!]!;
  const unknown = names.filter((name) => tree.typeId(name) < 0);
  const is = `it is ${withArticle(own)}`;
  if (unknown.length < names.length || names.length === 0)
    return told("type", `${is}, and this step takes ${listOf(names, "or")}`);
  const near = suggest(names[0]!, tree.typeNames.slice(1));
  const hint = near.length === 0 ? "" : `; the nearest name that it has is "${near[0]}"`;
  return told(
    "type",
    `${is}, and the data has no node of type ${listOf(
      names.map((name) => `"${name}"`),
      "or",
    )}${hint}`,
  );
}

function explainBracket(observation: Observation, stage: Extract<Stage, { kind: "bracket" }>, node: number): Told {
  const { bracket } = stage;
  const record = observation.recorder.brackets.get(bracket.id)!.at(-1)!;
  switch (bracket.kind) {
    case "Position":
      return explainPosition(observation, stage, bracket, record, node);
    case "Sibling":
      return told("no-sibling", `only an attribute of it was taken, and ${describeBracket(bracket)} moves nodes`);
    case "Filter":
      return explainFilter(observation, bracket, record, node);
    case "Relevance":
      return explainUnscored(observation, bracket, record, node);
  }
}
