import type { Schema } from "@semantic-xpath/planner";
import { attributesOf, fieldsOf } from "../states/comparables.js";
import { isNameOfLanguage } from "../states/names.js";
import type { Comparable } from "../states/state.js";

/** Attributes or fields that compare with the same literals. */
export interface ValueVariant {
  readonly names: readonly string[];
  readonly type: Comparable["type"];
  readonly values: Comparable["values"];
}

/** All names of a schema by what they stand for. */
export interface SchemaNames {
  readonly types: readonly string[];
  readonly attributes: readonly ValueVariant[];
  readonly fields: readonly ValueVariant[];
}

/** A JSON tree does not know where in the tree of the data it is, so a name is what it is on all types together. */
export function schemaNames(schema: Schema): SchemaNames {
  const types = Object.keys(schema.types);
  const fields = fieldsOf(schema, types).filter(({ name }) => name !== "node" && name !== "content");
  return {
    types: types.filter(isNameOfLanguage),
    attributes: variants(attributesOf(schema, types)),
    fields: variants(fields),
  };
}

function variants(values: readonly Comparable[]): readonly ValueVariant[] {
  const groups = new Map<string, { names: string[]; type: Comparable["type"]; values: Comparable["values"] }>();
  for (const { name, type, values: allowed } of values) {
    if (name === null) continue;
    const key = JSON.stringify([type, allowed]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { names: [name], type, values: allowed });
    else group.names.push(name);
  }
  return [...groups.values()];
}
