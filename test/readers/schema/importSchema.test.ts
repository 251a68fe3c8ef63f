import { describe, expect, it } from "vitest";
import { readJson } from "../../../packages/readers/src/json.js";
import type { ImportedSchema } from "../../../packages/readers/src/schema/import/importing.js";
import { importJsonSchema } from "../../../packages/readers/src/schema/import/json/importJsonSchema.js";
import { validate } from "../../../packages/readers/src/schema/validate.js";

const fromJson = (schema: object, options = {}) => importJsonSchema(JSON.stringify(schema), options);
/** The types without what a reader takes for granted. */
function brief({ schema }: ImportedSchema): unknown {
  const plain = JSON.stringify(schema?.types, (_, value) => (value === false || value === 0 ? undefined : value));
  return JSON.parse(plain);
}
/** The codes with the text that each is about. */
const found = (text: string, { diagnostics }: ImportedSchema): string[] =>
  diagnostics.map(({ code, span }) => `${code} ${text.slice(span.start, span.end)}`);

const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });

describe("importJsonSchema", () => {
  it("names types as the reader does: by key, by list, by discriminator, without a wrapper", () => {
    const { schema, diagnostics } = fromJson({
      ...object({ plan: { $ref: "#/definitions/plan" } }, ["plan"]),
      definitions: {
        plan: object({
          days: {
            type: "array",
            minItems: 1,
            maxItems: 7,
            items: object({ date: { type: "string", format: "date" } }),
          },
          children: {
            type: "array",
            items: { oneOf: [object({ type: { const: "Walk" } }, ["type"]), { type: "null" }] },
          },
          text: { type: "string" },
          tags: { type: "array", items: { type: "string" } },
        }),
      },
    });
    expect(diagnostics).toEqual([]);
    expect(schema?.roots).toEqual(["plan"]);
    expect(brief({ schema, diagnostics })).toEqual({
      plan: { attributes: {}, children: { days: { max: 7 }, Walk: {}, tags: {} }, text: true },
      days: { attributes: { date: { type: "date" } }, children: {} },
      Walk: { attributes: {}, children: {} },
      tags: { attributes: {}, children: {}, text: true },
    });
    const data = readJson(
      '{"plan":{"days":[{"date":"2026-03-14"}],"children":[{"type":"Walk"}],"tags":["a"],"text":"t"}}',
    );
    expect(validate(data, schema!)).toEqual([]);
  });

  it.each<[string, object, object]>([
    ["a number", { type: "integer" }, { type: "number" }],
    ["a date and time", { type: "string", format: "date-time" }, { type: "dateTime" }],
    ["null besides", { type: ["boolean", "null"] }, { type: "boolean" }],
    ["OpenAPI's nullable", { type: "string", nullable: true }, { type: "string" }],
    ["values", { enum: ["a", "b", null] }, { type: "string", values: ["a", "b"] }],
    ["numbers as values", { enum: [1, 2.0] }, { type: "number", values: ["1", "2"] }],
    ["one value", { const: true }, { type: "boolean", values: ["true"] }],
    ["of two types", { type: ["string", "number"] }, { type: "string" }],
    [
      "one of two",
      { oneOf: [{ const: "a", title: "A" }, { const: "b" }] },
      { type: "string", values: ["a", "b"], documentation: "A" },
    ],
    ["all of two", { allOf: [{ type: "string" }, { enum: ["a", 1] }] }, { type: "string", values: ["a"] }],
    [
      "described",
      { type: "string", title: "T", description: "What it is." },
      { type: "string", documentation: "What it is." },
    ],
  ])("an attribute: %s", (_, property, attribute) => {
    const result = fromJson(object({ x: property, y: { type: "string" } }));
    expect(result.diagnostics).toEqual([]);
    expect(brief(result)).toEqual({ root: { attributes: { x: attribute, y: { type: "string" } }, children: {} } });
  });

  it("requires what every alternative requires", () => {
    const two = { anyOf: [object({ a: { type: "string" } }, ["a"]), object({ b: { type: "number" } }, ["b"])] };
    const { schema } = fromJson({ ...object({ c: { type: "string" }, d: two }, ["c"]) });
    expect(schema!.types.root!.attributes.c!.required).toBe(true);
    expect(schema!.types.d!.attributes).toMatchObject({ a: { required: false }, b: { required: false } });
  });

  it("follows recursion, anchors and references beside other words", () => {
    const { schema, diagnostics } = fromJson({
      $ref: "#node",
      $defs: {
        node: {
          $anchor: "node",
          ...object({ name: { type: "string" }, parts: { type: "array", items: { $ref: "#node" } } }),
        },
      },
    });
    expect(diagnostics).toEqual([]);
    expect(Object.keys(schema!.types)).toEqual(["root", "parts"]);
    expect(schema!.types.parts!.children).toEqual({ parts: { min: 0 } });
    const beside = { $ref: "#/$defs/a", description: "mine" };
    const both = (draft: string) =>
      fromJson({
        $schema: draft,
        ...object({ x: beside, y: {} }),
        $defs: { a: { type: "string", description: "its" } },
      });
    expect(both("https://json-schema.org/draft/2020-12/schema").schema!.types.root!.attributes.x!.documentation).toBe(
      "mine",
    );
    expect(both("http://json-schema.org/draft-07/schema#").schema!.types.root!.attributes.x!.documentation).toBe("its");
  });

  it("takes the discriminator of OpenAPI, where it is the member that names types", () => {
    const { schema, diagnostics } = fromJson(
      {
        ...object({ pets: { type: "array", items: { $ref: "#/$defs/Pet" } } }),
        $defs: {
          Pet: {
            oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }],
            discriminator: { propertyName: "kind", mapping: { hound: "#/$defs/Dog" } },
          },
          Cat: object({ kind: { type: "string" } }, ["kind"]),
          Dog: object({ kind: { type: "string" } }, ["kind"]),
        },
      },
      { typeKey: "kind" },
    );
    expect(diagnostics).toEqual([]);
    expect(Object.keys(schema!.types.root!.children)).toEqual(["Cat", "hound"]);
  });

  it("reads tuples of both drafts, lists in lists and lists at the root", () => {
    const tuple = fromJson(
      object({ p: { type: "array", prefixItems: [{ type: "number" }, object({})], minItems: 1, items: false } }),
    );
    expect(tuple.schema!.types.root!.children).toEqual({ p: { min: 0, max: 2 } });
    const old = fromJson({
      type: "array",
      items: [{ type: "string" }],
      additionalItems: { type: "array", items: { type: "number" } },
      minItems: 1,
    });
    expect(old.schema!.roots).toEqual(["root"]);
    expect(old.schema!.types.root!.children).toEqual({ item: { min: 1 } });
    expect(old.schema!.types.item).toMatchObject({ text: true, children: { item: { min: 0 } } });
  });

  it("allows a wrapper where there may be one", () => {
    expect(fromJson(object({ a: object({}), b: { type: "array", items: { type: "string" } } })).schema!.roots).toEqual([
      "a",
      "root",
    ]);
    expect(fromJson(object({ a: object({}), b: { type: "string" } }, ["b"])).schema!.roots).toEqual(["root"]);
  });

  it.each<[string, string, readonly string[]]>([
    [
      "elsewhere",
      '{"properties":{"a":{"$ref":"https://example.org/a.json#/b"}}}',
      ['SXP2302 "https://example.org/a.json#/b"'],
    ],
    ["nowhere", '{"properties":{"a":{"$ref":"#/$defs/b"}}}', ['SXP2305 "#/$defs/b"']],
    [
      "any names",
      '{"properties":{"a":{"type":"string"}},"additionalProperties":{"type":"number"}}',
      ['SXP2303 {"type":"number"}'],
    ],
    [
      "patterns",
      '{"patternProperties":{"^x-":{"type":"number"},"^(b|c)$":{"type":"string"}}}',
      ['SXP2303 {"type":"number"}'],
    ],
    [
      "any type",
      '{"properties":{"list":{"items":{"properties":{"type":{"type":"string"}}}}}}',
      ['SXP2306 {"type":"string"}'],
    ],
    [
      "left out",
      '{"properties":{"a":{"pattern":"x"},"pattern":{"type":"string"}},"minProperties":1}',
      ['SXP2304 "x"', "SXP2304 1"],
    ],
    ["no JSON", '{"a" 1}', ["SXP2301 1"]],
    ["nothing", "", ["SXP2301 "]],
    ["false", "false", []],
  ])("reports what it can't say: %s", (_, text, codes) => expect(found(text, importJsonSchema(text))).toEqual(codes));

  it("has no limit that it does not report", () => {
    const deep = `${'{"properties":{"a":'.repeat(2_000)}{}${"}}".repeat(2_000)}`;
    expect(importJsonSchema(deep).diagnostics[0]!.message).toContain("levels of nesting");
    const choices = Array.from({ length: 20 }, () => ({
      oneOf: [object({ a: { const: 1 } }), object({ b: { const: 2 } })],
    }));
    expect(fromJson({ allOf: choices }).diagnostics.map(({ code }) => code)).toContain("SXP2307");
  });

  it("takes names that objects have for names", () => {
    const { schema } = importJsonSchema(
      '{"properties":{"__proto__":{"type":"number"},"constructor":{"type":"array","items":{"type":"string"}}}}',
    );
    expect(Object.keys(schema!.types.root!.attributes)).toEqual(["__proto__"]);
    expect(Object.keys(schema!.types.root!.children)).toEqual(["constructor"]);
    expect(({} as { type?: string }).type).toBeUndefined();
  });
});
