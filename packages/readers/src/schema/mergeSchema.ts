import {
  type AttributeType,
  declaresIds,
  idAttributes,
  type NodeType,
  parsedType,
  type Schema,
} from "@semantic-xpath/planner";
import { ownEntry } from "@semantic-xpath/values";
import { diffSchemas, type SchemaChange } from "./diffSchemas.js";
import { contextOfTypes, documentationOf, joinAttributes, joinOccurrences, searchableOf, withOneId } from "./join.js";

/** A change of a hand-written schema, with the reason from the data. */
export interface MergeChange extends SchemaChange {
  /** The end of a sentence: `a value of the data is no date`. */
  readonly reason: string;
}

export interface MergedSchema {
  readonly schema: Schema;
  /** From the schema that was written to the one that came out, in its order; none if it fits already. */
  readonly changes: readonly MergeChange[];
}

/**
 * Extends a hand-written schema to describe inferred data as well. Its declarations stay: documentation, order, field elements, and every type, list
 * of values and bound that holds. New parts are added; contradicted parts are widened. Parts without data stay, but are not required if the data lack
 * them.
 *
 * Infer with the written schema as `expected`: only values show that a narrower type holds. Without it the inferred type counts.
 * Merging the same again changes nothing.
 *
 * @example mergeSchema(written, inferSchema(tree, { expected: written })).changes.map(({ path, reason }) => …)
 */
export function mergeSchema(written: Schema, inferred: Schema): MergedSchema {
  const types: [string, NodeType][] = Object.entries(written.types).map(([name, type]) => {
    const counterpart =
      ownEntry(inferred.types, name) ?? (isTakenForField(name, written, inferred) ? TEXT_ONLY : undefined);
    return [name, counterpart === undefined ? type : mergeTypes(type, counterpart)];
  });
  for (const [name, type] of Object.entries(inferred.types))
    if (!Object.hasOwn(written.types, name)) types.push([name, type]);
  const schema: Schema = {
    ...written,
    ...documentationOf(written, inferred),
    roots: [...new Set([...written.roots, ...inferred.roots])],
    types: Object.fromEntries(types),
  };
  const used = { ...schema, types: withoutUnused(schema, written) };
  const declared = declaresIds(written) || declaresIds(inferred) ? withoutLostReferences(used) : used;
  return {
    schema: declared,
    changes: diffSchemas(written, declared, { renames: false }).map((change) => ({
      ...change,
      reason: reasonOf(change),
    })),
  };
}

/** Type of a child that was inferred as a field element. */
const TEXT_ONLY: NodeType = { attributes: {}, children: {}, text: true };

const isTakenForField = (name: string, written: Schema, inferred: Schema): boolean =>
  Object.entries(inferred.types).some(
    ([parent, { attributes }]) =>
      ownEntry(attributes, name)?.element === true &&
      ownEntry(ownEntry(written.types, parent)?.children ?? {}, name) !== undefined,
  );

function mergeTypes(written: NodeType, seen: NodeType): NodeType {
  const isChild = (name: string): boolean => Object.hasOwn(written.children, name);
  const isField = (name: string): boolean => ownEntry(written.attributes, name)?.element === true;
  const attributes: [string, AttributeType][] = Object.entries(written.attributes).map(([name, attribute]) => {
    const inferredAttribute = ownEntry(seen.attributes, name);
    // An element of the data is a field element, or the declared child.
    if (inferredAttribute?.element && !attribute.element && isChild(name))
      return [name, { ...attribute, required: false }];
    if (inferredAttribute !== undefined)
      return [
        name,
        { ...joinAttributes(attribute, inferredAttribute), element: attribute.element || inferredAttribute.element },
      ];
    const child = ownEntry(seen.children, name);
    // A field element that was taken for a child: nothing is known of its texts.
    if (child !== undefined && attribute.element) return [name, anyText(attribute, child.min > 0)];
    return [name, { ...attribute, required: false }];
  });
  for (const [name, attribute] of Object.entries(seen.attributes))
    if (!Object.hasOwn(written.attributes, name) && !(attribute.element && isChild(name)))
      attributes.push([name, attribute]);
  const children = Object.entries(written.children).map(([name, occurrence]) => {
    const field = ownEntry(seen.attributes, name);
    const asChild = field?.element ? { min: field.required ? 1 : 0, max: 1 } : { min: 0, max: 0 };
    const joined = joinOccurrences(occurrence, ownEntry(seen.children, name) ?? asChild);
    return [name, joined] as const;
  });
  for (const [name, occurrence] of Object.entries(seen.children))
    if (!isChild(name) && !isField(name)) children.push([name, occurrence]);
  return withOneId({
    ...documentationOf(written, seen),
    attributes: Object.fromEntries(attributes),
    children: Object.fromEntries(children),
    text: written.text || seen.text,
    ...searchableOf(written, seen),
    ...contextOfTypes(written, seen),
  });
}

const anyText = ({ values: _, ...attribute }: AttributeType, isThere: boolean): AttributeType => ({
  ...attribute,
  type: "string",
  required: attribute.required && isThere,
});

/** Types that were inferred for nothing but field elements that are declared as such are left out. */
function withoutUnused(schema: Schema, written: Schema): Readonly<Record<string, NodeType>> {
  const used = new Set([
    ...schema.roots,
    ...Object.values(schema.types).flatMap(({ children }) => Object.keys(children)),
  ]);
  return Object.fromEntries(
    Object.entries(schema.types).filter(([name]) => used.has(name) || Object.hasOwn(written.types, name)),
  );
}

/** References to what has no ids any more, since two nodes have the same, are strings. */
function withoutLostReferences(schema: Schema): Schema {
  const named = declaresIds(schema) ? [...idAttributes(schema).keys()] : [];
  const leads = ({ type }: AttributeType): boolean => {
    const parsed = parsedType(type);
    return parsed.kind !== "ref" || (parsed.types ?? named).some((one) => named.includes(one));
  };
  const types = Object.entries(schema.types).map(([name, type]): [string, NodeType] => {
    const attributes = Object.entries(type.attributes).map(
      ([key, one]) => [key, leads(one) ? one : { ...one, type: "string" as const }] as const,
    );
    return [name, { ...type, attributes: Object.fromEntries(attributes) }];
  });
  return { ...schema, types: Object.fromEntries(types) };
}

function reasonOf({ path, kind, before }: SchemaChange): string {
  const [, type, , member] = path;
  const last = path.at(-1);
  if (last === "documentation") return "it has none";
  if (kind === "added" && last !== "max" && last !== "min")
    return last === "values" ? "there was none" : "the data have it";
  switch (last) {
    case "type":
      if (before === "id") return "two nodes of the data have the same";
      return `a value of the data is not of type ${before}`;
    case "values":
      return "the data have other values";
    case "element":
      return "the data write it as an element";
    case "required":
      return `a "${type}" of the data has none`;
    case "min":
      return `a "${type}" of the data has fewer "${member}"`;
    case "max":
      return `a "${type}" of the data has more "${member}"`;
    default:
      return "the data have it";
  }
}
