import { type ChangeKind, inspect } from "@semantic-xpath/inspect";
import { compile, type RunOptions, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { inspectTrip } from "./support/trip.js";

/** An empty query, the kind of change, and the nearest text that finds something. */
const CASES: readonly (readonly [
  query: string,
  kind: ChangeKind,
  text: string,
  count: number,
  options?: RunOptions,
])[] = [
  ['//POI[node =~ "lake" >= 0.95]', "threshold", '//POI[node =~ "lake" >= 0.89]', 1],
  ["//PIO", "type", "//POI", 5],
  ['//POI[@kind = "musuem"]', "value", '//POI[@kind = "museum"]', 2],
  ["//POI[@minutes > 500]", "value", "//POI[@minutes >= 120]", 1],
  ["/Trip/Day[7]", "index", "/Trip/Day[2]", 1],
  ["(//POI[@kind])[9:12]", "index", "(//POI[@kind])[5:12]", 1],
  ["/Trip/Note", "axis", "/Trip//Note", 1],
  ["//POI/@nam", "value", "//POI/@name", 5],
  ["/Trip/Day[$n]", "argument", "/Trip/Day[$n]", 1, { params: { n: 9 } }],
  ['//Note[node =~ "park"]', "bracket", "//Note", 1],
  ['//Day[@city = "Otawa"]/POI[@kind = "musem"]', "several", '//Day[@city = "Ottawa"]/POI[@kind = "museum"]', 1],
  ['//POI[contains(@name, "museum")]', "value", '//POI[contains(@name, "Museum")]', 1],
  ["//POI", "limit", "//POI", 1, { limit: 0 }],
  ['//POI[node =~ "lake"]', "min-score", '//POI[node =~ "lake"]', 1, { minScore: 0.95 }],
];

for (const [query, kind, text, count, options = {}] of CASES)
  it(`${query} ${JSON.stringify(options)}`, async () => {
    const inspection = await inspectTrip(query, options);
    expect(inspection.result.matches).toEqual([]);
    const { change, paths } = (await inspection.nearest())!;
    expect({ kind: change.kind, text: change.text, count: change.count }).toEqual({ kind, text, count });
    expect(paths.length).toBe(Math.min(count, 5));
  });

describe("the bound that is offered is the value that is nearest, of whatever kind the values are", () => {
  for (const [asked, values, nearest] of [
    ["500", ["9", "89", "12"], 1],
    ["CAD 500", ["CAD 9", "CAD 89.50", "CAD 12"], 1],
    ["JPY 99900", ["JPY 9538", "JPY 89864", "JPY 10976"], 1],
    ["3 kg", ["500 g", "1 lb", "2 kg"], 2],
    ["5 h", ["90 min", "1 h 20 min", "2 h"], 2],
    ["23:00", ["9:30 PM", "10:15", "8 PM"], 0],
    ["2027-01-01", ["2026-03-04", "2025-12-31", "2026-03-05"], 2],
  ] as const)
    it(asked, async () => {
      const tree = readXml(`<a>${values.map((value) => `<b v="${value}"/>`).join("")}</a>`);
      const literal = /^\d+$/.test(asked) ? asked : `"${asked}"`;
      const found = (await (await inspect(compile(`//b[@v > ${literal}]`).query!, tree)).nearest())!;
      const own = values[nearest];
      expect(found.change.text).toBe(`//b[@v >= ${/^\d+$/.test(own) ? own : `"${own}"`}]`);
      expect(found.change.count).toBe(1);
    });
});

describe("what is nearest is what may have been meant", () => {
  const tree = readXml('<a xmlns:w="u"><w:r><w:param name="GET"/><w:param name="x"/><w:method name="GET"/></w:r></a>');
  it.each([
    // The name without its prefix, not the commonest one there.
    ['//method[@name = "GET"]', '//w:method[@name = "GET"]'],
    // Nothing is like the name: then any type does, and the rest of the query stays.
    ['//zzzzzz[@name = "GET"]', '//*[@name = "GET"]'],
    // A text is neither more nor less than a number.
    ["//w:method[@name < 50]", "//w:method"],
  ])("%s → %s", async (query, text) => {
    const inspection = await inspect(compile(query).query!, tree);
    expect((await inspection.nearest())?.change.text).toBe(text);
  });

  it("why not: a text is no number", async () => {
    const inspection = await inspect(compile("//w:method[@name < 50]").query!, tree);
    expect(inspection.whyNot("//w:method")?.message).toBe("its @name is GET, which is not < 50: it is no number");
  });
});

it("is null where there are results", async () => {
  expect(await (await inspectTrip("//POI")).nearest()).toBeNull();
});

describe("a number beside values with a currency or a unit", () => {
  const tree = readXml(`<a><b cost="USD 12" w="5 kg"/><b cost="USD 30" w="7 kg"/></a>`);
  it.each([
    ["//b[@cost < 10]", "its @cost is USD 12, which is not < USD 10", '//b[@cost <= "USD 12"]'],
    ["//b[@cost = 10]", "its @cost is USD 12, not USD 10", '//b[@cost = "USD 12"]'],
    ["//b[not(@cost > 10)]", "its @cost is USD 12, which is > USD 10", '//b[not(@cost > "USD 12")]'],
    ["//b[@w < 3]", "its @w is 5 kg, which is not < 3 kg", '//b[@w <= "5 kg"]'],
  ])("%s: %s", async (query, why, change) => {
    const inspection = await inspect(compile(query).query!, tree);
    expect(inspection.whyNot("/a/b[1]")?.message).toBe(why);
    expect((await inspection.change("/a/b[1]"))?.text).toBe(change);
  });
});
