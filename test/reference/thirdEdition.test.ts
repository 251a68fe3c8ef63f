import { Collection, compile, inferSchema, type Match, type RunOptions, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

/** Sentences of the definition, each as a query and its result: without a schema, and with the one that the data gives. */

const wordScorer = {
  id: "words",
  cost: "cheap",
  score: async (texts: readonly string[], condition: string) =>
    Float32Array.from(texts, (text) => (text.includes(condition) ? 1 : 0.25)),
} as const;

const shown = ({ record, group, attribute, path }: Match): unknown =>
  record !== null
    ? { ...record }
    : group !== null
      ? { key: { ...group.key }, members: group.members.map(shown) }
      : (attribute?.value ?? path);

async function resultOf(xml: string, text: string, isTyped: boolean, options: RunOptions = {}): Promise<unknown> {
  const tree = readXml(xml);
  const { query, diagnostics } = compile(text, isTyped ? { schema: inferSchema(tree) } : {});
  expect(
    diagnostics.filter(({ severity }) => severity === "error"),
    text,
  ).toEqual([]);
  const { value, matches } = await query!.run(tree, { scorer: wordScorer, ...options });
  return value !== undefined ? value : matches.map(shown);
}

function cases(name: string, xml: string, rows: readonly (readonly [query: string, expected: unknown])[]): void {
  describe(name, () => {
    it.each(rows)("%s", async (query, expected) => {
      expect(await resultOf(xml, query, false)).toEqual(expected);
      expect(await resultOf(xml, query, true)).toEqual(expected);
    });
  });
}

const BLANKS = `<r><l i="a" n="10" m="9" d="2026-01-02" c="EUR 3"/><l i="b" n="9" m="10" d="2026-01-03" c="EUR 2"/>
<l i="c" n="" m="5" d=" " c=""/><l i="d" n="8" m="1" d="2026-01-01" c="EUR 9"/></r>`;

cases("a blank text is absent where a type is needed, and present for texts", BLANKS, [
  ["(//l)[order by @n]/@i", ["d", "b", "a", "c"]],
  ["(//l)[order by @n descending]/@i", ["a", "b", "d", "c"]],
  ["(//l)[order by @d descending]/@i", ["b", "a", "d", "c"]],
  ["//l[@n < @m]/@i", ["b"]],
  ["//l[@n != @m]/@i", ["a", "b", "d"]],
  ["//l[@n != 3]/@i", ["a", "b", "d"]],
  ['//l[@d < "2026-01-02"]/@i', ["d"]],
  ['//l[@n = ""]/@i', ["c"]],
  ["//l[@n]/@i", ["a", "b", "c", "d"]],
  ["//l[@n * 2 > 1]/@i", ["a", "b", "d"]],
  ['//l[@d - "2026-01-01" < "1 day"]/@i', ["d"]],
  ['//l[@c + 1 > "EUR 3"]/@i', ["a", "d"]],
  ["sum(//l/@n)", 27],
  ["avg(//l/@n)", 9],
  ["max(//l/@n)", 10],
  ["min(//l/@d)", "2026-01-01"],
  ["sum(//l/@c)", "EUR 14"],
  ["//l[abs(@n) > 8]/@i", ["a", "b"]],
  ["//l[day-from-date(@d) = 3]/@i", ["b"]],
  ["(//l)[group by @n]/@n", ["10", "9", "", "8"]],
  ["count(//l/@n)", 4],
]);

const ODD = `<r>${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `<l n="${n}" d="2026-01-0${n}" m="${n}"/>`).join("")}<l n="?" d="soon" m="1"/></r>`;

cases("an odd value has no value of its type", ODD, [
  ["//l[day-from-date(@d) = 5]/@n", ["5"]],
  [
    "(//l)[group by year-from-date(@d) as y]/{ @y, n: count(/l) }",
    [
      { y: 2026, n: 9 },
      { y: null, n: 1 },
    ],
  ],
  ["//l[abs(@n) > 8]/@n", ["9"]],
  ["max(//l/@n | //l/@m)", 9],
  ["(//l)[10]/{ @n, m: @n + 1, x: @n > 1, d: day-from-date(@d) }", [{ n: "?", m: null, x: false, d: null }]],
]);

const MONEY = `<r>${["EUR 5", "USD 3", "EUR 40", "GBP 2"].map((c, i) => `<l c="${c}" i="i${i}"/>`).join("")}</r>`;

cases("money in several currencies", MONEY, [
  ['//l[starts-with(@c, "EUR")][@c > "EUR 30"]/@i', ["i2"]],
  ['//l[starts-with(@c, "EUR")][@c + "EUR 1" > "EUR 30"]/@i', ["i2"]],
  [
    "(//l)[group by substring(@c, 1, 3) as k]/{ @k, total: sum(/l/@c) }",
    [
      { k: "EUR", total: "EUR 45" },
      { k: "USD", total: "USD 3" },
      { k: "GBP", total: "GBP 2" },
    ],
  ],
]);

it.each(["//l[@c > 30]", "//l[@c + 1 > 3]", "//l[@c < 3]", "sum(//l/@c)", "(//l)[order by @c]"])(
  "%s ends with an error that names two currencies",
  async (query) => {
    for (const isTyped of [false, true])
      await expect(resultOf(MONEY, query, isTyped)).rejects.toThrow(/EUR beside USD|USD beside EUR/);
  },
);

const BUGS = `<r><a who="x" n="1"><b k="1"/><b k="2"/></a><a who="y" n="2"><b k="3"/></a><a n="3"/><a who="x" n="4"/></r>`;

cases("groups and records", BUGS, [
  [
    '(//a)[group by @who][@who =~ "y"]/{ @who, w: @who =~ "x" }',
    [
      { who: "y", w: 0.25 },
      { who: "x", w: 1 },
    ],
  ],
  ["sum((//a)[group by @who]/(count(/a) * 2))", 8],
  ["max((//a)[group by @who]/(sum(/a/@n)))", 5],
  ["//r/{ most: max((//a)[group by @who]/(count(/a))) }", [{ most: 2 }]],
  ["(//a)[1]/{ yes: true, no: false, both: true() and false() }", [{ yes: true, no: false, both: false }]],
  ["sum(//a/(@n * position()))", 30],
  ["//a[sum(/b/(last())) > 2]/@n", ["1"]],
  ['(//a/@n)[name() = "n"][1]', ["1"]],
  ["last()", 1],
  ["(//a)[group by count(/b) as k][@k]/@k", ["2", "1", "0"]],
  ["(//a)[group by count(/b) as k][not(@k)]/@k", []],
  ["(//a)[group by (@who || '') as k][@k]/@k", ["x", "y", ""]],
]);

it("places in records of a collection are those of the whole result", async () => {
  const trees = ["one", "two"].map((name) => ({ name, tree: readXml(BUGS) }));
  const { query } = compile("(//a)[order by @n descending]/{ @n, at: position(), of: last() }");
  const { matches } = await query!.runAll(new Collection(trees), { limit: 3 });
  expect(matches.map(shown)).toEqual([
    { n: 4, at: 1, of: 8 },
    { n: 4, at: 2, of: 8 },
    { n: 3, at: 3, of: 8 },
  ]);
});
