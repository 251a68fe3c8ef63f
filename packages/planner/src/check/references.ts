import type { IdArgument } from "@semantic-xpath/parser";
import { idAttributes, referredTypes } from "../schema/ids.js";
import { nodesOfTypes } from "../schema/nodesOnAxis.js";
import type { Schema } from "../schema/schema.js";
import type { PossibleNodes, SchemaTypes } from "../schema/schemaTypes.js";
import { kindOfType } from "../schema/valueType.js";
import { attributeOf } from "./attributes.js";

/** The nodes to which `id(argument)` may lead from some nodes: of the types that have ids, and that the references allow. */
export function referredNodes(types: SchemaTypes, argument: IdArgument, from: PossibleNodes): PossibleNodes {
  const { schema } = types;
  const withIds = idAttributes(schema);
  const targets = new Set<string>();
  for (const type of from.names) for (const each of typesFrom(schema, argument, type)) targets.add(each);
  const ids = [...targets].flatMap((name) => (withIds.has(name) ? (types.ids.get(name) ?? []) : []));
  return nodesOfTypes(
    types,
    ids.sort((a, b) => a - b),
  );
}

/** The types of nodes that an argument may name from a node of a type: of a declared reference its own, of any other text all that have ids. */
function typesFrom(schema: Schema, argument: IdArgument, type: string): readonly string[] {
  const any = (): readonly string[] => [...idAttributes(schema).keys()];
  if (argument.kind !== "AttributeReference" && argument.kind !== "FieldReference") return any();
  if (argument.name.kind === "Missing") return any();
  const attribute = attributeOf(schema, type, argument.name.text);
  if (attribute === null) return argument.kind === "FieldReference" ? any() : [];
  return referredTypes(schema, attribute) ?? any();
}

/** The attributes of some types that are references. */
export const referencesOf = (schema: Schema, types: readonly string[]): readonly string[] => [
  ...new Set(
    types.flatMap((type) =>
      Object.entries(schema.types[type]!.attributes).flatMap(([name, attribute]) =>
        kindOfType(attribute.type) === "ref" ? [name] : [],
      ),
    ),
  ),
];
