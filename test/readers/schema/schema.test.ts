import type { AttributeType, Schema } from "@semantic-xpath/planner";
import { describe, expect, it } from "vitest";
import { foldFields } from "../../../packages/readers/src/foldFields.js";
import { inferSchema } from "../../../packages/readers/src/schema/inferSchema.js";
import { validate } from "../../../packages/readers/src/schema/validate.js";
import { readXml } from "../../../packages/readers/src/xml.js";

const TASKS = `<List>
  <Task id="007" due="2026-03-14" hours="1.5" open="true"><status>Todo</status><note>Buy <b>milk</b></note></Task>
  <Task id="008" due="2026-03-15" hours="-2e3" open="false"><status>Done</status>
    <Step/><Step/>
  </Task>
  <Log>kept</Log>
</List>`;

const attribute = (parts: Partial<AttributeType> = {}): AttributeType => ({
  type: "string",
  required: false,
  element: false,
  ...parts,
});

describe("inferSchema", () => {
  it("finds roots, types, attributes, children and text", () => {
    expect(inferSchema(readXml(TASKS))).toEqual({
      version: 1,
      roots: ["List"],
      types: {
        List: { attributes: {}, children: { Task: { min: 1 }, Log: { min: 1, max: 1 } }, text: false },
        Task: {
          attributes: {
            id: attribute({ type: "id", required: true }),
            due: attribute({ type: "date", required: true }),
            hours: attribute({ type: "number", required: true }),
            open: attribute({ type: "boolean", required: true }),
          },
          children: { status: { min: 1, max: 1 }, note: { min: 0, max: 1 }, Step: { min: 0 } },
          text: false,
        },
        status: { attributes: {}, children: {}, text: true },
        note: { attributes: {}, children: { b: { min: 1, max: 1 } }, text: true },
        b: { attributes: {}, children: {}, text: true },
        Step: { attributes: {}, children: {}, text: false },
        Log: { attributes: {}, children: {}, text: true },
      },
    });
  });

  it("takes leaves with only text for fields if asked", () => {
    const { types } = inferSchema(readXml(TASKS), { fields: true });
    expect(Object.keys(types)).toEqual(["List", "Task", "note", "b", "Step"]);
    expect(types.Task!.attributes.status).toEqual(attribute({ required: true, element: true }));
    expect(types.Task!.children).toEqual({ note: { min: 0, max: 1 }, Step: { min: 0 } });
    expect(types.List!.attributes.Log).toEqual(attribute({ required: true, element: true }));
  });

  it.each([
    ["twice under a parent", "<a><b>x</b><b>y</b></a>"],
    ["with an attribute", '<a><c><b>x</b></c><b y="1">x</b></a>'],
    ["with a child", "<a><c><b>x</b></c><b>x<d/></b></a>"],
    ["without text", "<a><b/></a>"],
    ["beside an attribute of the same name", '<a b="1"><b>x</b></a>'],
    ["within text", "<a>one <b>x</b></a>"],
    ["the root", "<b>x</b>"],
  ])("an element is no field: %s", (_, xml) => {
    expect(Object.keys(inferSchema(readXml(xml), { fields: true }).types)).toContain("b");
  });

  it.each<[string, string[], Partial<AttributeType>]>([
    ["few and often", ["a", "b", "a", "b", "a", "b"], { values: ["a", "b"] }],
    ["one value once", ["a", "a", "a", "a", "a", "b"], {}],
    ["too seldom", ["a", "b", "a", "b", "a"], {}],
    [
      "12 values",
      Array.from({ length: 36 }, (_, i) => `v${i % 12}`),
      { values: Array.from({ length: 12 }, (_, i) => `v${i}`) },
    ],
    ["13 values", Array.from({ length: 39 }, (_, i) => `v${i % 13}`), {}],
    ["numbers", ["1", "1", "1"], { type: "number" }],
    ["mixed", ["1", "true", "1", "true", "1", "true"], { odd: "absent", values: ["1", "true"] }],
    ["one in ten is odd", ["1", "2", "3", "4", "5", "6", "7", "8", "9", "n/a"], { type: "number", odd: "absent" }],
    ["leading zeros", ["007"], {}],
    ["no such day", ["2026-02-30"], { odd: "absent" }],
    ["a date with its time", ["2026-02-28T10:30:00Z", "2026-03-01"], { type: "dateTime" }],
    ["money", ["CAD 38", "CAD 12.50"], { type: "money(CAD)" }],
    ["money in two currencies", ["CAD 38", "€12"], { type: "money" }],
    ["a quantity", ["12 km", "500 m"], { type: "quantity(km)" }],
    ["quantities of two dimensions", ["12 km", "5 kg"], { type: "string", odd: "absent" }],
    ["a time", ["9:30 AM", "21:00"], { type: "time" }],
    ["a duration", ["1 h 20 min", "PT20M"], { type: "duration" }],
    ["an interval", ["9:00 AM - 10:30 AM", "11:00 - 12:00"], { type: "interval(time)" }],
    ["a year", ["2026"], { type: "number" }],
    ["empty", ["", "1"], { type: "number", odd: "absent" }],
  ])("types of values: %s", (_, values, expected) => {
    const tree = readXml(`<a>${values.map((value) => `<b x="${value}"/>`).join("")}</a>`);
    expect(inferSchema(tree).types.b!.attributes.x).toEqual(attribute({ required: true, ...expected }));
  });

  it("has no reference to what another tree shows to have no ids", () => {
    const trees = ['<List><Task id="t 1"/><Note of="t 1"/></List>', "<List><Task id='b'/><Task id='b'/></List>"];
    const typeOf = (schema: Schema) => schema.types.Note!.attributes.of!.type;
    expect(typeOf(inferSchema(readXml(trees[0]!)))).toBe("ref(Task)");
    expect(typeOf(inferSchema(trees.map((text) => readXml(text))))).toBe("string");
  });

  it("joins several trees, awkward names included", () => {
    const schema = inferSchema([
      readXml('<a><__proto__ constructor="1"/></a>'),
      readXml('<b constructor="x"><a/></b>'),
    ]);
    expect(schema.roots).toEqual(["a", "b"]);
    expect(Object.keys(schema.types)).toEqual(["a", "__proto__", "b"]);
    expect(schema.types.a!.children).toEqual(JSON.parse('{"__proto__":{"min":0,"max":1}}'));
    expect(schema.types.b!.attributes).toEqual({ constructor: attribute({ required: true }) });
  });
});

it("a schema that is inferred from data fits the same data when they grow", () => {
  const day = (index: number) => `<Day kind="${index % 2 === 0 ? "work" : "rest"}"><POI/><POI/></Day>`;
  const days = (count: number) => readXml(`<Plan>${Array.from({ length: count }, (_, i) => day(i)).join("")}</Plan>`);
  const schema = inferSchema(days(30));
  for (const count of [1, 29, 31, 90]) expect(validate(days(count), schema), `${count} days`).toEqual([]);
});

describe("foldFields", () => {
  const tree = readXml(TASKS);
  const schema = inferSchema(tree, { fields: true });

  it("makes field elements attributes, spans kept", () => {
    const folded = foldFields(tree, schema);
    expect(JSON.parse(JSON.stringify(folded.root))).toEqual({
      type: "List",
      attributes: { Log: "kept" },
      children: [
        {
          type: "Task",
          attributes: { id: "007", due: "2026-03-14", hours: "1.5", open: "true", status: "Todo" },
          children: [
            { type: "note", attributes: {}, text: "Buy", children: [{ type: "b", attributes: {}, text: "milk" }] },
          ],
        },
        {
          type: "Task",
          attributes: { id: "008", due: "2026-03-15", hours: "-2e3", open: "false", status: "Done" },
          children: [
            { type: "Step", attributes: {} },
            { type: "Step", attributes: {} },
          ],
        },
      ],
    });
    expect(TASKS.slice(folded.spanStart![4], folded.spanEnd![4])).toBe("<b>milk</b>");
    expect(folded.source).toEqual(tree.source);
  });

  it("gives the same tree where nothing is to fold, and the same result again", () => {
    expect(foldFields(tree, inferSchema(tree))).toBe(tree);
    expect(foldFields(readXml("<x/>"), schema).root!.type).toBe("x");
    expect(foldFields(tree, schema)).toBe(foldFields(tree, schema));
    expect(foldFields(foldFields(tree, schema), schema)).toBe(foldFields(tree, schema));
  });

  it("takes what comes first, with its string value", () => {
    const twice = readXml("<Task><status>A <i>b</i></status><x/><status>C</status></Task>");
    expect(foldFields(twice, schema).root!.attributes).toEqual({ status: "A b" });
    const both = readXml('<Task status="own"><status>C</status></Task>');
    expect(foldFields(both, schema).root!.attributes).toEqual({ status: "own" });
  });
});

describe("validate", () => {
  const schema: Schema = {
    version: 1,
    roots: ["Plan"],
    types: {
      Plan: { attributes: {}, children: { Day: { min: 1, max: 2 } }, text: false },
      Day: {
        attributes: {
          index: attribute({ type: "number", required: true }),
          kind: attribute({ values: ["work", "rest"] }),
          note: attribute({ element: true, required: true, type: "date" }),
        },
        children: {},
        text: false,
      },
    },
  };
  const problems = (xml: string, limit?: number) =>
    validate(readXml(xml), schema, limit === undefined ? {} : { limit }).map(({ code, message, span }) => {
      expect(code).toBe("SXP4008");
      return `${message.replace(" does not fit the schema", "")} ${xml.slice(span.start, span.end)}`;
    });

  it("finds nothing in fitting data, folded or not", () => {
    const fitting = readXml('<Plan><Day index="1" kind="rest"><note>2026-03-14</note></Day></Plan>');
    expect(validate(fitting, schema)).toEqual([]);
    expect(validate(foldFields(fitting, schema), schema)).toEqual([]);
    expect(validate(readXml(TASKS), inferSchema(readXml(TASKS), { fields: true }))).toEqual([]);
    expect(validate(readXml(TASKS), inferSchema(readXml(TASKS)))).toEqual([]);
  });

  it.each([
    ['<Day index="1" note="2026"/>', ['/Day: a "Day" may not be the root. <Day index="1" note="2026"/>']],
    [
      "<Trip><Day/></Trip>",
      [
        '/Trip: "Trip" is not a type of the schema: there is "Plan" or "Day". <Trip><Day/></Trip>',
        '/Trip/Day: the attribute "index" is missing. <Day/>',
        '/Trip/Day: the attribute "note" is missing. <Day/>',
      ],
    ],
    ["<Plan/>", ['/Plan: it needs at least 1 "Day" and has 0. <Plan/>']],
    [
      "<Plan><Day index='1' note='2026'/><Plan/></Plan>",
      [
        '/Plan/Plan: a "Plan" is not allowed under "Plan": there may be "Day". <Plan/>',
        '/Plan/Plan: it needs at least 1 "Day" and has 0. <Plan/>',
      ],
    ],
    [
      "<Plan><Day index='x' kind='y' note='z'/></Plan>",
      [
        `/Plan/Day: the value "x" of "index" is not a number. <Day index='x' kind='y' note='z'/>`,
        `/Plan/Day: the value "y" of "kind" is not allowed: it is "work" or "rest". <Day index='x' kind='y' note='z'/>`,
        `/Plan/Day: the value "z" of "note" is not a date. <Day index='x' kind='y' note='z'/>`,
      ],
    ],
    [
      "<Plan><Day index='1' more='1'><note>z</note>text</Day></Plan>",
      [
        `/Plan/Day: "more" is not an attribute of "Day": it has "index", "kind" or "note". <Day index='1' more='1'><note>z</note>text</Day>`,
        `/Plan/Day: it may not have text of its own. <Day index='1' more='1'><note>z</note>text</Day>`,
        '/Plan/Day/note: the value "z" of "note" is not a date. <note>z</note>',
      ],
    ],
    [
      "<Plan><constructor/></Plan>",
      [
        '/Plan: it needs at least 1 "Day" and has 0. <Plan><constructor/></Plan>',
        '/Plan/constructor: "constructor" is not a type of the schema: there is "Plan" or "Day". <constructor/>',
      ],
    ],
  ])("%s", (xml, expected) => expect(problems(xml)).toEqual(expected));

  it("reports the first child beyond the maximum", () => {
    const day = (index: number) => `<Day index="${index}" note="2026"/>`;
    expect(problems(`<Plan>${[1, 2, 3, 4].map(day).join("")}</Plan>`)).toEqual([
      `/Plan/Day[3]: there are more than 2 "Day" under one "Plan". ${day(3)}`,
    ]);
  });

  it("stops at the limit", () => {
    const xml = `<Plan>${"<x/>".repeat(500)}</Plan>`;
    expect(problems(xml)).toHaveLength(100);
    expect(problems(xml, 7)).toHaveLength(7);
  });
});
