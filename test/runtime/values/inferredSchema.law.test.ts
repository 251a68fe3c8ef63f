import { readFileSync } from "node:fs";
import type { Schema } from "@semantic-xpath/planner";
import { compile, inferSchema, readJson, readXml } from "@semantic-xpath/runtime";
import type { Tree } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../support/runs.js";

/**
 * Law: a schema that was inferred from the data changes no result. Left out are comparisons of which the schema says that they compare what does not go
 * together, and columns beside columns of another kind: without a schema these are read pair by pair.
 */

const KINDS: Readonly<Record<string, readonly string[]>> = {
  number: ["1", "2.5", "-3", "1e3", "0"],
  boolean: ["true", "false"],
  capitals: ["TRUE", "FALSE", "True"],
  date: ["2026-03-14", "14 March 2026", "2026-01-02"],
  dateTime: ["2026-03-14T09:30", "2026-03-14 10:15"],
  time: ["9:00 AM", "13:45"],
  duration: ["1 h 20 min", "45 min", "2 days"],
  money: ["CAD 38", "CAD 12.50", "CAD 0.99"],
  currencies: ["CAD 38", "EUR 12.50", "JPY 900"],
  quantity: ["12 km", "800 m", "3 mi"],
  unclear: ["200 g", "1.2 kg", "5 g", "t"],
  grams: ["200 g", "5 g", "12 g"],
  parted: ["12.03.2026", "1,200", "950", "13 000"],
  points: ["€1.200", "€90", "€3", "12,50 €", "1.200", "950"],
  interval: ["9:00-10:30", "13:00-14:00"],
  code: ["007", "12", "T1"],
  year: ["1984", "2026", "a word"],
  text: ["a word", "b", "", "true story"],
};
const ODD = ["n/a", "", "unknown", "5", "007", "CAD 1"];

const column = fc.tuple(
  fc.constantFrom(...Object.values(KINDS)),
  fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 1, maxLength: 24 }),
  fc.integer({ min: 0, max: 30 }),
);
const table = fc.record({ x: column, y: column, id: column }).map((columns) =>
  Array.from({ length: 24 }, (_, i) =>
    Object.fromEntries(
      Object.entries(columns).flatMap(([name, [values, picks, rarity]]) => {
        const pick = picks[i];
        if (pick === undefined) return [];
        const isOdd = rarity > 0 && i % rarity === rarity - 1;
        return [[name, isOdd ? ODD[pick[1] % ODD.length]! : values[pick[0] % values.length]!] as const];
      }),
    ),
  ),
);

const LITERALS = [
  "1",
  "2.5",
  "12",
  '"CAD 12"',
  '"10 km"',
  '"2026-02-01"',
  '"1 h"',
  '"noon"',
  '"n/a"',
  '"b"',
  "true()",
  "false",
];
const query = fc.oneof(
  fc
    .tuple(fc.constantFrom("@x", "@y", "@id", "y"), fc.constantFrom("=", "!=", "<", ">="), fc.constantFrom(...LITERALS))
    .map(([left, operator, right]) => `//A[${left} ${operator} ${right}]`),
  fc
    .tuple(fc.constantFrom("@x", "@y", "@id"), fc.constantFrom("", " descending"))
    .map(([key, way]) => `//A[order by ${key}${way}]`),
  fc
    .tuple(fc.constantFrom("sum", "min", "max", "avg", "count"), fc.constantFrom("x", "y", "id"))
    .map(([aggregate, name]) => `${aggregate}(//A/@${name})`),
  fc
    .tuple(fc.constantFrom("x", "y", "id"), fc.constantFrom("=", "!=", "<", ">="))
    .map(([name, operator]) => `//A[@${name} ${operator} root()//A[2]/@${name}]`),
  fc.constantFrom(
    "//A[@x + @y > 3]",
    "//A[@x * 2 > 3]",
    "//A[-@y < 0]",
    "//A[contains(@x, '1')]",
    "//A[@x]",
    "//B[sum(/A/@x) > 20]",
    "//A[@x]/{ @x, t: T }",
    "//A[order by T][1:2]",
    "//B/{ n: count(/A), t: T }",
    "//A[T = true]/{ t: T }",
    '//A[@x > "5"]',
  ),
);

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
/** Children that a few rows have several of. */
const tagsOf = ({ x, y }: Readonly<Record<string, string>>): string =>
  [...(x === undefined ? [] : [x]), ...(y === "5" || y === "n/a" ? [y] : [])]
    .map((text) => `<T>${escaped(text)}</T>`)
    .join("");
const treeOf = (rows: readonly Readonly<Record<string, string>>[]): Tree =>
  readXml(
    `<R>${rows
      .map(
        (row, i) =>
          `${i % 6 === 0 ? "<B>" : ""}<A ${Object.entries(row)
            .map(([name, value]) => `${name}="${escaped(value)}"`)
            .join(" ")}>${tagsOf(row)}</A>${i % 6 === 5 ? "</B>" : ""}`,
      )
      .join("")}</R>`,
  );

/** What a query gives, or the code of what ended it; null: a diagnostic says that it compares what does not go together. */
async function resultOf(text: string, tree: Tree, schema: Schema | null): Promise<unknown> {
  const { query, diagnostics } = compile(text, schema === null ? {} : { schema });
  if (diagnostics.some(({ code }) => code === "SXP2005")) return null;
  expect(
    diagnostics.filter(({ runnable }) => !runnable),
    text,
  ).toEqual([]);
  try {
    const { matches, value, caveats } = await query!.run(tree);
    return {
      matches: matches.map(({ path, weight, value, record }) => ({ path, weight, value, record })),
      value,
      caveats,
    };
  } catch (error) {
    return (error as { code: string }).code;
  }
}

it("law: of columns of every kind, with odd values and without", async () => {
  await fc.assert(
    fc.asyncProperty(table, query, async (rows, text) => {
      const tree = treeOf(rows);
      const typed = await resultOf(text, tree, inferSchema(tree));
      if (typed !== null) expect(typed).toEqual(await resultOf(text, tree, null));
    }),
    { numRuns: runs(4000, 300) },
  );
});

it("a text beside an absent operand is not read", async () => {
  const tree = readXml('<R><A x="" y="1"/><A x="a word"/></R>');
  for (const schema of [null, inferSchema(tree)])
    expect(await resultOf("//A[@x + @y > 3]", tree, schema)).toEqual({
      matches: [],
      value: undefined,
      caveats: undefined,
    });
});

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  "itinerary/itinerary.xml": ["max(//POI/@cost)", "//POI[@cost > 40][order by @cost]", "//Day[sum(/POI/@cost) > 60]"],
  "todo/todo.xml": ["//Task[@deadline < '2026-09-10']", "//Task[order by @deadline]", "//Task[@priority > 1]"],
  "mealplan/mealplan.json": ["//*[@calories > 300]", "avg(//*/@calories)", "//*[order by @name]"],
};
it.each(Object.entries(EXAMPLES))("of %s", async (file, queries) => {
  const text = readFileSync(`examples/${file}`, "utf8");
  const tree = file.endsWith(".json") ? readJson(text) : readXml(text);
  for (const query of queries)
    expect(await resultOf(query, tree, inferSchema(tree)), query).toEqual(await resultOf(query, tree, null));
});
