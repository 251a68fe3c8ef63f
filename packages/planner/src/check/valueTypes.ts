import type { Value } from "@semantic-xpath/parser";
import type { Schema, ValueType } from "../schema/schema.js";
import { attributeOf, childOf } from "./attributeInfo.js";
import type { TypeSet } from "./checked.js";

/**
 * The type that the values of an expression have: null where it is unknown, or differs between the node types.
 * A field that some type has as a child instead of an attribute has no declared type.
 */
export function valueTypeOf(types: TypeSet, value: Value, schema: Schema | null): ValueType | null {
  switch (value.kind) {
    case "Count":
      return "number";
    case "NodeFunction":
      return value.name === "name" ? "string" : "number";
    case "AttributeReference":
      return value.name.kind === "Name" ? declaredType(types, value.name.text, schema, false) : null;
    case "FieldReference":
      return declaredType(types, value.name.text, schema, true);
  }
}

function declaredType(types: TypeSet, name: string, schema: Schema | null, isField: boolean): ValueType | null {
  if (types === null || schema === null) return null;
  let type: ValueType | null = null;
  for (const on of types) {
    const attribute = attributeOf(schema, on, name);
    if (attribute === null) {
      if (isField && childOf(schema, on, name)) return null;
    } else if (type === null) {
      type = attribute.type;
    } else if (type !== attribute.type) {
      return null;
    }
  }
  return type;
}
