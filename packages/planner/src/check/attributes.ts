import type { AttributeType, Schema } from "../schema/schema.js";
import { type ValueType, valueOfType } from "../schema/valueType.js";
import type { AttributeRead, TypeSet } from "./checked.js";

/** Joint declaration of an attribute on several node types. */
interface AttributeInfo {
  /** The value type if all types that have the attribute agree, else null. */
  readonly type: ValueType | null;
  /** All allowed values; null if some type allows any. */
  readonly values: readonly string[] | null;
  /** True if every one of the types has the attribute and requires it. */
  readonly required: boolean;
  /** The declarations, by the types that have the attribute. */
  readonly declarations: readonly { readonly on: string; readonly attribute: AttributeType }[];
  /** The types without it. */
  readonly missing: readonly string[];
}

/** The attribute of that name on the given types; null if nothing is known or no type has it. */
export function attributeInfo(types: TypeSet, name: string, schema: Schema | null): AttributeInfo | null {
  if (types === null || schema === null) return null;
  const declarations: { on: string; attribute: AttributeType }[] = [];
  const missing: string[] = [];
  for (const on of types) {
    const attribute = attributeOf(schema, on, name);
    if (attribute === null) missing.push(on);
    else declarations.push({ on, attribute });
  }
  if (declarations.length === 0) return null;
  const attributes = declarations.map(({ attribute }) => attribute);
  const type = attributes[0]!.type;
  return {
    type: attributes.every((other) => other.type === type) ? type : null,
    values: attributes.every(({ values }) => values !== undefined)
      ? [...new Set(attributes.flatMap(({ values }) => values ?? []))]
      : null,
    required: missing.length === 0 && attributes.every(({ required }) => required),
    declarations,
    missing,
  };
}

export function attributeOf(schema: Schema, type: string, name: string): AttributeType | null {
  const attributes = schema.types[type]!.attributes;
  return Object.hasOwn(attributes, name) ? attributes[name]! : null;
}

/** Tests that nodes of a type may have children of that name. */
export const childOf = (schema: Schema, type: string, name: string): boolean =>
  Object.hasOwn(schema.types[type]!.children, name);

/** The attribute that a name reads; undefined if nothing is known, or a field is a child of some of the nodes. */
export function attributeRead(
  types: TypeSet,
  name: string,
  schema: Schema | null,
  isField = false,
): AttributeRead | undefined {
  if (types === null || schema === null || (isField && types.some((type) => childOf(schema, type, name))))
    return undefined;
  return { types, name };
}

/**
 * The type as which the values of an attribute or field compare: null if it is unknown, or differs between the node types. So it is for what the data
 * decide in a run: ids, references, and columns with odd values. A field that some type has as a child instead of an attribute has no declared type.
 */
export function declaredType(types: TypeSet, name: string, schema: Schema | null, isField: boolean): ValueType | null {
  if (types === null || schema === null) return null;
  let type: ValueType | null = null;
  for (const on of types) {
    const attribute = attributeOf(schema, on, name);
    if (attribute === null) {
      if (isField && childOf(schema, on, name)) return null;
    } else if (attribute.odd !== undefined || (type !== null && type !== attribute.type)) {
      return null;
    } else {
      type = attribute.type;
    }
  }
  return type === null || valueOfType(type) === type ? type : null;
}
