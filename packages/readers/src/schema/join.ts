import {
  type AttributeType,
  isOpen,
  type NodeType,
  type Occurrence,
  parsedType,
  textOfType,
  type ValueType,
} from "@semantic-xpath/planner";
import { ownEntry } from "@semantic-xpath/values";

/** A type that describes what either of two describes: what one of them lacks is optional. Documentation is the first's, if it has any. */
export function joinNodeTypes(a: NodeType, b: NodeType): NodeType {
  return withOneId({
    ...documentationOf(a, b),
    attributes: joinRecords(a.attributes, b.attributes, joinAttributes, (one) => ({ ...one, required: false })),
    children: joinRecords(a.children, b.children, joinOccurrences, (one) => ({ ...one, min: 0 })),
    text: a.text || b.text,
  });
}

/** A node has one id: of several attributes that are ids the first stays one, and the others are strings. */
export function withOneId(type: NodeType): NodeType {
  const [, ...others] = Object.entries(type.attributes).filter(([, attribute]) => attribute.type === "id");
  if (others.length === 0) return type;
  const strings = others.map(([name, attribute]): [string, AttributeType] => [name, { ...attribute, type: "string" }]);
  return { ...type, attributes: { ...type.attributes, ...Object.fromEntries(strings) } };
}

export function joinAttributes(a: AttributeType, b: AttributeType): AttributeType {
  const values = a.values && b.values && [...new Set([...a.values, ...b.values])];
  const odd = a.odd ?? b.odd;
  return {
    type: joinValueTypes(a.type, b.type),
    ...(odd && { odd }),
    ...documentationOf(a, b),
    required: a.required && b.required,
    ...(values && { values }),
    element: a.element,
    ...searchableOf(a, b),
  };
}

/** A part that one of two schemas excludes from the search is excluded: data have no such declaration, so a person made it. */
export const searchableOf = (
  a: { readonly searchable?: false },
  b: { readonly searchable?: false },
): { readonly searchable?: false } => (a.searchable === false || b.searchable === false ? { searchable: false } : {});

/** A reading context is declared by a person, too: the first of the two. */
export const contextOfTypes = (a: NodeType, b: NodeType): Pick<NodeType, "context"> => {
  const context = a.context ?? b.context;
  return context === undefined ? {} : { context };
};

export function joinOccurrences(a: Occurrence, b: Occurrence): Occurrence {
  const min = Math.min(a.min, b.min);
  return a.max === undefined || b.max === undefined ? { min } : { min, max: Math.max(a.max, b.max) };
}

/** The narrowest type that reads what either reads, as far as types are nested: a string in the last resort. */
function joinValueTypes(a: ValueType, b: ValueType): ValueType {
  if (a === b) return a;
  const [one, other] = [parsedType(a), parsedType(b)];
  if (one.kind === other.kind && isOpen(one)) return a;
  if (one.kind === other.kind && isOpen(other)) return b;
  if (one.kind === "money" && other.kind === "money") return "money";
  const kinds = [one.kind, other.kind].sort().join(" ");
  if (kinds === "date dateTime") return "dateTime";
  if (one.kind === "interval" && other.kind === "interval" && [one.of, other.of].sort().join(" ") === "date dateTime")
    return textOfType({ kind: "interval", of: "dateTime" });
  if (one.kind === "ref" && other.kind === "ref")
    return textOfType({ kind: "ref", types: one.types && other.types && [...new Set([...one.types, ...other.types])] });
  return "string";
}

/** Entries of the first, then those that only the second has; `optional` makes one of what one of them lacks. */
function joinRecords<V>(
  a: Readonly<Record<string, V>>,
  b: Readonly<Record<string, V>>,
  join: (a: V, b: V) => V,
  optional: (one: V) => V,
): Readonly<Record<string, V>> {
  const entries: [string, V][] = Object.entries(a).map(([name, one]) => {
    const other = ownEntry(b, name);
    return [name, other === undefined ? optional(one) : join(one, other)];
  });
  for (const [name, other] of Object.entries(b)) if (!Object.hasOwn(a, name)) entries.push([name, optional(other)]);
  return Object.fromEntries(entries);
}

type Described = Pick<NodeType, "documentation" | "aliases">;

/** The first documentation of a person or the data; an empty text does not count. Other names are joined. */
export const documentationOf = (a: Described, b: Described): Described => {
  const documentation = a.documentation || b.documentation || (a.documentation ?? b.documentation);
  const aliases = [...new Set([...(a.aliases ?? []), ...(b.aliases ?? [])])];
  return {
    ...(documentation !== undefined && { documentation }),
    ...(aliases.length > 0 && { aliases }),
  };
};
