import type { Tree } from "@semantic-xpath/tree";
import { listOf, withArticle } from "../words.js";
import type { Route } from "./routes.js";

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
