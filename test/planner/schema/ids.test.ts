import { declaresIds, idAttributes, parseSchema, referredTypes } from "@semantic-xpath/planner";
import { describe, expect, test } from "vitest";

const schemaOf = (types: Record<string, Record<string, string>>) =>
  parseSchema(
    JSON.stringify({
      version: 1,
      roots: [Object.keys(types)[0]],
      types: Object.fromEntries(
        Object.entries(types).map(([name, attributes]) => [
          name,
          {
            attributes: Object.fromEntries(Object.entries(attributes).map(([key, type]) => [key, { type }])),
          },
        ]),
      ),
    }),
  ).schema!;

describe("the ids of a schema", () => {
  test("are the attributes of type id", () => {
    const schema = schemaOf({ Turn: { key: "id" }, Note: { id: "string" } });
    expect([...idAttributes(schema)]).toEqual([["Turn", ["key"]]]);
    expect(declaresIds(schema)).toBe(true);
  });
  test("are those named id and xml:id where it declares none", () => {
    const schema = schemaOf({ Turn: { id: "string", "xml:id": "string" }, Note: { name: "string" } });
    expect([...idAttributes(schema)]).toEqual([["Turn", ["id", "xml:id"]]]);
    expect(declaresIds(schema)).toBe(false);
  });
});

describe("what a reference leads to", () => {
  const schema = schemaOf({ Turn: { key: "id", next: "ref(Turn)", any: "ref", name: "string" }, Event: { at: "id" } });
  const typesOf = (name: string) => referredTypes(schema, schema.types.Turn!.attributes[name]!);
  test("is what its type says", () => expect(typesOf("next")).toEqual(["Turn"]));
  test("is every type with an id where it says none", () => expect(typesOf("any")).toEqual(["Turn", "Event"]));
  test("is not known of a string", () => expect(typesOf("name")).toBeNull());
});
