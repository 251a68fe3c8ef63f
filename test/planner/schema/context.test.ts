import { parseSchema, printSchema } from "@semantic-xpath/planner";
import { describe, expect, test } from "vitest";

const schemaWith = (context: unknown) =>
  JSON.stringify({
    version: 1,
    roots: ["Conversation"],
    types: {
      Conversation: { attributes: { title: {} }, children: { Session: {} } },
      Session: { attributes: { date: {} }, children: { Turn: {}, Summary: {} } },
      Summary: { text: true },
      Turn: { text: true, attributes: { speaker: {} }, context },
    },
  });
const contextOf = (context: unknown) => parseSchema(schemaWith(context)).schema!.types.Turn!.context;
const messages = (context: unknown) =>
  parseSchema(schemaWith(context)).diagnostics.map(({ code, message }) => `${code} ${message}`);

describe("the context of a type", () => {
  const whole = { within: "Session", facts: ["date", "title"], neighbours: 1, by: "speaker" };

  test("is all, nothing, or what is named", () => {
    expect(contextOf(true)).toEqual({});
    expect(contextOf(false)).toBe(false);
    expect(contextOf(whole)).toEqual(whole);
    expect(contextOf({ facts: [] })).toEqual({ facts: [] });
    expect(parseSchema(schemaWith(undefined)).schema!.types.Turn).not.toHaveProperty("context");
  });
  test("prints as it is read", () => {
    for (const context of [true, false, whole, { neighbours: 0 }]) {
      const { schema, diagnostics } = parseSchema(schemaWith(context));
      expect(diagnostics).toEqual([]);
      expect(parseSchema(printSchema(schema!)).schema).toEqual(schema);
    }
  });
  test("names types that nodes can be in", () => {
    expect(messages({ within: "Summary" })).toEqual([
      'SXP2109 "Turn" is never in "Summary", so it can\'t be read with it. Name a type that it can be in, or leave "within" out for its parent.',
    ]);
    expect(messages({ within: "Turn" })[0]).toContain("SXP2109");
    expect(messages({ within: "Sesion" })[0]).toMatch(/^SXP2104 .*Did you mean "Session"/);
    expect(contextOf({ within: "Summary", neighbours: 1 })).toEqual({ neighbours: 1 });
    expect(messages({ within: "Conversation" })).toEqual([]);
  });
  test("names attributes of those and of its own", () => {
    expect(messages({ facts: ["date", "dat"] })[0]).toMatch(/^SXP2104 .*Did you mean "date"/);
    expect(contextOf({ facts: ["date", "speaker"] })).toEqual({ facts: ["date"] });
    expect(messages({ by: "author" })[0]).toContain("SXP2104");
    expect(contextOf({ by: "author" })).toEqual({});
  });
  test("has the shapes that the file format says", () => {
    for (const context of ["all", 1, [], { facts: "date" }, { neighbours: 9 }, { neighbours: -1 }, { by: 1 }])
      expect(
        messages(context).map((one) => one.slice(0, 7)),
        JSON.stringify(context),
      ).toEqual(["SXP2102"]);
    expect(messages({ facts: [1] })[0]).toContain("SXP2102");
    expect(messages({ neighbors: 1 })[0]).toMatch(/^SXP2103 .*Did you mean "neighbours"/);
  });
});
