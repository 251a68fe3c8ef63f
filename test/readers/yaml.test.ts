import { readAs } from "@semantic-xpath/readers";
import { readYaml } from "@semantic-xpath/readers/yaml";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Document } from "yaml";
import { readJson } from "../../packages/readers/src/json.js";
import { isLong, runs } from "../support/runs.js";
import { line, tolerantly } from "./trees.js";

const tolerant = tolerantly(readYaml);

describe("nodes", () => {
  it.each([
    ["", "root"],
    ["# only a comment\n", "root"],
    ["plain\n text\n", "root'plain text'"],
    ["a: 1\nb: two", "root(a=1 b=two)"],
    ["Plan:\n  Day:\n  - index: 1\n  - index: 2", "Plan{Day(index=1) Day(index=2)}"],
    ["type: Turn\nn: 1", "Turn(n=1)"],
    ["type: 7", "root(type=7)"],
    ["- a\n- - b\n  - c\n- {d: e}", "root{item'a' item{item'b' item'c'} item(d=e)}"],
    ["{a: [1, 2], 'b': \"x\\ty\"}", "root(b=x\ty){a'1' a'2'}"],
    ["[a: 1, b]", "root{item(a=1) item'b'}"],
    ["? a\n: 1\n? b\n", "root(a=1)"],
    ["! a", "root'a'"],
    ["__proto__: {constructor: 1}\ntoString: 2", "root(toString=2){__proto__(constructor=1)}"],
  ])("%j", (text, expected) => expect(line(readYaml(text))).toBe(expected));

  it("keeps scalars as they are written", () => {
    const text = "a: 0x1F\nb: 1_000\nc: yes\nd: 2026-03-14T09:30+02:00\ne: .5\nf: True\ng: 0o17\nh: 1e3\ni: 12:30:00";
    const written = text.split("\n").map((pair) => pair.split(": "));
    expect(readYaml(text).root!.attributes).toEqual(Object.fromEntries(written));
  });

  it("has no attribute where a value is null", () => {
    expect(line(readYaml("a: ~\nb: null\nc:\nd: !!null x\ne: 'null'\nf: ''"))).toBe("root(e=null f=)");
  });

  it("undoes quotes, escapes and the folding of lines", () => {
    const { attributes } = readYaml("a: 'it''s'\nb: \"\\u00e9\\n\"\nc: >\n  x\n  y\n\n  z\nd: |-\n  x\n   y\ne: x\n y")
      .root!;
    expect(attributes).toEqual({ a: "it's", b: "é\n", c: "x y\nz\n", d: "x\n y", e: "x y" });
  });

  it("is a child for each document where there are several", () => {
    expect(line(readYaml("---\na: 1\n---\n- 2\n...\n---\nthree"))).toBe("root{item(a=1) item{item'2'} item'three'}");
    expect(line(readYaml("---\na: 1\n...\n"))).toBe("root(a=1)");
  });

  it("takes the options of JSON", () => {
    expect(line(readYaml("kind: Day\nn: 1", { typeKey: "kind" }))).toBe("Day(n=1)");
    expect(line(readYaml("a: 1\nb: x", { membersAsNodes: true }))).toBe("root(b=x){a'1' b'x'}");
  });
});

describe("anchors", () => {
  it.each([
    ["a: &x {n: 1}\nb: *x", "root{a(n=1) b(n=1)}"],
    ["a: &x 1\nb: *x\nc: &x 2\nd: *x", "root(a=1 b=1 c=2 d=2)"],
    ["a: &x 1\nb: &y {c: *x}\nd: &x 2\ne: *y", "root(a=1 d=2){b(c=1) e(c=1)}"],
    ["&k key: 1\nother: *k", "root(key=1 other=key)"],
    ["base: &b {x: 1, y: 2}\nday:\n  <<: *b\n  y: 3", "root{base(x=1 y=2) day(x=1 y=3)}"],
    ["l: [&a {x: 1, y: 1}, &b {x: 2, z: 2}]\nm:\n  <<: [*a, *b]", "root{l(x=1 y=1) l(x=2 z=2) m(x=1 y=1 z=2)}"],
    ["a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: *b, z: 3}", "root{a(x=1) b(x=1 y=2) c(x=1 y=2 z=3)}"],
    ["'<<': 1\nb: {<<: 2}", "root(<<=1){b(<<=2)}"],
  ])("%j", (text, expected) => expect(line(readYaml(text))).toBe(expected));

  it("that are repeated have the span of the alias", () => {
    const text = "a: &x {n: {m: 1}}\nb: *x\n";
    const spans = [...Array(5).keys()].map((at) => readYaml(text).node(at + 1).span!);
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual([
      text.trimEnd(),
      "{n: {m: 1}}",
      "{m: 1}",
      "*x",
      "*x",
    ]);
  });

  it("that stand for more and more are a limit", { tags: "slow" }, () => {
    const tenfold = [...Array(12).keys()].map((at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(10)}]`);
    expect(() => readYaml(`a0: &a0 [x]\n${tenfold.join("\n")}`)).toThrow(
      'More than 1000000 values repeated by aliases. Raise the option "limits.maxAliased" if this is intended.',
    );
    const merging = `a: &a {${[...Array(20).keys()].map((at) => `k${at}: 1`).join(", ")}}\n`;
    const rows = [...Array(10).keys()].map((at) => `m${at}: {<<: *a}`).join("\n");
    expect(() => readYaml(merging + rows, { limits: { maxAliased: 500 } })).not.toThrow();
    expect(() => readYaml(merging + rows, { limits: { maxAliased: 100 } })).toThrow("limits.maxAliased");
  });
});

it("has spans without comments and white space", () => {
  const text = "a: # comment\n  b: 1 # one\n  c: [x, # in it\n      y]\n\n# after\nd:\n- e: 2\n";
  const tree = readYaml(text);
  const spans = [...Array(tree.size).keys()].map((at) => {
    const { type, span } = tree.node(at + 1);
    return `${type} ${text.slice(span!.start, span!.end)}`;
  });
  expect(spans).toEqual([`root ${text.trimEnd()}`, "a b: 1 # one\n  c: [x, # in it\n      y]", "c x", "c y", "d e: 2"]);
});

describe("problems", () => {
  it.each([
    ["a: 1\na: 2", "root(a=2)", "SXP4012 a"],
    ["a: *b\nc: 1", "root(c=1)", "SXP4012 *b"],
    ["a: &a [*a, 1]", "root{a'1'}", "SXP4012 *a"],
    ["a: &a {<<: *a, b: 1}", "a(b=1)", "SXP4012 *a"],
    ["a: [1, 2", "root{a'1' a'2'}", "SXP4012 2"],
    ["a: b: c", "a(b=c)", "SXP4012 b"],
    ["a:\n\t- b", "root{a'b'}", "SXP4012 \t"],
    ["{a: 1}}", "root(a=1)", "SXP4012 }"],
    ["? [a, b]\n: 1", "root([a, b]=1)", "SXP4016 [a, b]"],
    ["!Foo {a: !Bar x, b: !Bar y}", "root(a=x b=y)", "SXP4016 {a: !Bar x, b: !Bar y}", "SXP4016 x"],
    ["k: !!set {a, b}", "root{k'a' k'b'}"],
  ])("%j is read all the same", (text, ...expected) => expect(tolerant(text)).toEqual(expected));

  it("are thrown where nobody listens, if they are errors", () => {
    expect(() => readYaml("a: 1\nb: 2\na: 3")).toThrow('The YAML can\'t be read: the key "a" is given twice.');
    expect(() => readYaml("a: [1, 2")).toThrow('The YAML can\'t be read: "]" is missing, or not indented.');
    expect(() => readYaml("a: 'x")).toThrow("the quotation mark that closes a string is missing");
    expect(() => readYaml(new Uint8Array([97, 0xff]))).toThrow("The YAML can't be read: a byte here is not UTF-8.");
    expect(line(readYaml("a: !Foo x"))).toBe("root(a=x)");
  });

  it("come once where the text is read twice", () => {
    expect(tolerant("Plan: {a: 1, a: 2}\nother: 1")).toEqual(["root(other=1){Plan(a=2)}", "SXP4012 a"]);
  });
});

describe("depth", () => {
  const deep = (n: number): [string, string][] => [
    ["brackets", "[".repeat(n) + "]".repeat(n)],
    ["dashes", `${"- ".repeat(n)}x`],
    ["braces", `${"{a: ".repeat(n)}1${"}".repeat(n)}`],
    ["question marks", `${"? ".repeat(n)}x`],
    ["indentation", [...Array(Math.min(n, 3_000)).keys()].map((at) => `${" ".repeat(at)}a:`).join("\n")],
  ];
  it.each(deep(950))("of 950 %s is read", (name, text) => {
    const tree = readYaml(text);
    expect(tree.shapes.at(-1)!.maxDepth).toBeGreaterThan(name === "question marks" ? 0 : 900);
  });
  it.each(deep(isLong ? 100_000 : 30_000))(
    "of tens of thousands of %s is a limit or read, and no full stack",
    (name, text) => {
      const read = () => readYaml(text, { onDiagnostic() {} });
      if (name === "question marks") expect(() => read()).not.toThrow(RangeError);
      else expect(read).toThrow("levels of nesting");
    },
  );
  it.each(deep(20_000).slice(0, 3))("of 20 000 %s is read where the limit allows it", (_, text) => {
    const tree = readYaml(text, { limits: { maxDepth: 1e6 } });
    expect(Math.max(...tree.shapes.slice(1).map(({ maxDepth }) => maxDepth))).toBeGreaterThan(19_900);
  });
});

it("is read by readAs", async () => {
  expect((await readAs("yaml", "a: 1")).source.format).toBe("yaml");
});

it("what the library writes of a JSON value reads as JSON does", () => {
  const name = fc.string({
    unit: fc.constantFrom("a", "b", " ", "-", ":", "#", "é", "'", '"', "1", "~", "<"),
    maxLength: 4,
  });
  const key = name.filter((text) => text !== "<<");
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      fc.oneof(
        name,
        fc.constantFrom("null", "true", "12", "0x1", "", "- a", "a: b", "x\n y\n"),
        fc.integer(),
        fc.boolean(),
      ),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(key, tie("any"), { maxKeys: 3 }),
    ),
  })).any;
  fc.assert(
    fc.property(value, fc.constantFrom(0, 20, 80), (data, lineWidth) => {
      const text = new Document(data, { aliasDuplicateObjects: false }).toString({ lineWidth });
      expect(line(readYaml(text))).toBe(line(readJson(JSON.stringify(data))));
    }),
    { numRuns: runs(500) },
  );
});
