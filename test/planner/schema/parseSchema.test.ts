import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "@semantic-xpath/parser";
import { parseSchema } from "@semantic-xpath/planner";
import { describe, expect, test } from "vitest";
import { schemaFileSchema } from "../../../packages/planner/src/schema/schemaShape.js";

/** A schema file with marked places: each diagnostic is at its mark, in order. */
function marked(strings: TemplateStringsArray, ...marks: string[]) {
  let text = strings[0]!;
  const spans = marks.map((mark, index) => {
    const start = text.length;
    text += mark + strings[index + 1]!;
    return { start, end: start + mark.length };
  });
  return { text, spans };
}

function expectReports(source: ReturnType<typeof marked>, ...expected: string[]) {
  const { diagnostics } = parseSchema(source.text);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual(expected);
  expect(diagnostics.map(({ span }) => span)).toEqual(source.spans);
}

const applyFirstFix = (text: string, { fixes }: Diagnostic): string =>
  fixes[0]!.edits.reduceRight(
    (result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end),
    text,
  );

describe("a schema file", () => {
  test("gives the model, with defaults filled in", () => {
    const { schema, diagnostics } = parseSchema(`{
      "$schema": "./sxp-schema.json", "version": 1, "documentation": "A trip", "roots": ["Day"],
      "types": {
        "Day": {
          "attributes": { "date": { "type": "date", "required": true }, "status": { "values": ["Todo", "Done"], "element": true } },
          "children": { "POI": { "min": 1, "max": 20 } }
        },
        "POI": { "text": true, "documentation": "A place" }
      }
    }`);
    expect(diagnostics).toEqual([]);
    expect(schema).toEqual({
      version: 1,
      documentation: "A trip",
      roots: ["Day"],
      types: {
        Day: {
          attributes: {
            date: { type: "date", required: true, element: false },
            status: { type: "string", required: false, values: ["Todo", "Done"], element: true },
          },
          children: { POI: { min: 1, max: 20 } },
          text: false,
        },
        POI: { documentation: "A place", attributes: {}, children: {}, text: true },
      },
    });
  });

  test("may call a type __proto__ or constructor", () => {
    const { schema, diagnostics } = parseSchema(
      '{ "version": 1, "roots": ["__proto__"], "types": { "__proto__": { "children": { "constructor": {} } }, "constructor": {} } }',
    );
    expect(diagnostics).toEqual([]);
    expect(Object.keys(schema!.types)).toEqual(["__proto__", "constructor"]);
    expect(Object.hasOwn(schema!.types, "toString")).toBe(false);
    expect(({} as Record<string, unknown>).children).toBeUndefined();
  });

  test("may say what types and attributes are called besides, each once", () => {
    const text = (aliases: string) =>
      `{ "version": 1, "roots": ["A"], "types": { "A": { "aliases": ["stop"], "attributes": { "b": { "aliases": ${aliases} } } } } }`;
    const { schema, diagnostics } = parseSchema(text('["price"]'));
    expect(diagnostics).toEqual([]);
    expect(schema!.types.A!.aliases).toEqual(["stop"]);
    expect(schema!.types.A!.attributes.b!.aliases).toEqual(["price"]);
    expect(parseSchema(text('["price", "price", ""]')).diagnostics.map(({ code }) => code)).toEqual([
      "SXP2105",
      "SXP2102",
    ]);
  });

  test("is described by the JSON Schema beside the package, which the shape gives", () => {
    const path = fileURLToPath(new URL("../../../packages/planner/schema/sxp-schema.json", import.meta.url));
    const given = JSON.parse(JSON.stringify(schemaFileSchema()));
    if (process.env.SXP_GENERATE === "1") writeFileSync(path, `${JSON.stringify(given, null, 2)}\n`);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(given);
  });
});

describe("SXP2101, a text that is no JSON", () => {
  test("has no schema", () => {
    const source = marked`{ "version": 1 ${'"roots"'}: ["A"], "types": { "A": {} } }`;
    expectReports(source, "SXP2101 The schema file can't be read as JSON: a comma is missing.");
    expect(parseSchema(source.text).schema).toBeNull();
  });
  test("may be empty", () => expect(parseSchema("").diagnostics[0]!.code).toBe("SXP2101"));
  test("may be very deep", () => expect(parseSchema("[".repeat(100_000)).diagnostics[0]!.code).toBe("SXP2101"));
  test("has a visible span at the end of the text", () => {
    const { diagnostics } = parseSchema('{ "version": 1');
    expect(diagnostics[0]!.span).toEqual({ start: 13, end: 14 });
  });
  test("may have a comment", () =>
    expectReports(
      marked`{ ${"// types"}
 "version": 1, "roots": ["A"], "types": { "A": {} } }`,
      `SXP2101 The schema file can't be read as JSON: JSON has no comments; use "documentation".`,
    ));
});

describe("SXP2102, a wrong shape", () => {
  test("is reported at each place, and the rest is still read", () => {
    const source = marked`{ "version": ${"2"}, "roots": ["A"], "types": { "A": { "text": ${'"yes"'}, "attributes": { "n": { "type": ${'"nubmer"'} } } } } }`;
    expectReports(
      source,
      'SXP2102 "version" in the schema file must be 1.',
      'SXP2102 "types.A.text" in the schema file must be true or false.',
      'SXP2102 "types.A.attributes.n.type" in the schema file must be string, number, boolean, date, dateTime, time, duration, money, money(CAD), quantity, quantity(km), interval(time), id or ref(Type).',
    );
  });
  test("is an empty list of roots; the top types stand in", () => {
    const source = marked`{ "version": 1, "roots": ${"[]"}, "types": { "A": { "children": { "B": {} } }, "B": {} } }`;
    expectReports(source, 'SXP2102 "roots" in the schema file must be a list with the name of at least one type.');
    expect(parseSchema(source.text).schema!.roots).toEqual(["A"]);
  });
  test("is a schema without types", () => {
    const source = marked`${"{"} "version": 1, "roots": ["A"] }`;
    expectReports(source, 'SXP2102 "types" in the schema file must be an object that declares the node types by name.');
    expect(parseSchema(source.text).schema).toBeNull();
  });
  test("is an allowed value of another type", () =>
    expectReports(
      marked`{ "version": 1, "roots": ["A"], "types": { "A": { "attributes": { "n": { "type": "number", "values": ["1", ${'"x"'}] } } } } }`,
      'SXP2102 "types.A.attributes.n.values[1]" in the schema file must be a text that reads as a number.',
    ));
  test("is a negative or broken number of children", () =>
    expectReports(
      marked`{ "version": 1, "roots": ["A"], "types": { "A": { "children": { "A": { "min": ${"-1"}, "max": ${"1.5"} } } } } }`,
      'SXP2102 "types.A.children.A.min" in the schema file must be a whole number of at least 0.',
      'SXP2102 "types.A.children.A.max" in the schema file must be a whole number of at least 1.',
    ));
});

describe("ids and references", () => {
  const typed = (type: string) =>
    marked`{ "version": 1, "roots": ["Turn"], "types": { "Turn": { "attributes": { "next": { "type": ${JSON.stringify(type)} } } }, "due date": {} } }`;
  const typeOf = (type: string) => parseSchema(typed(type).text).schema!.types.Turn!.attributes.next!.type;

  test.each([
    ["id", "id"],
    ["ref", "ref"],
    ["ref( Turn )", "ref(Turn)"],
    ["ref(Turn|due date)", 'ref(Turn | "due date")'],
    ["ref('due date' | Turn | Turn)", 'ref("due date" | Turn)'],
  ])("%s is %s", (written, type) => expect(typeOf(written)).toBe(type));

  test.each(["ref()", "ref(Turn |)", "ref(| Turn)", 'ref("Turn)', "ref(Turn Turn | )"])("%s is none", (type) =>
    expectReports(
      typed(type),
      'SXP2102 "types.Turn.attributes.next.type" in the schema file must be ref with the types that it leads to, such as ref(Turn) or ref(Turn | Event).',
    ),
  );

  test("SXP2104: an undeclared type, with the reference that may be meant", () => {
    const source = typed("ref(Trun | due date)");
    expectReports(
      source,
      'SXP2104 "Trun" in "types.Turn.attributes.next.type" is not declared under "types". Did you mean "Turn"?',
    );
    expect(typeOf("ref(Trun | due date)")).toBe('ref("due date")');
    expect(typeOf("ref(Trun)")).toBe("ref");
    expect(applyFirstFix(source.text, parseSchema(source.text).diagnostics[0]!)).toBe(
      typed('ref(Turn | "due date")').text,
    );
  });

  test("SXP2108: one id of a type", () => {
    const source = marked`{ "version": 1, "roots": ["A"], "types": { "A": { "attributes": { "id": { "type": "id" }, ${'"key"'}: { "type": "id" } } } } }`;
    expectReports(
      source,
      'SXP2108 "A" has the id "id", so "key" can\'t be another. Declare one of the two as a string.',
    );
    expect(parseSchema(source.text).schema!.types.A!.attributes.key!.type).toBe("string");
  });
});

describe("SXP2103 to SXP2107", () => {
  test("SXP2103: an unknown property, with the nearest name and a fix", () => {
    const source = marked`{ "version": 1, "roots": ["A"], "types": { "A": { ${'"atributes"'}: {} } } }`;
    expectReports(source, 'SXP2103 "types.A" has no property "atributes". Did you mean "attributes"?');
    const fixed = applyFirstFix(source.text, parseSchema(source.text).diagnostics[0]!);
    expect(parseSchema(fixed).diagnostics).toEqual([]);
  });
  test("SXP2104: an undeclared type in roots and in children", () => {
    const source = marked`{ "version": 1, "roots": [${'"Dya"'}], "types": { "Day": { "children": { ${'"POIz"'}: {} } }, "POI": {} } }`;
    expectReports(
      source,
      'SXP2104 "Dya" in "roots" is not declared under "types". Did you mean "Day"?',
      'SXP2104 "POIz" in "types.Day.children" is not declared under "types". Did you mean "POI"?',
    );
    const { diagnostics, schema } = parseSchema(source.text);
    expect(Object.keys(schema!.types.Day!.children)).toEqual([]);
    for (const diagnostic of diagnostics) {
      expect(parseSchema(applyFirstFix(source.text, diagnostic)).diagnostics).toHaveLength(1);
    }
  });
  test("SXP2105: a type declared twice; the first counts", () => {
    const source = marked`{ "version": 1, "roots": ["A"], "types": { "A": { "text": true }, ${'"A"'}: {} } }`;
    expectReports(source, 'SXP2105 "types" has "A" twice; only the first counts. Remove one of the two.');
    expect(parseSchema(source.text).schema!.types.A!.text).toBe(true);
  });
  test("SXP2106: more at least than at most", () =>
    expectReports(
      marked`{ "version": 1, "roots": ["A"], "types": { "A": { "children": { "A": ${'{ "min": 3, "max": 2 }'} } } } }`,
      'SXP2106 "types.A.children.A" must occur at least 3 times and at most 2 times. Raise "max" or lower "min".',
    ));
  test("SXP2107: a field element that is also a child", () =>
    expectReports(
      marked`{ "version": 1, "roots": ["A"], "types": { "A": { "attributes": { "A": { "element": true } }, "children": { ${'"A"'}: {} } } } }`,
      'SXP2107 "A" of "A" is a field element and a child type at once. Remove it from "children", or remove "element".',
    ));
});

describe("types of values", () => {
  const typeOf = (type: string) =>
    parseSchema(JSON.stringify({ version: 1, roots: ["A"], types: { A: { attributes: { a: { type } } } } }));
  test.each(["money(CAD)", "quantity(km)", "interval(time)", "dateTime", "duration"])("%s is one", (type) => {
    const { schema, diagnostics } = typeOf(type);
    expect(diagnostics).toEqual([]);
    expect(schema!.types.A!.attributes.a!.type).toBe(type);
  });
  test.each([
    ["money(CAX)", "money with the code of a currency, such as money(EUR)", "money(CAD)"],
    ["interval(times)", "interval(time) or interval(date) or interval(dateTime) or interval(number)", "interval(time)"],
    ["date(CAD)", "date alone, without a currency or a unit", null],
    ["quantity(hours)", "a quantity with a unit, such as quantity(km); lengths of time are a duration", null],
  ])("%s is none", (type, expected, fix) => {
    const { schema, diagnostics } = typeOf(type);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      `"types.A.attributes.a.type" in the schema file must be ${expected}.`,
    ]);
    expect(schema!.types.A!.attributes.a!.type).toBe("string");
    const fixes = diagnostics[0]!.fixes.map(({ edits }) => edits[0]!.newText);
    if (fix === null) expect(fixes).toEqual([]);
    else expect(fixes).toContain(JSON.stringify(fix));
  });
});
