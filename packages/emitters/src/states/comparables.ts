import { attributeInfo, attributeOf, childOf, type Schema, valueTypeOf } from "@semantic-xpath/planner";
import { isNameOfLanguage } from "./names.js";
import type { Comparable } from "./state.js";

const span = { start: 0, end: 0 };

/** The attributes that some of the types have, each with what the checker lets it be compared with on all of them. */
export function attributesOf(schema: Schema, types: readonly string[]): Comparable[] {
  return attributeNames(schema, types).map((name) => ({
    name,
    type: valueTypeOf(types, { kind: "AttributeReference", span, name: { kind: "Name", span, text: name } }, schema),
    values: attributeInfo(types, name, schema)?.values ?? null,
  }));
}

/** The same for bare names: attributes, and child types that have text. */
export function fieldsOf(schema: Schema, types: readonly string[]): Comparable[] {
  const children = types.flatMap((type) => Object.keys(schema.types[type]!.children)).filter(isNameOfLanguage);
  const withText = children.filter((name) => Object.hasOwn(schema.types, name) && schema.types[name]!.text);
  const names = new Set([...attributeNames(schema, types), ...withText]);
  return [...names].map((name) => {
    const isChild = types.some((type) => childOf(schema, type, name));
    return {
      name,
      type: valueTypeOf(types, { kind: "FieldReference", span, name: { kind: "Name", span, text: name } }, schema),
      values: isChild ? null : (attributeInfo(types, name, schema)?.values ?? null),
    };
  });
}

/** In the order of the schema. */
export function attributeNames(schema: Schema, types: readonly string[]): string[] {
  const names = types.flatMap((type) => Object.keys(schema.types[type]!.attributes));
  return [...new Set(names)].filter(
    (name) => isNameOfLanguage(name) && types.some((type) => attributeOf(schema, type, name) !== null),
  );
}
