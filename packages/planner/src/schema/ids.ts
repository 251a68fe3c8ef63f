import { getOrMake } from "@semantic-xpath/values";
import type { Schema } from "./schema.js";
import { kindOfType, parsedType } from "./valueType.js";

/** Default id attributes, for a schema that declares none, or without a schema. */
export const ID_NAMES: readonly string[] = ["id", "xml:id"];

const idsBySchema = new WeakMap<Schema, ReadonlyMap<string, readonly string[]>>();

/**
 * The attributes that are ids, by type of node; a type without any is absent. They are those of type `id`; where the schema has no such,
 * those of the names `id` and `xml:id`.
 */
export const idAttributes = (schema: Schema): ReadonlyMap<string, readonly string[]> =>
  getOrMake(idsBySchema, schema, () => {
    const ids = attributesWhere(schema, ({ type }) => kindOfType(type) === "id");
    return ids.size > 0 ? ids : attributesWhere(schema, (_, name) => ID_NAMES.includes(name));
  });

/** The attributes that are ids, on the nodes of a type; null: on those of every type. */
export const idsUnder = (schema: Schema | null): readonly { readonly type: string | null; readonly name: string }[] =>
  schema === null || !declaresIds(schema)
    ? ANY_IDS
    : Array.from(idAttributes(schema), ([type, names]) => names.map((name) => ({ type, name }))).flat();

const ANY_IDS = ID_NAMES.map((name) => ({ type: null, name }));

/** True if a schema declares id attributes. */
export const declaresIds = (schema: Schema): boolean => hasAttributes(schema, "id");

/** True if a schema declares reference attributes. */
export const hasReferences = (schema: Schema): boolean => hasAttributes(schema, "ref");

const hasAttributes = (schema: Schema, kind: "id" | "ref"): boolean =>
  attributesWhere(schema, ({ type }) => kindOfType(type) === kind).size > 0;

function attributesWhere(
  { types }: Schema,
  isId: (attribute: Schema["types"][string]["attributes"][string], name: string) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, readonly string[]>();
  for (const [type, { attributes }] of Object.entries(types)) {
    const names = Object.keys(attributes).filter((name) => isId(attributes[name]!, name));
    if (names.length > 0) ids.set(type, names);
  }
  return ids;
}

/** The types of nodes that an attribute's values may lead to; null: it is declared as something else than a reference. */
export function referredTypes(
  schema: Schema,
  attribute: Schema["types"][string]["attributes"][string],
): readonly string[] | null {
  const type = parsedType(attribute.type);
  return type.kind === "ref" ? (type.types ?? [...idAttributes(schema).keys()]) : null;
}
