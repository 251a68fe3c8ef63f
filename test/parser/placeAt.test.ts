import { FUNCTION_NAMES, isOpen, type Place, type PlaceOptions, parse, placeAt } from "@semantic-xpath/parser";
import { describe, expect, test } from "vitest";
import { MODULES, QUERIES } from "./samples.js";

/** The place at `|` in a text. */
function at(marked: string, options: PlaceOptions = {}) {
  const offset = marked.indexOf("‸");
  return placeAt(marked.replace("‸", ""), offset, options);
}

describe("what may be typed at ‸", () => {
  test.each<readonly [string, Partial<Place>]>([
    ["‸", { kind: "query", isStart: true }],
    ["/‸", { kind: "step", origin: "", separator: "/", following: "" }],
    ["//‸/Day", { kind: "step", separator: "//", following: "/Day" }],
    ["/a/‸[1]//b[x]/@c and", { kind: "step", origin: "/a", following: "[1]//b[x]/@c" }],
    ["/a[avg(/‸/b)]/c", { kind: "step", origin: "/a", isEvidence: true, following: "/b" }],
    ["/a[/‸]/c", { kind: "step", following: "" }],
    ["/a/child::‸", { kind: "step", axis: "child", origin: "/a" }],
    ["/a/(b|‸)", { kind: "step", inNames: true }],
    ["/a/@‸", { kind: "attributeStep", origin: "/a" }],
    ["/a ‸", { kind: "afterStep", path: "/a" }],
    ["/a[‸", { kind: "operand", base: "/a", isBracketStart: true }],
    ["/a[b and ‸", { kind: "operand", base: "/a", isBracketStart: false }],
    ["/a[@b && ‸", { kind: "operand", base: "/a" }],
    ["/a[1-‸", { kind: "operand", base: "/a" }],
    ["/a[@‸", { kind: "attribute", base: "/a" }],
    ["/a[@b ‸", { kind: "operator", operand: { kind: "attribute", name: "b" } }],
    ["/a[node =~ ‸", { kind: "condition", operand: { kind: "node", name: "" } }],
    ["/a[b = ‸", { kind: "value", operand: { kind: "field", name: "b" }, equality: true }],
    ["/a[contains(@b, ‸", { kind: "value", operand: { kind: "attribute", name: "b" } }],
    ["/a[node =~ 'x' ‸", { kind: "afterCondition", isRelevance: true }],
    ["/a[last(‸", { kind: "nothing" }],
    ["/a (: ‸ :)", { kind: "comment" }],
    ["declare ‸", { kind: "keyword", words: ["query", "update"] }],
    ["declare query a($k ‸", { kind: "keyword", words: ["as"] }],
    ['import schema "‸', { kind: "import", what: "schema" }],
    ["declare query a() := /b[; declare query c() := /d[@‸", { kind: "attribute", base: "/d" }],
    // Values.
    ["/a[@b + ‸", { kind: "operand", takes: "value", base: "/a" }],
    ["/a[@b + 1 ‸", { kind: "operator", operand: { kind: "other", name: "" } }],
    ["/a[@b + 1 = ‸", { kind: "value", base: "/a", equality: true }],
    ["/a[@b = 1 ‸", { kind: "afterCondition", isValue: true, isRelevance: false }],
    ["/a[@b = 1 * ‸", { kind: "operand", takes: "value" }],
    ["/a[@b > /c/‸", { kind: "step", origin: "/a/c", isEvidence: true }],
    ["/a[@b > /c/@‸", { kind: "attributeStep", origin: "/a/c" }],
    ["/a[/b/@c ‸", { kind: "afterStep", path: "/a/b/@c", isEvidence: true, inBinding: false }],
    ["/a[root()/b/‸", { kind: "step", origin: "/b", isEvidence: true }],
    ["/a[$k ‸", { kind: "operator" }],
    ["/a[lower-case(‸", { kind: "operand", takes: "value", call: "lower-case" }],
    ["/a[avg(‸", { kind: "operand", takes: "condition", call: "avg" }],
    ["/a[sum(‸", { kind: "evidence", base: "/a" }],
    // Orders.
    ["/a[order by ‸", { kind: "operand", takes: "key", base: "/a" }],
    ["/a[order by @b ‸", { kind: "afterKey", hasDirection: false, operand: { kind: "attribute", name: "b" } }],
    ["/a[order by @b descending ‸", { kind: "afterKey", hasDirection: true }],
    ["/a[order by @b descending, ‸", { kind: "operand", takes: "key" }],
    ["/a[order by @b + ‸", { kind: "operand", takes: "value" }],
    ["/a[order by @‸", { kind: "attribute", base: "/a" }],
    // Quantifiers.
    ["/a[some $x ‸", { kind: "keyword", words: ["in"] }],
    ["/a[some $x in ‸", { kind: "evidence", base: "/a" }],
    ["/a[some $x in /b ‸", { kind: "afterStep", path: "/a/b", inBinding: true }],
    ["/a[some $x in /b, ‸", { kind: "nothing" }],
    ["/a[some $x in /b, $y in $x/‸", { kind: "step", origin: "/a/b" }],
    ["/a[some $x in /b satisfies ‸", { kind: "operand", takes: "condition", base: "/a" }],
    ["/a[some $x in /b satisfies $x/c[‸", { kind: "operand", base: "/a/b/c" }],
    // Queries for nodes and for values.
    ["/a | ‸", { kind: "query", isStart: false }],
    ["/a except ‸", { kind: "query", isStart: false }],
    ["count(‸", { kind: "evidence", base: "" }],
    ["count(//a[‸", { kind: "operand", base: "//a" }],
    ["count(//a) ‸", { kind: "operator", operand: { kind: "call", name: "count()" }, inBracket: false }],
    ["count(//a) > ‸", { kind: "value", base: "" }],
    ["//a/@b * ‸", { kind: "operand", takes: "value", base: "" }],
    ["declare query a() := count(‸", { kind: "evidence", base: "" }],
  ])("%s", (marked, place) => {
    expect(at(marked).place).toMatchObject(place);
  });

  test.each(["agg_avg", "agg_min", "count", "exists"])("a path in %s(", (name) => {
    expect(at(`/a[${name}(‸`).place).toEqual({ kind: "evidence", base: "/a" });
  });

  test("an expression alone is read as in a bracket", () => {
    expect(at("@a = ‸", { isExpression: true }).place).toMatchObject({ kind: "value", base: "" });
    expect(at("/a/‸", { isExpression: true }).place).toMatchObject({ kind: "step", origin: "/a" });
    expect(at("(/a)/‸", { isExpression: true }).place).toMatchObject({ kind: "step", origin: "(/a)" });
  });
});

test.each([
  ["/a[some $x in /b[‸", []],
  ["/a[some $x in /b, $y in root()/c satisfies ‸", ["x /a/b", "y /c"]],
  ["/a[max(some $x in /b satisfies $x, ‸", []],
  ["/a[not(every $x in /b satisfies /c[‸", ["x /a/b"]],
])("%s: what quantifiers bind", (text, expected) => {
  expect([...at(text).bound].map((each) => each.join(" "))).toEqual(expected);
});

test("the word at the cursor is what is replaced", () => {
  expect(at("/Pl‸an/Day")).toMatchObject({ insert: { start: 1, end: 3 }, replace: { start: 1, end: 5 } });
  expect(at('/a[b = "x‸y"]')).toMatchObject({ insert: { start: 8, end: 9 }, replace: { start: 8, end: 10 } });
});

test("the call around the cursor, and the argument", () => {
  expect(at("/a[contains(@b, ‸").call).toEqual({ name: "contains", argument: 1, takes: ["value"], isPath: false });
  expect(at("/a[avg(/b‸").call).toMatchObject({ name: "avg", argument: 0, isPath: true });
  expect(at("/a[avg(/b[‸").call).toBeNull();
});

/** Something that belongs to a place. */
const EXAMPLES: Partial<Record<Place["kind"], string>> = {
  step: "x",
  attributeStep: "x",
  attribute: "x",
  operand: "x",
  evidence: "/x",
  condition: '"x"',
  value: '"x"',
};

/** Mistakes other than that something is still missing or open: `min(/x)` in arithmetic lacks its `/@y`. */
const isMisplaced = (text: string, start: number): boolean =>
  parse(text).diagnostics.some(
    ({ code, span }) => span.end > start && !["SXP1002", "SXP1004", "SXP1008", "SXP1015", "SXP1027"].includes(code),
  );

test.each([...QUERIES, ...MODULES])("at every prefix of %s what is said to fit parses", (text) => {
  for (let offset = 0; offset <= text.length; offset++) {
    const prefix = text.slice(0, offset);
    const { place, word, insert } = placeAt(prefix, offset);
    placeAt(text, offset);
    const example = EXAMPLES[place.kind];
    if (example === undefined || word.kind === "string") continue;
    const completed = prefix.slice(0, insert.start) + example;
    expect(isMisplaced(completed, insert.start), `${prefix}‸ ${place.kind}`).toBe(false);
  }
});

test("every function has its arguments", () => {
  for (const name of FUNCTION_NAMES) expect(at(`/a[${name}(‸`).call).toMatchObject({ name, argument: 0 });
});

test.each([
  ["/a[", true],
  ["/a[b", true],
  ["/a[']'", true],
  ["/a (: b", true],
  ['/a["', true],
  ["/a]", false],
  ["/a[(b])", false],
  ["/a[b]", false],
])("%s is open: %s", (text, open) => {
  expect(isOpen(text)).toBe(open);
});
