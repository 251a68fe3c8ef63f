import type { AttributeType, NodeType, ValueType } from "@semantic-xpath/planner";

/** References of XML lead to whatever has an id: `ref` becomes `ref(A | B)` with all types that have one, a string if none has. */
export function linkReferences(types: ReadonlyMap<string, NodeType>): Readonly<Record<string, NodeType>> {
  const targets = [...types].filter(([, { attributes }]) => Object.values(attributes).some(isOf("id"))).map(([name]) => name);
  const type = targets.length === 0 ? "string" : `ref(${targets.join(" | ")})`;
  const linked = (attribute: AttributeType): AttributeType =>
    isOf("ref")(attribute) ? { ...attribute, type: type as ValueType } : attribute;
  return Object.fromEntries(
    [...types].map(([name, one]) => {
      const attributes = Object.entries(one.attributes).map(([key, attribute]) => [key, linked(attribute)]);
      return [name, { ...one, attributes: Object.fromEntries(attributes) }];
    }),
  );
}

const isOf =
  (type: string) =>
  (attribute: AttributeType): boolean =>
    (attribute.type as string) === type;
