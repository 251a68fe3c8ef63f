import { parseSchema, printSchema, type Schema } from "@semantic-xpath/planner";
import { describe, expect, it } from "vitest";
import { describeChange, diffSchemas } from "../../../packages/readers/src/schema/diffSchemas.js";
import { editSchemaText } from "../../../packages/readers/src/schema/editSchemaText.js";
import { inferSchema } from "../../../packages/readers/src/schema/inferSchema.js";
import { mergeSchema } from "../../../packages/readers/src/schema/mergeSchema.js";
import { readXml } from "../../../packages/readers/src/xml.js";

const schemaOf = (types: object, roots = Object.keys(types).slice(0, 1)): Schema =>
  parseSchema(JSON.stringify({ version: 1, roots, types })).schema!;

const WRITTEN = schemaOf({
  Plan: { documentation: "A plan.", children: { Day: { min: 2, max: 6 } } },
  Day: {
    attributes: {
      date: { type: "date", required: true },
      kind: { values: ["work", "rest"], documentation: "What for." },
      count: { type: "number" },
      note: { element: true, type: "time" },
    },
  },
});

const merged = (xml: string, options = {}) => {
  const { schema, changes } = mergeSchema(WRITTEN, inferSchema(readXml(xml), { expected: WRITTEN, ...options }));
  return { schema, says: changes.map((change) => `${describeChange(change)} (${change.reason})`) };
};

describe("mergeSchema", () => {
  it("changes nothing where all holds: types, values, bounds and fields", () => {
    const days = ["2026", "2026-03-14"].map(
      (date) => `<Day date="${date}" kind="rest" count="7"><note>9:00 AM</note></Day>`,
    );
    expect(merged(`<Plan>${days.join("")}</Plan>`)).toEqual({ schema: WRITTEN, says: [] });
  });

  it("adds what is new, and widens what the data contradict, each with its reason", () => {
    const days = Array.from(
      { length: 7 },
      () => '<Day kind="feast" count="many" place="here"><note>a</note><POI/></Day>',
    );
    const { schema, says } = merged(`<Plan>${days.join("")}</Plan>`);
    expect(says).toEqual([
      'child "Day" of "Plan": max 6 becomes unbounded (a "Plan" of the data has more "Day")',
      'attribute "date" of "Day": required true becomes false (a "Day" of the data has none)',
      'attribute "kind" of "Day": values "work", "rest" becomes "work", "rest", "feast" (the data have other values)',
      'attribute "count" of "Day": type number becomes string (a value of the data is not of type number)',
      'attribute "note" of "Day": type time becomes string (a value of the data is not of type time)',
      'attribute "place" of "Day" is new (the data have it)',
      'child "POI" of "Day" is new (the data have it)',
      'type "POI" is new (the data have it)',
    ]);
    expect(schema.types.Plan!.children.Day).toEqual({ min: 2 });
    expect(schema.types.Day!.attributes.note).toMatchObject({ element: true, required: false });
    expect(schema.types.Day!.attributes.kind!.documentation).toBe("What for.");
  });

  it("keeps a type of which some values are blank, and says so", () => {
    const days = ["7", ""].map((count) => `<Day date="2026" count="${count}"/>`);
    const { schema } = merged(`<Plan>${days.join("")}</Plan>`);
    expect(schema.types.Day!.attributes.count).toMatchObject({ type: "number", odd: "absent" });
  });

  it("lets a declared child that could be a field have text", () => {
    const written = schemaOf({ b: { children: { c: {} } }, c: { attributes: { x: { required: true } } } });
    const tree = readXml("<b><c>a word</c></b>");
    const { schema } = mergeSchema(written, inferSchema(tree, { fields: true }));
    expect(schema.types.c).toMatchObject({ text: true, attributes: { x: { required: false } } });
    expect(schema.types.b!.children.c).toBeDefined();
  });

  it("refers to ids only", () => {
    const written = schemaOf({
      List: { children: { Task: {}, Note: {} } },
      Task: { attributes: { id: { type: "number" } } },
      Note: {},
    });
    const inferred = inferSchema(readXml('<List><Task id="a"/><Note of="a"/></List>'), { expected: written });
    const { types } = mergeSchema(written, inferred).schema;
    expect([types.Task!.attributes.id!.type, types.Note!.attributes.of!.type]).toEqual(["string", "string"]);
  });

  it("fills in documentation that nobody wrote", () => {
    const { schema } = merged('<Plan><Day date="2026-03-14"/><Day date="2026-03-15"/></Plan>', { stubs: "examples" });
    expect(schema.types.Plan!.documentation).toBe("A plan.");
    expect(schema.types.Day!.attributes.date!.documentation).toBe('e.g. "2026-03-14"');
  });

  it("widens with what was inferred alone, where no values are known", () => {
    const { schema } = mergeSchema(
      WRITTEN,
      inferSchema(readXml('<Plan><Day date="2026"><note>9:00</note></Day></Plan>')),
    );
    expect(schema.types.Day!.attributes.date!.type).toBe("string");
    expect(schema.types.Day!.attributes.note).toMatchObject({ type: "string", element: true });
    expect(Object.keys(schema.types)).toEqual(["Plan", "Day"]);
  });
});

describe("editSchemaText", () => {
  it("keeps the layout of what does not change", () => {
    const text = `{
    "$schema": "x.json", "version": 1,

    "roots": ["Plan"],
    "types": { "Plan": { "children": { "Day": { "min": 2, "max": 6 } } },
        "Day": { "attributes": { "date":   { "type": "date", "required": true } } } }
}
`;
    const written = parseSchema(text).schema!;
    const inferred = inferSchema(readXml('<Plan><Day place="a"/></Plan>'), { expected: written });
    const { schema, changes } = mergeSchema(written, inferred);
    expect(editSchemaText(text, changes, schema)).toBe(`{
    "$schema": "x.json", "version": 1,

    "roots": ["Plan"],
    "types": { "Plan": { "children": { "Day": { "min": 1, "max": 6 } } },
        "Day": { "attributes": { "date":   { "type": "date" }, "place": { "type": "string", "required": true } } } }
}
`);
  });

  it("puts a property where the last one is, and makes what it needs around it", () => {
    const edit = (text: string, after: Schema) => {
      const written = parseSchema(text).schema!;
      return editSchemaText(text, mergeSchema(written, after).changes, mergeSchema(written, after).schema);
    };
    const withX = schemaOf({ a: { attributes: { x: { type: "number" } } } });
    const head = '{"version":1,"roots":["a"],"types":{"a":';
    expect(edit(`${head}{}}}`, withX)).toBe(`${head}{ "attributes": { "x": { "type": "number" } } }}}`);
    expect(edit(`${head}{\n\t"text":true}}}`, withX)).toBe(
      `${head}{\n\t"text":true,\n\t"attributes": { "x": { "type": "number" } }}}}`,
    );
  });

  it("writes anew what can't be changed in place", () => {
    const text = '{ "version": 1, "roots": ["a"], "types": { "a": {}, "a": { "text": true } } }';
    const { schema, changes } = mergeSchema(schemaOf({ a: {} }), schemaOf({ a: { text: true } }));
    expect(parseSchema(editSchemaText(text, changes, schema)).schema).toEqual(schema);
    expect(editSchemaText("nothing", changes, schema)).toBe(printSchema(schema));
  });
});

describe("diffSchemas", () => {
  const a = schemaOf({
    Plan: { children: { Day: {} } },
    Day: { text: true, attributes: { x: {}, y: { type: "date" } } },
  });
  const says = (before: Schema, after: Schema) =>
    diffSchemas(before, after).map((change) => `${change.breaking ? "! " : ""}${describeChange(change)}`);

  it.each<[string, object, readonly string[]]>([
    [
      "nothing",
      { Plan: { children: { Day: {} } }, Day: { attributes: { y: { type: "date" }, x: {} }, text: true } },
      [],
    ],
    [
      "an attribute",
      { Plan: { children: { Day: {} } }, Day: { text: true, attributes: { x: { required: true }, z: {} } } },
      [
        'attribute "x" of "Day": required false becomes true',
        'attribute "z" of "Day" is new',
        '! attribute "y" of "Day" is gone',
      ],
    ],
    [
      "a type of values, and the values",
      {
        Plan: { children: { Day: {} } },
        Day: { text: true, attributes: { x: { values: ["a"] }, y: { type: "time" } } },
      },
      ['! attribute "x" of "Day": values unbounded becomes "a"', '! attribute "y" of "Day": type date becomes time'],
    ],
    [
      "bounds",
      {
        Plan: { children: { Day: { min: 1, max: 4 } } },
        Day: { text: true, attributes: { x: {}, y: { type: "date" } } },
      },
      ['child "Day" of "Plan": min 0 becomes 1', '! child "Day" of "Plan": max unbounded becomes 4'],
    ],
    [
      "a name",
      { Plan: { children: { Tag: {} } }, Tag: { text: true, attributes: { x: {}, y: { type: "date" } } } },
      ['! type "Day" is gone; "Tag" may be its new name'],
    ],
    ["a type", { Plan: {} }, ['! child "Day" of "Plan" is gone', '! type "Day" is gone']],
  ])("finds %s", (_, types, expected) => expect(says(a, schemaOf(types))).toEqual(expected));

  it("finds roots", () => {
    const roots = (...names: string[]) => schemaOf({ a: {}, b: {} }, names);
    expect(says(roots("a"), roots("a", "b"))).toEqual(['schema: roots "a" becomes "a", "b"']);
    expect(says(roots("a", "b"), roots("b"))).toEqual(['! schema: roots "a", "b" becomes "b"']);
  });
});

it("that a schema is strict is a change, is written into its file, and stays when data are merged", () => {
  const text = '{\n  "version": 1,\n  "roots": ["A"],\n  "types": { "A": { "children": { "A": { "max": 2 } } } }\n}\n';
  const before = parseSchema(text).schema!;
  const after: Schema = { ...before, strict: true };
  const changes = diffSchemas(before, after);
  expect(changes.map(describeChange)).toEqual(["schema: strict false becomes true"]);
  expect(changes.map(({ breaking }) => breaking)).toEqual([false]);
  const edited = editSchemaText(text, changes, after);
  expect(parseSchema(edited)).toEqual({ schema: after, diagnostics: [] });
  expect(parseSchema(editSchemaText(edited, diffSchemas(after, before), before)).schema).toEqual(before);
  expect(mergeSchema(after, before).schema.strict).toBe(true);
});
