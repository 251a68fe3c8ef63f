import type { AttributeType, NodeType, Schema } from "@semantic-xpath/planner";

/**
 * Makes attributes with `element: true` of the child types that hold nothing but text: those that occur at most once under each of their
 * parents, in no text, beside no attribute of their name. `texts` says what the texts of such a type read as.
 */
export function foldTextTypes(schema: Schema, texts: ReadonlyMap<string, AttributeType>): Schema {
  const fields = new Map([...texts].filter(([name]) => isField(schema, name)));
  const roots = schema.roots.filter((name) => !fields.has(name));
  const types = Object.entries(schema.types).filter(([name]) => !fields.has(name));
  return { ...schema, roots, types: Object.fromEntries(types.map(([name, type]) => [name, folded(type, fields)])) };
}

function isField(schema: Schema, name: string): boolean {
  const type = schema.types[name]!;
  if (Object.keys(type.attributes).length > 0 || Object.keys(type.children).length > 0) return false;
  const parents = Object.values(schema.types).filter(({ children }) => Object.hasOwn(children, name));
  if (parents.length === 0) return false;
  if (schema.roots.includes(name)) return false;
  return parents.every(
    ({ attributes, children, text }) => children[name]!.max === 1 && !text && !Object.hasOwn(attributes, name),
  );
}

function folded(type: NodeType, fields: ReadonlyMap<string, AttributeType>): NodeType {
  const children = Object.entries(type.children);
  const own = children.filter(([name]) => fields.has(name));
  if (own.length === 0) return type;
  const attributes = own.map(([name, { min }]) => [name, { ...fields.get(name)!, required: min > 0, element: true }]);
  return {
    ...type,
    attributes: { ...type.attributes, ...Object.fromEntries(attributes) },
    children: Object.fromEntries(children.filter(([name]) => !fields.has(name))),
  };
}
