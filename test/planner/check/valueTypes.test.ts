import { attributeInfo, valueTypeOf } from "@semantic-xpath/planner";
import { describe, expect, test } from "vitest";
import { checkText } from "./marked.js";
import { trip } from "./trip.js";

describe("attributeInfo", () => {
  test("joins what the types say", () => {
    const info = attributeInfo(["POI", "Restaurant"], "name", trip)!;
    expect(info).toMatchObject({ type: "string", values: null, required: false, missing: [] });
    expect(info.declarations.map(({ on }) => on)).toEqual(["POI", "Restaurant"]);
  });
  test("names the types without it, and the allowed values", () => {
    expect(attributeInfo(["POI", "Restaurant"], "stars", trip)).toMatchObject({
      type: "number",
      values: ["1", "2", "3"],
      missing: ["POI"],
    });
  });
  test("is null where no type has it, or nothing is known", () => {
    expect(attributeInfo(["POI"], "toString", trip)).toBeNull();
    expect(attributeInfo(null, "name", trip)).toBeNull();
    expect(attributeInfo(["POI"], "name", null)).toBeNull();
  });
});

describe("valueTypeOf", () => {
  const typeOf = (types: readonly string[], value: string) => {
    const { kinds } = checkText(`//*[${value} = 1]`, null);
    const left = [...kinds.keys()][0]!;
    if (left.kind !== "AttributeReference" && left.kind !== "FieldReference" && left.kind !== "Call") {
      throw new Error("the test compares a simple value");
    }
    return valueTypeOf(types, left, trip);
  };
  test.each([
    [["POI"], "@price", "number"],
    [["POI", "Day"], "@price", "number"],
    [["Day"], "@date", "date"],
    [["Day"], "@rain", "boolean"],
    [["Task"], "status", "string"],
    [["Task"], "note", null],
    [["Day"], "@note", null],
    [["Day"], "position()", "number"],
    [["Day"], "name()", "string"],
  ] as const)("of %s %s is %s", (types, value, type) => expect(typeOf(types, value)).toBe(type));
});
