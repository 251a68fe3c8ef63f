import { type ChangeKind, inspect } from "@semantic-xpath/inspect";
import { compile, type RunOptions } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { inspectTrip, trip, written } from "./support/trip.js";

/** The query, the node to admit, the kind of change, and what the text becomes. */
type Case = readonly [query: string, node: string, kind: ChangeKind, text: string, options?: RunOptions];

const CASES: Readonly<Record<string, readonly Case[]>> = {
  "a threshold moves to the node's own score": [
    ['//POI[node =~ "lake" >= 0.5]', "/Trip/Day[1]/POI[2]", "threshold", '//POI[node =~ "lake" >= 0.31]'],
    ['//POI[node =~ "lake" > 0.5]', "/Trip/Day[1]/POI[2]", "threshold", '//POI[node =~ "lake" > 0.31]'],
    ['//POI[node =~ "park" > 0.75]', "/Trip/Day[2]/POI[1]", "threshold", '//POI[node =~ "park" >= 0.75]'],
    ['//POI[node =~ "lake" <= 0.5]', "/Trip/Day[1]/POI[1]", "threshold", '//POI[node =~ "lake" <= 0.81]'],
    ['//POI[not(node =~ "lake" >= 0.5)]', "/Trip/Day[1]/POI[1]", "threshold", '//POI[not(node =~ "lake" >= 0.81)]'],
    ['//POI[node =~ "lake" = 1]', "/Trip/Day[1]/POI[1]", "threshold", '//POI[node =~ "lake" = 0.800000011920929]'],
    [
      '//POI[node =~ "lake" >= $least]',
      "/Trip/Day[1]/POI[2]",
      "argument",
      '//POI[node =~ "lake" >= $least]',
      { params: { least: 0.5 } },
    ],
    [
      '/Trip/Day[node =~ "lake" >= 0.5]/POI',
      "/Trip/Day[2]/POI[1]",
      "threshold",
      '/Trip/Day[node =~ "lake" >= 0.2]/POI',
    ],
  ],
  "a position moves to the node's place": [
    ["/Trip/Day/POI[1]", "/Trip/Day[1]/POI[3]", "index", "/Trip/Day/POI[3]"],
    ["/Trip/Day/POI[-1]", "/Trip/Day[1]/POI[1]", "index", "/Trip/Day/POI[-3]"],
    ["/Trip/Day/POI[1:2]", "/Trip/Day[1]/POI[3]", "index", "/Trip/Day/POI[1:3]"],
    ["/Trip/Day/POI[2:]", "/Trip/Day[1]/POI[1]", "index", "/Trip/Day/POI[1:]"],
    ["/Trip/Day/POI[-1:]", "/Trip/Day[1]/POI[2]", "index", "/Trip/Day/POI[-2:]"],
    ["/Trip/Day/POI[last()]", "/Trip/Day[1]/POI[2]", "index", "/Trip/Day/POI[2]"],
    ["/Trip/Day/POI[position() < 2]", "/Trip/Day[1]/POI[2]", "index", "/Trip/Day/POI[position() < 3]"],
    ["(//POI)[1]", "/Trip/Day[2]/POI[1]", "index", "(//POI)[4]"],
    ["(//POI[@kind])[2:3]", "/Trip/Day[2]/POI[1]", "index", "(//POI[@kind])[2:4]"],
    ['/Trip/Day/POI[node =~ "lake"][1]', "/Trip/Day[1]/POI[2]", "index", '/Trip/Day/POI[node =~ "lake"][2]'],
    ["/Trip/Day[2]/POI", "/Trip/Day[1]/POI[1]", "index", "/Trip/Day[1]/POI"],
    ["/Trip/Day[$n]/POI", "/Trip/Day[1]/POI[1]", "argument", "/Trip/Day[$n]/POI", { params: { n: 2 } }],
  ],
  "an axis goes deeper, a path ends earlier": [
    ["/Trip/POI", "/Trip/Day[1]/POI[1]", "axis", "/Trip//POI"],
    ["/Day/POI", "/Trip/Day[1]/POI[1]", "axis", "//Day/POI"],
    ["/Trip/child::POI", "/Trip/Day[1]/POI[1]", "axis", "/Trip//POI"],
    ["/Trip/Day/POI", "/Trip/Day[2]", "axis", "/Trip/Day"],
    ["//Note/ancestor::Day/@lake", "/Trip/Day[1]/POI[3]", "type", "//Note/ancestor::(Day|POI)/@lake"],
    ['//Day[avg(/Note[node =~ "lake"])]', "/Trip/Day[1]", "axis", '//Day[avg(//Note[node =~ "lake"])]'],
  ],
  "a type is added, a name that is not in the data replaced": [
    ["/Trip/Day/POI", "/Trip/Day[1]/Restaurant", "type", "/Trip/Day/(POI|Restaurant)"],
    ["/Trip/Day/Restarant", "/Trip/Day[1]/Restaurant", "type", "/Trip/Day/Restaurant"],
    ["/Trip/Dy/POI", "/Trip/Day[1]/POI[1]", "type", "/Trip/Day/POI"],
  ],
  "a value becomes the node's own": [
    ['//POI[@kind = "museum"]', "/Trip/Day[1]/POI[1]", "value", '//POI[@kind = "park"]'],
    ["//POI[@minutes > 100]", "/Trip/Day[1]/POI[1]", "value", "//POI[@minutes >= 75]"],
    ["//POI[@minutes >= 100]", "/Trip/Day[1]/POI[1]", "value", "//POI[@minutes >= 75]"],
    ['//POI[contains(@name, "Musuem")]', "/Trip/Day[1]/POI[2]", "value", '//POI[contains(@name, "Museum")]'],
    ['//*[name() = "POI"]', "/Trip/Day[1]/Restaurant", "value", '//*[name() = "Restaurant"]'],
    ["//Day[count(/POI) > 2]", "/Trip/Day[2]", "value", "//Day[count(/POI) > 1]"],
    ['//POI[@knd = "park"]', "/Trip/Day[1]/POI[1]", "value", '//POI[@kind = "park"]'],
    ["//POI/@nam", "/Trip/Day[1]/POI[1]", "value", "//POI/@name"],
    ["//POI[@kind = $kind]", "/Trip/Day[1]/POI[1]", "argument", "//POI[@kind = $kind]", { params: { kind: "museum" } }],
  ],
  "an offset leads elsewhere, or goes": [
    ['//POI[@kind = "museum"][@+1]', "/Trip/Day[1]/POI[3]", "offset", '//POI[@kind = "museum"][@+2]'],
    ['//POI[@kind = "water"][@+1]', "/Trip/Day[2]/POI[1]", "offset", '//POI[@kind = "water"]'],
  ],
  "what no literal helps with goes": [
    ['//POI[@kind != "park"]', "/Trip/Day[1]/POI[1]", "bracket", "//POI"],
    ["//POI[exists(/Note)]", "/Trip/Day[1]/POI[1]", "bracket", "//POI"],
    ["//POI[@minutes > 10 and exists(/Note)]", "/Trip/Day[1]/POI[1]", "bracket", "//POI[@minutes > 10]"],
    ['//POI[node =~ "lake"]', "/Trip/Day[2]/POI[2]", "bracket", "//POI"],
    ['//POI[node =~ "lake" >= 0.3]', "/Trip/Day[2]/POI[2]", "bracket", "//POI"],
    ['//POI[node =~ "lake" > 0.3]', "/Trip/Day[2]/POI[2]", "bracket", "//POI"],
    ['//POI[node =~ "park" < 0.5]', "/Trip/Day[1]/POI[3]", "bracket", "//POI"],
    ['//POI[@minutes and node =~ "lake" > 0.3]', "/Trip/Day[2]/POI[2]", "bracket", "//POI[@minutes]"],
    ['//POI[min(node =~ "lake", node =~ "park")]', "/Trip/Day[2]/POI[2]", "bracket", '//POI[node =~ "park"]'],
    ['//POI[Note =~ "lake"]', "/Trip/Day[1]/POI[1]", "bracket", '//POI[node =~ "lake"]'],
  ],
  "several, where one alone does not do": [
    ['(//POI[node =~ "lake"])[1]', "/Trip/Day[2]/POI[2]", "several", "(//POI)[5]"],
    ["//POI[@minutes > 100 and exists(/Note)]", "/Trip/Day[1]/POI[1]", "several", "//POI[@minutes >= 75]"],
    [
      '//POI[@minutes > 100 and @kind = "museum"]',
      "/Trip/Day[1]/POI[1]",
      "several",
      '//POI[@minutes >= 75 and @kind = "park"]',
    ],
    [
      '/Trip/Day[@city = "Ottawa"]/POI[@kind = "museum"]',
      "/Trip/Day[1]/POI[1]",
      "several",
      '/Trip/Day[@city = "Toronto"]/POI[@kind = "park"]',
    ],
  ],
};

for (const [title, cases] of Object.entries(CASES))
  describe(title, () => {
    for (const [query, node, kind, text, options = {}] of cases)
      it(`${query}: ${node}`, async () => {
        const inspection = await inspectTrip(query, options);
        const change = await inspection.change(node);
        expect({ kind: change!.kind, text: change!.text }).toEqual({ kind, text });
        const { matches } = await compile(text).query!.run(trip, {
          scorer: written(),
          ...change!.options,
          params: change!.params,
        });
        expect(matches.map(({ path }) => path.replace(/\/@.*/, ""))).toContain(node);
        expect(change!.count).toBe(matches.length);
      });
  });

it("a limit is raised to the node's rank", async () => {
  const change = await (await inspectTrip('//POI[node =~ "lake"]', { limit: 1 })).change("/Trip/Day[1]/POI[2]");
  expect(change).toMatchObject({ kind: "limit", edits: [], options: { limit: 3 }, count: 3, message: "limit 1 → 3" });
});

it("a minimum score is lowered to the node's weight, with as few digits as keep the next one out", async () => {
  const inspection = await inspectTrip('//POI[node =~ "lake"]', { minScore: 0.5 });
  expect(await inspection.change("/Trip/Day[1]/POI[2]")).toMatchObject({
    kind: "min-score",
    options: { minScore: 0.31 },
    count: 3,
    message: "minimum score 0.5 → 0.31",
  });
});

it("an argument is told with what it was", async () => {
  const inspection = await inspectTrip("/Trip/Day[$n]/POI[@kind = $kind]", { params: { n: 2, kind: "museum" } });
  expect(await inspection.change("/Trip/Day[1]/POI[2]")).toMatchObject({
    kind: "argument",
    edits: [],
    params: { n: 1, kind: "museum" },
    message: "$n 2 → 1",
  });
});

it("edits are of the text that was run", async () => {
  const change = await (await inspectTrip("/Trip/Day/POI[1]")).change("/Trip/Day[1]/POI[2]");
  expect(change!.edits).toEqual([{ span: { start: 14, end: 15 }, text: "2" }]);
  expect(change!.message).toBe("[1] → [2]");
});

it("in a document, the declared query that was run changes, and the rest stays", async () => {
  const text = "(: Days. :)\ndeclare query days() := /Trip/Day;\ndeclare query pois() := //POI[1];\n";
  const inspection = await inspect(compile(text, { name: "pois" }).query!, trip);
  const change = await inspection.change("/Trip/Day[1]/POI[2]");
  expect(change!.text).toBe(text.replace("[1]", "[2]"));
});

it("of a pruned run, an expensive scorer is asked for no pair twice", async () => {
  const asked = new Map<string, number>();
  const scorer = written("expensive");
  const counting = {
    ...scorer,
    score: (texts: readonly string[], condition: string) => {
      for (const text of texts) asked.set(`${condition} ${text}`, (asked.get(`${condition} ${text}`) ?? 0) + 1);
      return scorer.score(texts, condition, {});
    },
  };
  const inspection = await inspectTrip('//POI[node =~ "lake"][node =~ "park"]', { limit: 1, scorer: counting });
  const change = await inspection.change("/Trip/Day[1]/POI[2]");
  expect(change).toMatchObject({ kind: "limit", options: { limit: 3 } });
  expect(Math.max(...asked.values())).toBe(1);
});

it("the last resort, where more changes would be needed than anyone reads, is the node's own path", async () => {
  const text = `//POI${"[exists(/Hut)]".repeat(9)}`;
  expect(await (await inspectTrip(text)).change("/Trip/Day[1]/POI[2]")).toMatchObject({
    kind: "path",
    text: `${text} | /Trip/Day[1]/POI[2]`,
    message: "or /Trip/Day[1]/POI[2] itself",
    count: 1,
  });
});

it("is null for what is in the result", async () => {
  expect(await (await inspectTrip("//POI")).change("/Trip/Day[1]/POI[2]")).toBeNull();
});
