import { diagnose, type Name } from "@semantic-xpath/parser";
import { nearestNames } from "../../schema/nearestNames.js";
import type { SchemaTypes } from "../../schema/schemaTypes.js";
import type { CheckContext } from "../context.js";
import { replaceFix } from "../fixes.js";
import type { NamePlace } from "../inferStepTypes.js";
import { fieldAsStep } from "./fieldAsStep.js";

/**
 * SXP2001: a node type that the schema does not have. An attribute taken for a node is said to be one; else the nearest names that can
 * stand here come first.
 */
export function reportUnknownType(context: CheckContext, types: SchemaTypes, name: Name, place: NamePlace): null {
  const field = isAttributeHere(types, name.text, place) ? null : fieldAsStep(types, name, place);
  const suggestions = field === null ? suggestionsFor(types, name.text, place) : [];
  const fixes = field === null ? suggestions.map((word) => replaceFix(name.span, word)) : field.fix ? [field.fix] : [];
  context.diagnostics.push(diagnose("SXP2001", name.span, { name: name.text, suggestions, field }, fixes));
  return null;
}

function suggestionsFor(types: SchemaTypes, name: string, place: NamePlace): readonly string[] {
  if (isAttributeHere(types, name, place)) return [`@${name}`];
  const nearby = place.onAxis === null ? [] : nearestNames(name, place.onAxis.names);
  return nearby.length > 0 ? nearby : nearestNames(name, types.names);
}

/** A last step with the name of an attribute: what is meant is `/@name`. */
function isAttributeHere(types: SchemaTypes, name: string, { from, step, test, isLast }: NamePlace): boolean {
  if (from === null || !isLast || step.axis !== null || step.brackets.length > 0 || test.parenthesized) return false;
  return from.names.some((type) => Object.hasOwn(types.schema.types[type]!.attributes, name));
}
