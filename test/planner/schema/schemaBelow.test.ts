import { parseSchema, printSchema, schemaBelow } from "@semantic-xpath/planner";
import { describe, expect, it } from "vitest";

const { schema } = parseSchema(
  JSON.stringify({
    version: 1,
    documentation: "Of a zebra.",
    roots: ["Trip"],
    types: {
      Trip: { children: { Day: {}, Zebra: {} } },
      Day: { attributes: { next: { type: "ref(Day | Zebra)" }, of: { type: "ref(Zebra)" } }, children: { POI: {} } },
      POI: { attributes: { id: { type: "id" } }, children: { POI: { max: 2 } } },
      Zebra: { documentation: "Not for everybody." },
    },
  }),
);

describe("a schema of what is below a type", () => {
  const below = schemaBelow(schema!, "Day");

  it("begins at the type, and names no other that is not below it", () => {
    expect([below.roots, Object.keys(below.types)]).toEqual([["Day"], ["Day", "POI"]]);
    expect(printSchema(below)).not.toMatch(/zebra/i);
  });

  it("has references to what is left", () => {
    const { attributes } = below.types.Day!;
    expect([attributes.next!.type, attributes.of!.type]).toEqual(["ref(Day)", "ref"]);
  });

  it("is a schema: it reads as what it prints", () => {
    expect(parseSchema(printSchema(below)).schema).toEqual(below);
  });

  it("of a type that it does not know has none", () => {
    expect(schemaBelow(schema!, "constructor").types).toEqual({});
  });

  it("is made once", () => {
    expect(schemaBelow(schema!, "Day")).toBe(below);
  });
});
