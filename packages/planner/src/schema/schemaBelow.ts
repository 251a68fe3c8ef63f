import { getOrMake } from "@semantic-xpath/values";
import type { AttributeType, NodeType, Schema } from "./schema.js";
import { parsedType, textOfType } from "./valueType.js";

const partsBySchema = new WeakMap<Schema, Map<string, Schema>>();

/**
 * Restricts a schema to the trees whose root is of a type: that type and those that can be below it. Names of other types are removed: a reference
 * leads to the remaining types, and to any with an id if none remains. A type outside of the schema has nothing below it.
 * The same schema and type give the same object.
 */
export const schemaBelow = (schema: Schema, root: string): Schema =>
  getOrMake(
    getOrMake(partsBySchema, schema, () => new Map<string, Schema>()),
    root,
    () => make(schema, root),
  );

function make({ types, language, strict }: Schema, root: string): Schema {
  const reachable = new Set([root]);
  for (const name of reachable) {
    if (Object.hasOwn(types, name)) for (const child of Object.keys(types[name]!.children)) reachable.add(child);
  }
  const names = [...reachable].filter((name) => Object.hasOwn(types, name)).sort();
  return {
    version: 1,
    ...(language !== undefined && { language }),
    ...(strict && { strict }),
    roots: [root],
    types: recordOf(names.map((name) => [name, nodeType(types[name]!, reachable)])),
  };
}

const nodeType = (type: NodeType, left: ReadonlySet<string>): NodeType => ({
  ...type,
  attributes: recordOf(Object.entries(type.attributes).map(([name, attribute]) => [name, leading(attribute, left)])),
});

function leading(attribute: AttributeType, left: ReadonlySet<string>): AttributeType {
  const type = parsedType(attribute.type);
  if (type.kind !== "ref" || type.types === null) return attribute;
  const types = type.types.filter((name) => left.has(name));
  return { ...attribute, type: textOfType({ ...type, types: types.length === 0 ? null : types }) };
}

/** A type may be called `__proto__`. */
const recordOf = <V>(entries: readonly (readonly [string, V])[]): Readonly<Record<string, V>> =>
  Object.assign(Object.create(null), Object.fromEntries(entries)) as Record<string, V>;
