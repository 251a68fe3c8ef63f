import { type BracketContent, type Expr, parse, print } from "@semantic-xpath/parser";
import { describe, expect, test } from "vitest";
import { isLong } from "../support/runs.js";

/** The expression of `/a[…]`. */
function expression(text: string): BracketContent {
  const { query } = parse(`/a[${text}]`).ast;
  const path = query?.kind === "Query" ? query.paths[0] : null;
  const step = path?.kind === "Path" ? path.segments[0]?.step : null;
  const content = step?.kind === "AxisStep" ? step.brackets[0]?.content : undefined;
  if (content === undefined) throw new Error(text);
  return content;
}

/** A tree in few words: operators and functions with what they join, all else as it is written. */
function shapeOf(node: unknown): unknown {
  if (node === null || typeof node !== "object") return node;
  const {
    kind,
    operator,
    function: name,
    left,
    right,
    operand,
    operands,
    arguments: values,
  } = node as Expr & Record<string, unknown>;
  const inside = [left, right, operand, operands, values].flat().filter((each) => each !== undefined);
  if (kind === "Aggregate" || inside.length === 0) return kind === "Aggregate" ? kind : print(node as Expr);
  return [operator ?? name ?? kind, ...inside.map(shapeOf)];
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
    ["last()", "Call"],
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
    ["exists(/POI)", "Call"],
    ["count(/POI)", "Call"],
    ["contains(@a, 'x')", "Call"],
    ["order by @a", "OrderBy"],
    ["order = 1 and by", "And"],
    ["order", "FieldReference"],
    ["some $x in /b satisfies @c", "Quantified"],
    ["some = every", "Comparison"],
    ["in and satisfies", "And"],
    ["div div mod", "Arithmetic"],
    ["mod", "FieldReference"],
    ["except or intersect", "Or"],
    ["ascending > descending", "Comparison"],
    ["root = root()/a", "Comparison"],
    ["@a-b", "AttributeReference"],
    ["@a -b", "Arithmetic"],
    ["@a - b", "Arithmetic"],
    ["-5", "IndexPosition"],
    ["-5 < @a", "Comparison"],
    ["5", "IndexPosition"],
    ["5 = @a", "Comparison"],
    ["$k = @a", "Comparison"],
    ["$k/b = @a", "Comparison"],
    ["-@a", "Negative"],
    ["last() - 1", "Arithmetic"],
    ["text()", "TextTarget"],
    ["text() = 'x'", "Comparison"],
    ["avg(/b/@c)", "Call"],
    ["avg(/b/text())", "Call"],
    ["avg(/b[@c])", "Aggregate"],
    ["avg(@c)", "Combine"],
    ["avg(/b/@c > 1, /b/@c > 2)", "Combine"],
    ["agg_avg(/b/@c)", "Aggregate"],
    ["gmean(/b/@c)", "Aggregate"],
    ["@a = true", "Comparison"],
  ])("[%s] is a %s", (text, kind) => {
    expect(parse(`/a[${text}]`).diagnostics).toEqual([]);
    expect(expression(text).kind).toBe(kind);
  });

  test.each([
    "/div/mod/*",
    "//order/by",
    "//some[in]/satisfies",
    "/a/except/intersect",
    "/child::div/@mod",
    "/root/count",
  ])("%s is a path", (text) => {
    expect(parse(text).diagnostics).toEqual([]);
    expect(print(parse(text).ast)).toBe(text);
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

describe("arithmetic", () => {
  test.each<readonly [string, unknown]>([
    ["@a + 1 * 2 = 3", ["=", ["+", "@a", ["*", "1", "2"]], "3"]],
    ["(@a + 1) * 2 = 3", ["=", ["*", ["+", "@a", "1"], "2"], "3"]],
    ["@a - 1 - 2 = 3", ["=", ["-", ["-", "@a", "1"], "2"], "3"]],
    ["@a - (1 - 2) = 3", ["=", ["-", "@a", ["-", "1", "2"]], "3"]],
    ["@a div 2 mod 3 * -4 = 3", ["=", ["*", ["mod", ["div", "@a", "2"], "3"], "-4"], "3"]],
    ["-@a * 2 = - 3", ["=", ["*", ["Negative", "@a"], "2"], "-3"]],
    ["-(5) = --5", ["=", "-5", ["Negative", "-5"]]],
    ["/b/* * 2 = /b/*", ["=", ["*", "/b/*", "2"], "/b/*"]],
    ["count(/b/@c) * @d = 3", ["=", ["*", ["count", "/b/@c"], "@d"], "3"]],
    ["1 + (/b/@c) = (@d)", ["=", ["+", "1", "/b/@c"], "@d"]],
    // `1-` before a condition, and before a value that is compared.
    ["1-@a", ["Not", "@a"]],
    ["1 - @a = 2", ["=", ["-", "1", "@a"], "2"]],
    ["1-(@a = 2)", ["Not", ["=", "@a", "2"]]],
    ["(1-@a) = 2", ["=", ["-", "1", "@a"], "2"]],
    ["2 = (1-@a)", ["=", "2", ["-", "1", "@a"]]],
    ["1-1-@a = 2", ["=", ["-", ["-", "1", "1"], "@a"], "2"]],
    ["1-1-@a", ["Not", ["Not", "@a"]]],
    ["1-@a * 2 + 3 = 2", ["=", ["+", ["-", "1", ["*", "@a", "2"]], "3"], "2"]],
    ["1-@a + 2", ["+", ["-", "1", "@a"], "2"]],
    ["1-(@a + 2)", ["-", "1", ["+", "@a", "2"]]],
    ["1-/b/@c", ["-", "1", "/b/@c"]],
    ["1-avg(/b) >= 0.5", ["Not", [">=", "Aggregate", "0.5"]]],
    ["1-contains(@a, 'x') = true", ["Not", ["=", ["contains", "@a", '"x"'], "true"]]],
    ["substring-before(1-@a, 'x') = 2", ["=", ["substring-before", ["-", "1", "@a"], '"x"'], "2"]],
  ])("%s", (text, shape) => {
    expect(parse(`/a[${text}]`).diagnostics).toEqual([]);
    expect(shapeOf(expression(text))).toEqual(shape);
  });

  test("of a complement the relevance and its threshold are inside", () => {
    expect(expression("1-node =~ 'x' >= 0.5")).toMatchObject({
      kind: "Not",
      operand: { kind: "Comparison", left: { kind: "Relevance" } },
    });
  });
});

describe("a query", () => {
  test.each([
    ["//a", "Query"],
    ["(//a)", "Query"],
    ["//a | //b", "Query"],
    ["//a except //b", "Query"],
    ["//a/text()", "Query"],
    ["count(//a)", "ValueQuery"],
    ["(count(//a))", "ValueQuery"],
    ["//a/@b + 1", "ValueQuery"],
    ["(//a/@b) + 1", "ValueQuery"],
    ["//a/@b = //c/@d", "ValueQuery"],
    ["(1 + 2) * 3", "ValueQuery"],
    ["((1 - 2)) - 3", "ValueQuery"],
    ["$x/@b", "ValueQuery"],
    ["root()/a", "ValueQuery"],
    ["-1", "ValueQuery"],
    ['contains(//a, "x")', "ValueQuery"],
    ["exists(//a) = true", "ValueQuery"],
    ["declare query a() := count(//a) > 3;", "ValueQuery"],
  ])("%s is a %s", (text, kind) => {
    const { ast, diagnostics } = parse(text);
    expect(diagnostics).toEqual([]);
    expect((ast.query ?? ast.declarations[0]?.query)?.kind).toBe(kind);
  });

  test("intersect and except bind tighter than |, and from left to right", () => {
    expect(parse("/a | /b except /c intersect /d").ast.query).toMatchObject({
      paths: [{ kind: "Path" }, { operator: "intersect", left: { operator: "except" }, right: { kind: "Path" } }],
    });
  });
});

test("quoted names are names", () => {
  const { ast, diagnostics } = parse('//\'first name\'/child::"it\'s"[@"a ""b""" = 1]/("c"|\'d e\')/@\'due date\'');
  expect(diagnostics).toEqual([]);
  expect(print(ast)).toBe('//"first name"/child::"it\'s"[@\'a "b"\' = 1]/(c|"d e")/@"due date"');
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

  const MANY = isLong ? 100_000 : 10_000;
  const CHAINS = [
    "-",
    "+ 1",
    "div 1 ",
    "some $x in $y satisfies ",
    "every $x in /y satisfies ",
    "| ",
    "except ",
    "|| ",
    "{ a: ",
  ];
  test(`${MANY} brackets neither overflow nor hang`, () => {
    for (const each of ["(", "[", "/a[", "not(", "1-", "/a[min(", "(:", ")", "]", "])", '"', "#a", "a ", ...CHAINS]) {
      parse(each.repeat(MANY), { maxBytes: 1e7, maxSteps: 1e7 });
      parse(`/a[${each.repeat(MANY)}`, { maxBytes: 1e7, maxSteps: 1e7 });
    }
  });
});
