import type { AttributeStep, Group, Meet, Missing, Path, Query, TextStep } from "@semantic-xpath/parser";

/** The last step of a path that leads from nodes to values of theirs. */
export type PartStep = AttributeStep | TextStep;

/** The items of a set: nodes; the values that one kind of last step gives; or several kinds of items. */
export type Items = "nodes" | "mixed" | PartStep;

/** The items of a set, decided by how its paths end. */
export function itemsOf(query: Query): Items {
  const [first = "nodes", ...others] = query.paths.map(itemsOfOperand);
  return others.every((other) => isSameItem(first, other)) ? first : "mixed";
}

/** The items that the brackets of a group and the steps after it see. */
export const itemsOfGroup = (group: Group): Items => itemsOf(group.query);

function itemsOfOperand(operand: Path | Meet | Missing): Items {
  if (operand.kind === "Missing") return "nodes";
  if (operand.kind === "Meet") return itemsOfOperand(operand.left);
  const last = operand.segments.at(-1)?.step;
  if (last === undefined) return operand.head === null ? "nodes" : itemsOfGroup(operand.head);
  return last.kind === "AttributeStep" || last.kind === "TextStep" ? last : "nodes";
}

function isSameItem(a: Items, b: Items): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  return partName(a) === partName(b);
}

/** The name of an attribute, null for own text. */
export const partName = (step: PartStep): string | null =>
  step.kind === "TextStep" || step.name.kind === "Missing" ? null : step.name.text;
