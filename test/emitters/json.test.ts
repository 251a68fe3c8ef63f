import { astToQuery, emitJsonSchema } from "@semantic-xpath/emitters";
import { parse, print, type Query, type ValueQuery } from "@semantic-xpath/parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryQuery } from "../parser/arbitraryAst.js";
import { withoutSpans } from "../parser/expectTree.js";
import { isValid } from "../support/jsonSchema.js";
import { runs } from "../support/runs.js";
import { EXAMPLES, exampleQueries, exampleRequests, exampleSchema } from "./examples.js";

const RUNS = { seed: 20260314, numRuns: runs(1500) };
const queryOf = (text: string): Query | ValueQuery => parse(text).ast.query!;
/** As it comes out of JSON: without places, and without what a default says. */
const jsonOf = (query: Query | ValueQuery): unknown => JSON.parse(JSON.stringify(withoutSpans(query)));

describe("the AST as JSON", () => {
  const schema = emitJsonSchema(null);
  const withSpans = emitJsonSchema(null, { spans: true });

  it("validates, is read and prints as the tree that it came from", () => {
    fc.assert(
      fc.property(arbitraryQuery, (query) => {
        const text = print(query);
        fc.pre(parse(text).diagnostics.length === 0);
        const json = jsonOf(query);
        expect(isValid(schema, json), text).toBe(true);
        expect(astToQuery(json), text).toMatchObject({ text, problems: [] });
      }),
      RUNS,
    );
  });

  it("may have its places", () => {
    const json = JSON.parse(JSON.stringify(queryOf('//Day[2]/child::POI[@a >= 1][node =~ "x"]')));
    expect([isValid(schema, json), isValid(withSpans, json)]).toEqual([false, true]);
    expect(astToQuery(json).text).toBe('//Day[2]/child::POI[@a >= 1][node =~ "x"]');
  });

  it("is refused where a property is missing, unknown or of another type", () => {
    const changes = fc.tuple(arbitraryQuery, fc.nat(), fc.constantFrom("remove", "add", "retype", "rename"));
    fc.assert(
      fc.property(changes, ([query, which, how]) => {
        const json = jsonOf(query);
        const nodes = nodesIn(json);
        const node = nodes[which % nodes.length]!;
        if (how === "remove") delete node.kind;
        if (how === "add") node.extra = 1;
        if (how === "retype") node[Object.keys(node).at(-1)!] = { no: "node" };
        if (how === "rename") node.kind = `${node.kind}s`;
        expect(isValid(schema, json)).toBe(false);
        const read = astToQuery(json);
        expect([read.query, read.text, read.problems.length > 0]).toEqual([null, null, true]);
      }),
      RUNS,
    );
  });

  const day = { kind: "Name", text: "Day" };
  const step = (test: unknown, brackets: unknown[] = []) => ({
    kind: "Query",
    paths: [
      { kind: "Path", segments: [{ kind: "Segment", separator: "//", step: { kind: "AxisStep", test, brackets } }] },
    ],
  });
  const bracket = (content: unknown) => step({ kind: "NameTest", names: [day] }, [{ kind: "Bracket", content }]);

  it("takes defaults for what is left out", () => {
    const index = { kind: "IndexLiteral", value: -1 };
    const range = { kind: "RangePosition", from: index };
    const score = {
      kind: "Relevance",
      target: { kind: "NodeTarget" },
      condition: { kind: "StringLiteral", value: "x" },
    };
    const half = { kind: "Comparison", left: score, operator: ">", right: { kind: "NumberLiteral", value: 0.5 } };
    expect(astToQuery(bracket(range)).text).toBe("//Day[-1:]");
    expect(astToQuery(bracket({ kind: "Not", operand: half })).text).toBe('//Day[not(node =~ "x" > 0.5)]');
    expect(astToQuery(step({ kind: "NameTest", names: [day, day] })).text).toBe("//(Day|Day)");
    expect(astToQuery(bracket({ kind: "SiblingOffset", offset: 2 })).text).toBe("//Day[@+2]");
    expect(astToQuery(step({ kind: "NameTest", names: [{ kind: "Name", text: "two words" }] })).text).toBe(
      '//"two words"',
    );
  });

  it.each<[string, unknown]>([
    ["two words as a field", bracket({ kind: "FieldReference", name: { kind: "Name", text: "two words" } })],
    ["a query inside of a field", bracket({ kind: "FieldReference", name: { kind: "Name", text: "Day[1]" } })],
    ["no name", step({ kind: "NameTest", names: [{ kind: "Name", text: "" }] })],
    ["a range without ends", bracket({ kind: "RangePosition" })],
    [
      "a number with another spelling",
      bracket({ kind: "IndexPosition", index: { kind: "IndexLiteral", value: 1, text: "2" } }),
    ],
    ["a path without steps", { kind: "Query", paths: [{ kind: "Path", segments: [] }] }],
    ["no tree", null],
    ["a list", []],
  ])("is refused: %s", (_, json) => {
    const { query, problems } = astToQuery(json);
    expect([query, problems.length > 0]).toEqual([null, true]);
  });

  it("is refused where it contains itself", () => {
    const loop: Record<string, unknown> = { kind: "Not" };
    loop.operand = loop;
    expect(astToQuery(bracket(loop)).query).toBeNull();
  });
});

describe.each(EXAMPLES)("the JSON Schema of %s", (name) => {
  const schema = emitJsonSchema(exampleSchema(name));
  const accepts = (text: string) => isValid(schema, jsonOf(queryOf(text)));

  it.each([...exampleQueries(name), ...exampleRequests(name)])("accepts %s", (_, text) =>
    expect(accepts(text), text).toBe(true),
  );

  it("has no other names and values", () => {
    expect(accepts("//Nothing")).toBe(false);
    expect(accepts("//*/@nothing")).toBe(false);
    expect(accepts("//*[@name = 1]")).toBe(false);
    expect(accepts('//*[@nothing =~ "x"]')).toBe(false);
    expect(accepts("//*[$x]")).toBe(false);
    expect(accepts("//*[node =~ $x]")).toBe(false);
    expect(accepts("sum(//*/@nothing)")).toBe(false);
    expect(accepts("//*[order by @nothing]")).toBe(false);
  });
});

it("has amounts with their unit and without", () => {
  const schema = emitJsonSchema(exampleSchema("itinerary"));
  const accepts = (text: string) => isValid(schema, jsonOf(queryOf(text)));
  expect(["//POI[@cost > 30]", '//POI[@cost > "CAD 30"]', '//POI[@cost > "much"]'].map(accepts)).toEqual([
    true,
    true,
    false,
  ]);
});

it("has values as the schema allows them", () => {
  const schema = emitJsonSchema(exampleSchema("todo"));
  const accepts = (text: string) => isValid(schema, jsonOf(queryOf(text)));
  const right = [
    '//Task[@status = "Done"]',
    "//Task[@priority = 2]",
    "//Task[priority <= 7]",
    '//Task[@deadline < "2026-10"]',
  ];
  const wrong = [
    '//Task[@status = "done"]',
    "//Task[@priority = 7]",
    '//Task[@deadline < "soon"]',
    "//Task[recurring = 1]",
  ];
  expect([...right, ...wrong].map(accepts)).toEqual([...right.map(() => true), ...wrong.map(() => false)]);
});

/** The objects that are nodes. */
function nodesIn(json: unknown): Record<string, unknown>[] {
  if (typeof json !== "object" || json === null) return [];
  const inside = Object.values(json).flatMap(nodesIn);
  return "kind" in json ? [json as Record<string, unknown>, ...inside] : inside;
}
