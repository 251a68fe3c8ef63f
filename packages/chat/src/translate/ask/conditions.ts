import { stringLiteral } from "@semantic-xpath/values";
import type { Condition } from "../intermediate.js";
import type { Sense } from "./senses.js";
import type { World } from "./world.js";

/** A comparison of an attribute with a value, as a query writes it. */
export const compares = (
  attribute: string,
  operator: string,
  value: string,
): Extract<Condition, { kind: "compares" }> => ({ kind: "compares", attribute, operator, value });

/** The test of a value or a flag. */
export function testOf(sense: Sense): Condition {
  switch (sense.kind) {
    case "flag":
      return compares(sense.attribute, "=", String(sense.is));
    case "value": {
      if (sense.has !== undefined) return { kind: "contains", attribute: sense.attribute, text: sense.has };
      const tests = sense.is!.map((value) => compares(sense.attribute, "=", literalOf(value)));
      return tests.length === 1 ? tests[0]! : { kind: "either", conditions: tests };
    }
    case "attribute":
      return { kind: "present", attribute: sense.attribute };
    case "type":
      return { kind: "has", things: { types: [sense.type], within: null, conditions: [], pick: null } };
  }
}

const literalOf = (value: string): string => (/^-?\d+(?:\.\d+)?$/.test(value) ? value : stringLiteral(value));

/** The contrary of a condition on nodes of a type. Where the attribute may be absent, nodes without it are among them. */
export function denied(world: World, type: string, condition: Condition): Condition {
  if (condition.kind === "not") return condition.condition;
  const isEqual = condition.kind === "compares" && condition.operator === "=" && condition.part === undefined;
  if (!isEqual || world.place(type).node.attributes[condition.attribute]?.required !== true)
    return { kind: "not", condition };
  if (condition.value === "true" || condition.value === "false")
    return { ...condition, value: String(condition.value !== "true") };
  return { ...condition, operator: "!=" };
}

/** The attribute that a condition is about; null: none, or several. */
export function attributeOf(condition: Condition): string | null {
  switch (condition.kind) {
    case "compares":
    case "contains":
    case "present":
      return condition.attribute;
    case "not":
      return attributeOf(condition.condition);
    case "either":
    case "both":
      return attributeOf(condition.conditions[0]!);
    default:
      return null;
  }
}
