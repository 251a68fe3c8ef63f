import { type Expr, parse, print } from "@semantic-xpath/parser";
import { describe, expect, test } from "vitest";

/** The expression of `/a[…]`. */
function expression(text: string) {
  const { ast } = parse(`/a[${text}]`);
  const path = ast.query?.paths[0];
  const step = path?.kind === "Path" ? path.segments[0].step : null;
  if (step?.kind !== "AxisStep") throw new Error(text);
  return step.brackets[0].content;
}

describe("no word is reserved", () => {
  test.each([
    ["status", "FieldReference"],
    ["min = 3", "Comparison"],
    ["not = 'x'", "Comparison"],
    ["node = 'x'", "Comparison"],
    ["content", "FieldReference"],
    ["true = true", "Comparison"],
    ["and = 'x' and or = 'y'", "And"],
    ["node =~ 'x'", "Relevance"],
    [". =~ 'x'", "Relevance"],
    ["text() =~ 'x'", "Relevance"],
    ["last()", "NodeFunction"],
    ["position() <= 3", "Comparison"],
    ["@a", "AttributeReference"],
    ["@-1", "SiblingOffset"],
    ["$k", "IndexPosition"],
    ["$a:$b", "RangePosition"],
    ["a:b", "FieldReference"],
    ["1-node =~ 'crowded'", "Not"],
    ["1 - (a =~ 'x')", "Not"],
    ["not(a)", "Not"],
    ["min(/POI[1])", "Aggregate"],
    ["min(a =~ 'x', b =~ 'y')", "Combine"],
    ["agg_min(//POI)", "Aggregate"],
    ["exists(/POI)", "Exists"],
    ["count(/POI)", "Count"],
    ["contains(@a, 'x')", "Call"],
  ])("[%s] is a %s", (text, kind) => {
    expect(parse(`/a[${text}]`).diagnostics).toEqual([]);
    expect(expression(text).kind).toBe(kind);
  });

  test.each(["/and/or/not[min]", "/text/last", "/child/self", "/child::child", "/declare", "/import/query"])(
    "%s is a path",
    (text) => {
      expect(parse(text).diagnostics).toEqual([]);
      expect(print(parse(text).ast)).toBe(text);
    },
  );
});

describe("mistakes are read as what was meant", () => {
  test.each([
    ["/a[x AND NOT(y == 1)]", "/a[x and not(y = 1)]"],
    ["/a[x || node ~= 'y']", '/a[x or node =~ "y"]'],
    ["Day[2]", "/Day[2]"],
    ["/chld::Day", "/child::Day"],
    ["/a[mim(x, y)]", "/a[min(x, y)]"],
    ["/a[/POI]", "/a[exists(/POI)]"],
    ["/a/..[1]", "/a/parent::*[1]"],
    ["/a[1-3]", "/a[1:3]"],
    ["/a]/b#/c", "/a/b/c"],
  ])("%s as %s", (text, meant) => {
    expect(print(parse(text).ast)).toBe(meant);
  });
});

test("and binds tighter than or; parentheses are seen in the tree and nowhere else", () => {
  const shape = (node: Expr): unknown => ("operands" in node ? [node.kind, ...node.operands.map(shape)] : node.kind);
  const read = (text: string) => shape(expression(text) as Expr);
  expect(read("a or b and c")).toEqual(["Or", "FieldReference", ["And", "FieldReference", "FieldReference"]]);
  expect(read("(a or b) and c")).toEqual(["And", ["Or", "FieldReference", "FieldReference"], "FieldReference"]);
});

test("doubled quotes are one", () => {
  expect(expression(`a = "say ""hi""" and b = 'it''s'`)).toMatchObject({
    operands: [{ right: { value: 'say "hi"' } }, { right: { value: "it's" } }],
  });
});

describe("limits", () => {
  const codes = (text: string, options = {}) => parse(text, options).diagnostics.map(({ code }) => code);
  const nested = (depth: number) => `/a[${"(".repeat(depth - 1)}b${")".repeat(depth - 1)}]`;
  const negated = (depth: number) => `/a[${"1-".repeat(depth - 1)}b]`;
  const functions = (depth: number) => `/a[${"not(".repeat(depth - 1)}b${")".repeat(depth - 1)}]`;
  const groups = (depth: number) => `${"(".repeat(depth)}/a${")".repeat(depth)}`;
  const paths = (depth: number) => `/a${"[min(/a".repeat(depth / 2)}${")]".repeat(depth / 2)}`;

  test.each([nested, negated, functions, groups])("200 levels of nesting are allowed, 201 are not (%#)", (make) => {
    expect(codes(make(200))).toEqual([]);
    expect(print(parse(make(200)).ast)).not.toBe("");
    expect(codes(make(201))).toEqual(["SXP1009"]);
  });

  test("evidence within evidence", () => {
    expect(codes(paths(200))).toEqual([]);
    expect(codes(paths(202))).toEqual(["SXP1009"]);
  });

  test("256 steps are allowed, 257 are not; each declaration has its own", () => {
    expect(codes("/a".repeat(256))).toEqual([]);
    expect(codes("/a".repeat(257))).toEqual(["SXP1009"]);
    const declare = (name: string) => `declare query ${name}() := ${"/a".repeat(256)};`;
    expect(codes(declare("a") + declare("b"))).toEqual([]);
  });

  test("65536 bytes are allowed, 65537 are not; they are those of UTF-8", () => {
    const ofBytes = (filler: string, bytes: number) => `/a[b = "${filler.repeat(bytes)}"]`;
    expect(codes(ofBytes("x", 65536 - 10))).toEqual([]);
    expect(codes(ofBytes("x", 65536 - 9))).toEqual(["SXP1009"]);
    for (const [filler, width] of [
      ["é", 2],
      ["日", 3],
      ["😀", 4],
    ] as const) {
      const maxBytes = 10 + 5 * width;
      expect(codes(ofBytes(filler, 5), { maxBytes })).toEqual([]);
      expect(codes(ofBytes(filler, 5), { maxBytes: maxBytes - 1 })).toEqual(["SXP1009"]);
    }
  });

  test("100 000 brackets neither overflow nor hang", () => {
    for (const each of ["(", "[", "/a[", "not(", "1-", "/a[min(", "(:", ")", "]", "])", '"', "#a", "a "]) {
      parse(each.repeat(100_000), { maxBytes: 1e7, maxSteps: 1e7 });
      parse(`/a[${each.repeat(100_000)}`, { maxBytes: 1e7, maxSteps: 1e7 });
    }
  });
});
