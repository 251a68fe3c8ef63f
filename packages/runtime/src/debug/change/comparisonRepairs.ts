import type { ComparisonOperator } from "@semantic-xpath/parser";
import type { Comparison } from "@semantic-xpath/planner";
import type { ArgumentValue } from "../../execute/run.js";
import type { PlacedNode } from "../../trace/known.js";
import { numberOf, textsOf } from "../whyNot/values.js";
import { type Bound, boundRepairs } from "./bounds.js";
import { renameRepairs } from "./nameRepairs.js";
import { nearestFirst } from "./nearestFirst.js";
import { NEGATED } from "./numbers.js";
import type { Repair, Scene } from "./repair.js";

/** The right side of a comparison moved to what the node has there. */
export function comparisonRepairs(
  scene: Scene,
  comparison: Comparison,
  at: PlacedNode,
  wanted: boolean,
): readonly Repair[] {
  const { observation } = scene;
  const { value, right, operator } = comparison;
  const met = wanted ? operator : NEGATED[operator];
  const number = numberOf(observation, value, at);
  if (number !== null) {
    const kind = value.kind === "CountValue" ? "value" : "index";
    return boundRepairs(scene, comparison, countBound(operator, met, number), kind);
  }
  const asked = observation.run.value(right);
  const change = (texts: readonly string[]) =>
    nearestFirst(texts, String(asked)).flatMap((text) =>
      boundRepairs(scene, comparison, textBound(operator, met, likeLiteral(text, asked)), "value"),
    );
  const texts = textsOf(observation.tree, value, at.node);
  if (texts.length > 0) return change(texts);
  return wanted ? renameRepairs(scene, value, at.node, (text) => change([text])) : [];
}

/** The nearest whole number that a count meets, with the operator as written. */
function countBound(operator: ComparisonOperator, met: ComparisonOperator, count: number): Bound | null {
  if (met === "!=") return null;
  const right = met === ">" ? count - 1 : met === "<" ? count + 1 : count;
  // A query can't write a number below 0.
  return right < 0 ? { operator: ">=", right: 0 } : { operator, right };
}

/** The comparison that a text of the node meets: `<` and `>` take it in, since the next text is not known. */
function textBound(operator: ComparisonOperator, met: ComparisonOperator, right: ArgumentValue): Bound | null {
  switch (met) {
    case "!=":
      return null;
    case "=":
    case "<=":
    case ">=":
      return { operator, right };
    case "<":
      return { operator: operator === met ? "<=" : ">", right };
    case ">":
      return { operator: operator === met ? ">=" : "<", right };
  }
}

/** A text as the kind of literal that stands there. */
function likeLiteral(text: string, beside: ArgumentValue): ArgumentValue {
  if (typeof beside === "number" && text.trim() !== "" && Number(text) >= 0) return Number(text);
  return typeof beside === "boolean" && /^(true|false|0|1)$/.test(text) ? text === "true" || text === "1" : text;
}
