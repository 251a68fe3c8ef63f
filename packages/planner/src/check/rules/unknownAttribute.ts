import {
  type AttributeReference,
  type AttributeStep,
  diagnose,
  type FieldReference,
  type Fix,
} from "@semantic-xpath/parser";
import { nearestNames } from "../../schema/nearestNames.js";
import type { Schema } from "../../schema/schema.js";
import { attributeOf, childOf } from "../attributeInfo.js";
import type { CheckContext, Nodes } from "../context.js";
import { replaceFix } from "../fixes.js";

type Reference = AttributeReference | AttributeStep | FieldReference;

/**
 * SXP2003 where no possible type has the attribute, SXP2004 where some have not.
 * With `isSearch` (a bare existence test, `//@name`) the query asks just that, so the second is silent.
 * A bare field may also be a child type.
 */
export function checkAttribute(context: CheckContext, reference: Reference, nodes: Nodes, isSearch: boolean): void {
  if (nodes === null || context.schema === null || reference.name.kind !== "Name") return;
  const schema = context.schema.schema;
  const name = reference.name.text;
  const isField = reference.kind === "FieldReference";
  let found = 0;
  for (const type of nodes.names) if (has(schema, type, name, isField)) found++;
  if (found === nodes.names.length || (found > 0 && isSearch)) return;
  if (found === 0) {
    reportUnknown(context, schema, reference, name, nodes.names);
  } else {
    const missing = nodes.names.filter((type) => !has(schema, type, name, isField));
    context.diagnostics.push(diagnose("SXP2004", reference.span, { name, missing }));
  }
}

const has = (schema: Schema, type: string, name: string, isField: boolean): boolean =>
  attributeOf(schema, type, name) !== null || (isField && childOf(schema, type, name));

function reportUnknown(
  context: CheckContext,
  schema: Schema,
  reference: Reference,
  name: string,
  types: readonly string[],
): void {
  const { suggestions, fixes } = nearest(schema, reference, name, types);
  context.diagnostics.push(diagnose("SXP2003", reference.span, { name, types, suggestions }, fixes));
}

/** The nearest names; where a child has exactly this name, the field or step without "@". */
function nearest(
  schema: Schema,
  reference: Reference,
  name: string,
  types: readonly string[],
): { readonly suggestions: readonly string[]; readonly fixes: readonly Fix[] } {
  const isField = reference.kind === "FieldReference";
  if (!isField && types.some((type) => childOf(schema, type, name))) {
    return { suggestions: [name], fixes: [replaceFix(reference.span, name)] };
  }
  const candidates = new Set<string>();
  for (const type of types) {
    for (const attribute of Object.keys(schema.types[type]!.attributes)) candidates.add(attribute);
    if (isField) for (const child of Object.keys(schema.types[type]!.children)) candidates.add(child);
  }
  const suggestions = nearestNames(name, [...candidates]);
  return { suggestions, fixes: suggestions.map((word) => replaceFix(reference.name.span, word)) };
}
