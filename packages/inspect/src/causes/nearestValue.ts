import { suggest } from "@semantic-xpath/parser";
import type { Observation } from "@semantic-xpath/runtime/internal";
import { quoted } from "../words.js";
import { nodesInto, type PassedBracket } from "./passed.js";

const MOST_VALUES = 5;

/** Of a comparison that no node met, the values that stand there and are spelled much the same; where there are few values, those. */
export function nearestValue({ tree, run }: Observation, { bracket, records }: PassedBracket): string | null {
  if (bracket.kind !== "Filter") return null;
  const { condition } = bracket;
  if (condition.kind !== "Compare" || condition.operator !== "=" || !("name" in condition.value)) return null;
  const { name } = condition.value;
  const values = new Set<string>();
  for (const node of nodesInto(records)) {
    const value = tree.attribute(node, name);
    if (value !== undefined) values.add(value);
  }
  const near = suggest(String(run.value(condition.right)), values);
  const said = near.length > 0 ? near : values.size <= MOST_VALUES ? [...values] : [];
  if (said.length === 0) return null;
  const lead = near.length > 0 ? "The nearest values" : "The values there";
  return `${lead}: ${said.slice(0, MOST_VALUES).map(quoted).join(", ")}.`;
}
