import { type AttributeType, type NodeType, type Occurrence, type Schema, VALUE_TYPES } from "@semantic-xpath/planner";
import fc from "fast-check";

const NAMES = ["A", "B", "C", "D", "E", "__proto__", "constructor"];
const ATTRIBUTES = ["a", "b", "hasOwnProperty"];

const arbitraryAttribute: fc.Arbitrary<AttributeType> = fc.record(
  {
    type: fc.constantFrom(...VALUE_TYPES),
    required: fc.boolean(),
    element: fc.boolean(),
    documentation: fc.string(),
    searchable: fc.constant(false as const),
  },
  { requiredKeys: ["type", "required", "element"] },
);

const arbitraryOccurrence: fc.Arbitrary<Occurrence> = fc.oneof(
  fc.record({ min: fc.nat(2) }),
  fc.nat(2).chain((min) => fc.record({ min: fc.constant(min), max: fc.integer({ min: Math.max(1, min), max: 3 }) })),
);

/** What nodes or an attribute are called besides: each once, none empty. */
const aliases = fc.uniqueArray(
  fc.string({ minLength: 1 }).filter((name) => name.trim() !== ""),
  { minLength: 1, maxLength: 3 },
);

const arbitraryType = (names: readonly string[]): fc.Arbitrary<NodeType> =>
  fc.record(
    {
      attributes: record(ATTRIBUTES, arbitraryAttribute).map(withOneId),
      children: record(names, arbitraryOccurrence, 2),
      text: fc.boolean(),
      documentation: fc.string(),
      aliases,
      searchable: fc.constant(false as const),
      context: fc.oneof(fc.constant(false as const), fc.record({ neighbours: fc.nat(8) }, { requiredKeys: [] })),
    },
    { requiredKeys: ["attributes", "children", "text"] },
  );

/** A second id is a string: a type has one at most. */
function withOneId(attributes: Record<string, AttributeType>): Record<string, AttributeType> {
  let seen = false;
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.type !== "id") continue;
    if (seen) attributes[name] = { ...attribute, type: "string" };
    seen = true;
  }
  return attributes;
}

/** Sparse schemas of up to seven types with cycles, bounds and names that are properties of every object. */
export const arbitrarySchema: fc.Arbitrary<Schema> = fc.subarray(NAMES, { minLength: 1 }).chain((names) =>
  fc.record(
    {
      version: fc.constant(1 as const),
      documentation: fc.string(),
      strict: fc.constant(true as const),
      roots: fc.subarray(names, { minLength: 1 }),
      types: fc.array(arbitraryType(names), { minLength: names.length, maxLength: names.length }).map((types) => {
        const result: Record<string, NodeType> = Object.create(null);
        for (const [index, name] of names.entries()) result[name] = types[index]!;
        return result;
      }),
    },
    { requiredKeys: ["version", "roots", "types"] },
  ),
);

/** A record over some of the names, without a prototype. */
const record = <T>(
  names: readonly string[],
  value: fc.Arbitrary<T>,
  most = names.length,
): fc.Arbitrary<Record<string, T>> =>
  fc.subarray([...names], { maxLength: Math.min(most, names.length) }).chain((keys) =>
    fc.array(value, { minLength: keys.length, maxLength: keys.length }).map((values) => {
      const result: Record<string, T> = Object.create(null);
      for (const [index, key] of keys.entries()) result[key] = values[index]!;
      return result;
    }),
  );
