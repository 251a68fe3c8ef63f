import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "@semantic-xpath/parser";
import { MAPPINGS, parseMapping, readJson } from "@semantic-xpath/readers";
import type { Tree } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mappingSchema } from "../../../packages/readers/src/mapping/mappingShape.js";
import { runs } from "../../support/runs.js";

const file = (rules: object, root: unknown = "R"): string => JSON.stringify({ version: 1, root, rules });
/** What is wrong, and the text that the span shows. */
const problems = (text: string): string[] =>
  parseMapping(text).diagnostics.map(
    ({ code, message, span }) => `${code} ${text.slice(span.start, span.end)} | ${message}`,
  );
const rule = (members: object): string => file({ R: members });
const read = (rules: object, data: unknown, root: unknown = "R"): Tree => {
  const { mapping, diagnostics } = parseMapping(file(rules, root));
  expect(diagnostics).toEqual([]);
  return readJson(JSON.stringify(data), { mapping: mapping! });
};
const attributes = (rules: object, data: unknown): object =>
  read({ R: { attributes: rules, rest: "drop" } }, data).root!.attributes;

describe("mistakes in a mapping file", () => {
  it.each([
    ["{", 'SXP2201 { | The mapping is not valid JSON: a closing "}" is missing.'],
    ['{ "version": 2, "root": "R", "rules": { "R": {} } }', 'SXP2202 2 | "version" in the mapping must be 1.'],
    [file({}), 'SXP2204 "R" | "root" names "R", which is not declared under "rules".'],
    [
      rule({ attributs: {} }),
      'SXP2203 "attributs" | "rules.R" has no property "attributs". Did you mean "attributes"?',
    ],
    [
      file({ Turn: {} }, "Trn"),
      'SXP2208 "Turn" | No "root" and no "as" leads to the rule "Turn".',
      'SXP2204 "Trn" | "root" names "Trn", which is not declared under "rules". Did you mean "Turn"?',
    ],
    [
      rule({ text: "a//b" }),
      'SXP2206 "a//b" | "rules.R.text" is not a path: there is nothing between two "/", or before or after one.',
    ],
    [
      rule({ text: "s_{n:(}" }),
      'SXP2207 "s_{n:(}" | "rules.R.text" has a pattern that can\'t be used: "(" has no end.',
    ],
    [
      rule({ text: "s_{n:(\\d)}" }),
      'SXP2207 "s_{n:(\\\\d)}" | "rules.R.text" has a pattern that can\'t be used: it has groups of its own; write "(?:…)".',
    ],
    [
      rule({ text: { template: "{a" } }),
      'SXP2206 "{a" | "rules.R.text.template" is not a template: a brace is not closed; a brace itself is "{{".',
    ],
    [
      rule({ text: { from: "a", match: "\\1" } }),
      'SXP2207 "\\\\1" | "rules.R.text.match" has a pattern that can\'t be used: "\\1" refers back to a group, which is not supported.',
    ],
    [
      rule({ text: { from: "a", date: "HH:mm" } }),
      'SXP2206 "HH:mm" | "rules.R.text.date" is not a pattern of dates: it needs a year (YYYY), a month (M, MM, MMM, MMMM) and a day (D, DD, Do), or is "seconds", "milliseconds" or "epoch".',
    ],
    [
      rule({ text: {} }),
      'SXP2202 {} | "rules.R.text" in the mapping must be an object with "from", "template" or "constant".',
    ],
    [
      rule({ children: [{ each: "a" }] }),
      'SXP2202 { | "rules.R.children[0].as" in the mapping must be the name of a rule.',
    ],
    [
      '{ "version": 1, "root": "R", "rules": { "R": {}, "R": {} } }',
      'SXP2205 "R" | "rules" has "R" twice. Only the first one counts.',
    ],
    [rule({ rest: "kept" }), 'SXP2202 "kept" | "rules.R.rest" in the mapping must be "keep" or "drop".'],
  ])("%s", (text, ...expected) => {
    expect(problems(text).sort()).toEqual(expected.sort());
    if (!expected.every((problem) => problem.startsWith("SXP2208"))) expect(parseMapping(text).mapping).toBeNull();
  });

  it("have a fix where a name is near", () => {
    const text = rule({ attributs: {} });
    const [{ fixes }] = parseMapping(text).diagnostics as readonly [Diagnostic];
    expect(fixes.map(({ title }) => title)).toEqual(['Replace by "attributes"']);
  });

  it("are never thrown", async () => {
    const { mapping } = await MAPPINGS[0]!.load();
    fc.assert(
      fc.property(fc.nat(mapping!.length), fc.nat(20), fc.string({ maxLength: 4 }), (at, length, put) => {
        const text = mapping!.slice(0, at) + put + mapping!.slice(at + length);
        for (const { span } of parseMapping(text).diagnostics) {
          expect(0 <= span.start && span.start < span.end && span.end <= text.length).toBe(true);
        }
      }),
      { numRuns: runs(300, 100) },
    );
  });
});

describe("where a text comes from", () => {
  it.each<[object, unknown, object]>([
    [{ a: "x/y" }, { x: { y: 1.5 } }, { a: "1.5" }],
    [{ a: ["x", "y"] }, { x: null, y: "2" }, { a: "2" }],
    [{ a: "x/1" }, { x: ["p", "q"] }, { a: "q" }],
    [{ a: "'x/y'" }, { "x/y": "z" }, { a: "z" }],
    [{ a: { from: "x/*", join: ", " } }, { x: [1, "b", { c: 1 }, true] }, { a: "1, b, true" }],
    [{ a: { from: "x/*" } }, { x: [1, 2] }, { a: "1" }],
    [{ a: { from: "**/t", join: " " } }, { c: [{ t: 1 }, { c: { t: 2 } }] }, { a: "1 2" }],
    [{ a: { from: "x", json: true } }, { x: { y: [1, null, "z\n"] } }, { a: '{"y":[1,null,"z\\n"]}' }],
    [{ a: { from: "x", kind: true } }, { x: 2 }, { a: "integer" }],
    [{ a: { from: "x", kind: true, values: { integer: "int" } } }, { x: "2" }, {}],
    [{ a: { template: "{x}/{y/z}-{{}}" } }, { x: 1, y: { z: "b" } }, { a: "1/b-{}" }],
    [{ a: { template: "{x}/{y}" } }, { x: 1 }, {}],
    [{ a: { constant: "c" } }, {}, { a: "c" }],
    [{ a: { from: "x", match: "(\\d+)-(\\d+)", to: "{2}.{1}" } }, { x: "a 1-2" }, { a: "2.1" }],
    [{ a: { from: "x", values: { human: "user" } } }, { x: "human" }, { a: "user" }],
    [{ a: { from: "x", longest: 3 } }, { x: "abcdef" }, { a: "abc…" }],
    [{ a: "constructor" }, {}, {}],
    [{ a: "k_{n:\\d+}" }, { k_7: "seven", k_x: "no" }, { a: "seven" }],
  ])("%j of %j", (rules, data, expected) => expect(attributes(rules, data)).toEqual(expected));

  it.each([
    ["h:mm a on D MMMM, YYYY", "1:56 pm on 8 May, 2023", "2023-05-08T13:56:00"],
    ["h:mm a on D MMMM, YYYY", "12:05 am on 29 February, 2024", "2024-02-29T00:05:00"],
    ["D MMMM, YYYY", "8 May, 2023", "2023-05-08"],
    ["DD.MM.YYYY HH:mm:ss", "01.12.2025 07:08:09", "2025-12-01T07:08:09"],
    ["ddd MMM DD HH:mm:ss Z YYYY", "Thu Jan 01 10:00:00 +0200 2026", "2026-01-01T10:00:00+02:00"],
    ["MMMM Do YYYY [at] HH:mm", "March 3rd 2026 at 09:00", "2026-03-03T09:00:00"],
    ["seconds", "1746172800.25", "2025-05-02T08:00:00.250Z"],
    ["milliseconds", "1746172800000", "2025-05-02T08:00:00Z"],
    ["epoch", "1746172800", "2025-05-02T08:00:00Z"],
    ["epoch", "1746172800000", "2025-05-02T08:00:00Z"],
    ["epoch", "99999999999", "5138-11-16T09:46:39Z"],
    ["epoch", "100000000000", "1973-03-03T09:46:40Z"],
    ["epoch", "99999999", "99999999"],
    ["epoch", "2025-05-02", "2025-05-02"],
  ])("the date %s", (date, text, iso) => {
    expect(attributes({ a: { from: "x", date } }, { x: text })).toEqual({ a: iso });
  });

  it.each([
    ["D MMMM, YYYY", "30 February, 2023"],
    ["D MMMM, YYYY", "8 Mai, 2023"],
    ["ddd DD.MM.YYYY", "Mon 01.01.2026"],
    ["HH:mm D.M.YYYY", "25:00 1.1.2026"],
    ["seconds", "soon"],
    ["seconds", "1e300"],
  ])("is kept and reported where it is none: %s of %s", (date, text) => {
    const { mapping } = parseMapping(rule({ attributes: { a: { from: "x", date } } }));
    const codes: string[] = [];
    const tree = readJson(JSON.stringify({ x: text }), {
      mapping: mapping!,
      onDiagnostic: ({ code }) => codes.push(code),
    });
    expect([tree.root!.attributes, codes]).toEqual([{ a: text }, ["SXP4022"]]);
  });
});

describe("what is not mentioned", () => {
  const data = { a: 1, b: { c: 2, d: [3, { e: 4 }] }, x_1: 0, x_2: 0 };
  const said = (members: object): [string, string[]] => {
    const { mapping } = parseMapping(rule(members));
    const found: string[] = [];
    const tree = readJson(JSON.stringify(data), {
      mapping: mapping!,
      onDiagnostic: ({ message }) => found.push(message),
    });
    return [JSON.stringify(tree.root), found];
  };

  it("is kept as it is, and said once for each place", () => {
    const [tree, found] = said({ attributes: { a: "a", c: "b/c" } });
    expect(JSON.parse(tree)).toMatchObject({
      attributes: { a: "1", c: "2", x_1: "0", x_2: "0" },
      children: [
        {
          type: "b",
          children: [
            { type: "d", text: "3" },
            { type: "d", attributes: { e: "4" } },
          ],
        },
      ],
    });
    expect(found).toEqual([
      'The mapping does not mention "b/d". It is kept as it is.',
      'The mapping does not mention "x_#" (2 times). It is kept as it is.',
    ]);
  });

  it("is left out if the mapping says so", () => {
    const [tree, found] = said({ attributes: { a: "a" }, rest: "drop" });
    expect(JSON.parse(tree)).toEqual({ type: "R", attributes: { a: "1" } });
    expect(found[0]).toBe('The mapping does not mention "b". It is left out.');
  });

  it("is not said of what is named under keep and drop", () => {
    const [tree, found] = said({ keep: ["a", "b"], drop: ["x_{n:\\d}"] });
    expect(found).toEqual([]);
    expect(JSON.parse(tree)).toMatchObject({
      attributes: { a: "1" },
      children: [{ type: "b", attributes: { c: "2" } }],
    });
  });
});

describe("a mapping that would not end", () => {
  it("makes one node of a value by a rule", () => {
    const tree = read(
      {
        R: {
          children: [
            { each: ".", as: "R" },
            { each: "..", as: "R" },
            { each: "*", as: "R" },
          ],
        },
      },
      [[], [[]]],
    );
    expect(tree.size).toBe(4);
  });

  it("is refused", () => {
    const paths = Array.from({ length: 40 }, () => "../**").join("/");
    const data = Array.from({ length: 400 }, () => [[1]]);
    expect(() =>
      read({ R: { children: [{ each: "*", as: "I" }] }, I: { text: { from: paths, join: "" } } }, data),
    ).toThrow("SXP4003");
  });
});

it("the JSON Schema beside the package is the one that the shape gives", () => {
  const path = fileURLToPath(new URL("../../../packages/readers/schema/sxp-mapping.json", import.meta.url));
  const schema = JSON.parse(JSON.stringify(mappingSchema()));
  if (process.env.SXP_GENERATE === "1") writeFileSync(path, `${JSON.stringify(schema, null, 2)}\n`);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(schema);
});
