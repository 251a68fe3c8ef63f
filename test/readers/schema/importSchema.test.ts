import { describe, expect, it } from "vitest";
import { readJson } from "../../../packages/readers/src/json.js";
import { importDtd } from "../../../packages/readers/src/schema/import/dtd/importDtd.js";
import type { ImportedSchema } from "../../../packages/readers/src/schema/import/importing.js";
import { importSchema, kindOfDefinition } from "../../../packages/readers/src/schema/import/importSchema.js";
import { importJsonSchema } from "../../../packages/readers/src/schema/import/json/importJsonSchema.js";
import { importXsd } from "../../../packages/readers/src/schema/import/xsd/importXsd.js";
import { validate } from "../../../packages/readers/src/schema/validate.js";
import { readXml } from "../../../packages/readers/src/xml.js";

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

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const xsd = (inner: string): string => `<xs:schema ${XS}>${inner}</xs:schema>`;

describe("importXsd", () => {
  it("joins what types extend, restrict and share", () => {
    const text = xsd(`<xs:element name="plan" type="Plan"><xs:annotation><xs:documentation>A
        plan.</xs:documentation></xs:annotation></xs:element>
      <xs:complexType name="Base"><xs:sequence><xs:element name="day" maxOccurs="7"><xs:simpleType><xs:restriction base="xs:date"/>
        </xs:simpleType></xs:element></xs:sequence><xs:attributeGroup ref="common"/></xs:complexType>
      <xs:complexType name="Plan" mixed="true"><xs:complexContent><xs:extension base="Base"><xs:choice minOccurs="2" maxOccurs="2">
        <xs:element name="day"/><xs:group ref="g"/></xs:choice></xs:extension></xs:complexContent></xs:complexType>
      <xs:group name="g"><xs:sequence><xs:element name="price"><xs:complexType><xs:simpleContent><xs:extension base="xs:decimal">
        <xs:attribute name="currency" fixed="EUR"/></xs:extension></xs:simpleContent></xs:complexType></xs:element></xs:sequence></xs:group>
      <xs:attributeGroup name="common"><xs:attribute name="id" type="xs:ID" use="required"/><xs:attribute name="of" type="xs:IDREFS"/>
        <xs:attribute name="kind" default="a"><xs:simpleType><xs:restriction base="xs:token"><xs:enumeration value="a"/>
        <xs:enumeration value="b"/></xs:restriction></xs:simpleType></xs:attribute></xs:attributeGroup>`);
    const result = importXsd(text);
    expect(found(text, result)).toEqual(['SXP2303 <xs:element name="day"/>']);
    expect(result.schema?.roots).toEqual(["plan"]);
    expect(brief(result)).toMatchObject({
      plan: {
        documentation: "A plan.",
        attributes: {
          id: { type: "id", required: true },
          of: { type: "ref" },
          kind: { type: "string", values: ["a", "b"], documentation: 'Default: "a".' },
        },
        children: { day: { min: 1, max: 9 }, price: { max: 2 } },
        text: true,
      },
      price: { attributes: { currency: { values: ["EUR"] } }, text: true },
    });
  });

  it.each<[string, string]>([
    ["xs:integer", "number"],
    ["xs:gYear", "number"],
    ["xs:boolean", "boolean"],
    ["xs:date", "date"],
    ["xs:dateTime", "dateTime"],
    ["xs:time", "time"],
    ["xs:duration", "duration"],
    ["xs:anyURI", "string"],
    ["xs:NMTOKENS", "string"],
  ])("reads %s as %s", (type, expected) => {
    const { schema } = importXsd(
      xsd(`<xs:element name="a"><xs:complexType><xs:attribute name="x" type="${type}"/></xs:complexType></xs:element>`),
    );
    expect(schema!.types.a!.attributes.x!.type).toBe(expected);
  });

  it("knows names by their namespace, whatever the prefix", () => {
    const text = `<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"><element name="a" type="t:date"/>
      <complexType name="date"><attribute name="when" type="date" use="required"/></complexType></schema>`;
    const { schema, diagnostics } = importXsd(text);
    expect(diagnostics).toEqual([]);
    expect(schema!.types.a!.attributes.when).toMatchObject({ type: "date", required: true });
    expect(validate(readXml('<a xmlns="urn:t" when="2026-03-14"/>'), schema!)).toEqual([]);
  });

  it("folds elements with text alone into attributes if asked, with their types", () => {
    const text = xsd(`<xs:element name="a"><xs:complexType><xs:all><xs:element name="due" type="xs:date"/>
      <xs:element name="kind" minOccurs="0"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="x"/></xs:restriction>
      </xs:simpleType></xs:element></xs:all></xs:complexType></xs:element>`);
    const { schema } = importXsd(text, { fields: true });
    expect(Object.keys(schema!.types)).toEqual(["a"]);
    expect(schema!.types.a!.attributes).toMatchObject({
      due: { type: "date", required: true, element: true },
      kind: { type: "string", required: false, values: ["x"], element: true },
    });
    expect(validate(readXml("<a><due>2026-03-14</due><kind>x</kind></a>"), schema!)).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    [
      "another file",
      '<xs:include schemaLocation="b.xsd"/><xs:element name="a" type="xs:date"/>',
      ['SXP2302 <xs:include schemaLocation="b.xsd"/>'],
    ],
    ["no type of the name", '<xs:element name="a" type="b"/>', ['SXP2305 <xs:element name="a" type="b"/>']],
    [
      "no element of the name",
      '<xs:element name="a"><xs:complexType><xs:sequence><xs:element ref="b"/></xs:sequence></xs:complexType></xs:element>',
      ['SXP2305 <xs:element ref="b"/>'],
    ],
    [
      "anything",
      '<xs:element name="a"><xs:complexType><xs:sequence><xs:any/></xs:sequence><xs:anyAttribute/></xs:complexType></xs:element>',
      ["SXP2303 <xs:any/>", "SXP2303 <xs:anyAttribute/>"],
    ],
    [
      "substitutions",
      '<xs:element name="a" type="xs:date" substitutionGroup="b"/>',
      ['SXP2304 <xs:element name="a" type="xs:date" substitutionGroup="b"/>'],
    ],
    [
      "itself",
      '<xs:element name="a" type="T"/><xs:complexType name="T"><xs:complexContent><xs:extension base="T"/></xs:complexContent></xs:complexType>',
      ['SXP2307 <xs:complexType name="T">'],
    ],
    ["no element", "", [`SXP2301 <xs:schema ${XS}>`]],
  ])("reports what it can't say: %s", (_, inner, codes) => {
    const text = xsd(inner);
    expect(found(text, importXsd(text))).toEqual(codes);
  });

  it("reports a document that is none", () => {
    expect(found("<a/>", importXsd("<a/>"))).toEqual(["SXP2301 <a"]);
    expect(importXsd("<a>").diagnostics[0]!.code).toBe("SXP2301");
    const groups = Array.from(
      { length: 5_000 },
      (_, at) => `<xs:group name="g${at}"><xs:sequence><xs:group ref="g${at + 1}"/></xs:sequence></xs:group>`,
    );
    const chain = xsd(
      `<xs:element name="a"><xs:complexType><xs:group ref="g0"/></xs:complexType></xs:element>${groups.join("")}`,
    );
    expect(importXsd(chain).diagnostics.map(({ code }) => code)).toEqual(["SXP2307"]);
  });
});

describe("importDtd", () => {
  it("reads content models, attributes, comments and entities", () => {
    const text = `<!ENTITY % inline "b | i"><!-- ***** A page. ***** -->
      <!ELEMENT page (title?, (p | list)+, page*)>
      <!ATTLIST page id ID #REQUIRED see IDREFS #IMPLIED kind (a|b) 'a' version CDATA #FIXED "1 &amp; 2">
      <!ELEMENT title (#PCDATA)> <!ELEMENT p (#PCDATA | %inline;)*> <!ELEMENT list EMPTY> <!ELEMENT b ANY> <!ELEMENT i (#PCDATA)>`;
    const result = importDtd(text);
    expect(found(text, result)).toEqual([]);
    expect(result.schema!.roots).toEqual(["page"]);
    const { page, p, list, b } = result.schema!.types;
    expect(page).toEqual({
      documentation: "A page.",
      attributes: {
        id: { type: "id", required: true, element: false },
        see: { type: "ref", required: false, element: false },
        kind: { type: "string", documentation: 'Default: "a".', required: false, values: ["a", "b"], element: false },
        version: { type: "string", required: false, values: ["1 & 2"], element: false },
      },
      children: { title: { min: 0, max: 1 }, p: { min: 0 }, list: { min: 0 }, page: { min: 0 } },
      text: false,
    });
    expect(p).toMatchObject({ text: true, children: { b: { min: 0 }, i: { min: 0 } } });
    expect(list).toMatchObject({ text: false, children: {} });
    expect(Object.keys(b!.children)).toHaveLength(6);
  });

  it("reads the DOCTYPE of a document, and takes its root", () => {
    const text = `<?xml version="1.0"?><!-- > --><!DOCTYPE b SYSTEM "a.dtd" [<!ELEMENT a (b)> <!ELEMENT b EMPTY>]><b/>`;
    const result = importDtd(text);
    expect(result.schema!.roots).toEqual(["b"]);
    expect(found(text, result)).toEqual(['SXP2302 <!DOCTYPE b SYSTEM "a.dtd" ']);
    expect(kindOfDefinition("", "empty.xml")).toBe("XSD");
    expect(kindOfDefinition(text)).toBe("DTD");
  });

  it.each<[string, string, readonly string[]]>([
    ["a file", '<!ENTITY % e SYSTEM "e.dtd">%e;<!ELEMENT a EMPTY>', ["SXP2302 %e;"]],
    ["no entity", "%e;<!ELEMENT a EMPTY>", ["SXP2305 %e;"]],
    ["no element of the name", "<!ELEMENT a (b)>", ["SXP2305 <!ELEMENT a (b)>"]],
    ["no content", "<!ELEMENT a (b,c|d)>", ["SXP2301 <!ELEMENT a (b,c|d)>"]],
    ["no attributes", "<!ELEMENT a EMPTY><!ATTLIST a x>", ["SXP2301 <!ATTLIST a x>"]],
    ["no element", "<!ATTLIST", ["SXP2301 <!ATTLIST"]],
    ["other words", "<!ELEMENT a EMPTY>words<!ELEMENT b EMPTY>", ["SXP2301 w"]],
  ])("reports what it can't read: %s", (_, text, codes) => expect(found(text, importDtd(text))).toEqual(codes));

  it("bounds what entities stand for, however they are in each other", { tags: "slow" }, () => {
    const lines = Array.from({ length: 40 }, (_, at) => `<!ENTITY % e${at + 1} "%e${at};%e${at};">`);
    const bomb = `<!ENTITY % e0 "<!ELEMENT a EMPTY>">${lines.join("")}%e40;`;
    const { schema, diagnostics } = importDtd(bomb);
    expect(Object.keys(schema!.types)).toEqual(["a"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["SXP2307"]);
    expect(importDtd('<!ENTITY % a "%b;"><!ENTITY % b "%a;">%a;<!ELEMENT x EMPTY>').diagnostics[0]!.message).toContain(
      "contains itself",
    );
    const deep = `<!ELEMENT a ${"(".repeat(100_000)}b${")".repeat(100_000)}><!ELEMENT b EMPTY>`;
    expect(importDtd(deep).schema!.types.a!.children).toEqual({ b: { min: 1, max: 1 } });
  });
});

describe("importSchema", () => {
  it.each([
    ["a.dtd", "", "DTD"],
    ["a.xsd", "", "XSD"],
    ["a.json", "<", "JSON Schema"],
    ["", "\uFEFF  <?xml version='1.0'?><xs:schema/>", "XSD"],
    ["-", "<!-- a --><!ELEMENT a EMPTY>", "DTD"],
    ["-", ' {"a":1}', "JSON Schema"],
    ["definitions", "%a;", "JSON Schema"],
  ] as const)("%j, %j is a %s", (name, text, kind) => {
    if (text !== "%a;") expect(kindOfDefinition(text, name)).toBe(kind);
    expect(() => importSchema(text, name)).not.toThrow();
  });
});
