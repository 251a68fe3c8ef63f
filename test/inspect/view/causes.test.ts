import { readFileSync } from "node:fs";
import { type Cause, inspect } from "@semantic-xpath/inspect";
import { parseSchema } from "@semantic-xpath/planner";
import { type ArgumentValue, compile, type RunOptions, readTree } from "@semantic-xpath/runtime";
import { afterEach, describe, expect, it, vi } from "vitest";
import { inspected } from "./support.js";

const DATA = `
<Plan>
  <Day city="Ottawa"><Stop name="a">sun=0.31</Stop><Stop name="b" rain="no">sun=0.2</Stop><Stop/></Day>
  <Day city="Toronto"><Stop name="c">sun=0.1</Stop><Stop name="d">rain=0.5</Stop></Day>
  <Day city="Ottawa"><Note>sun=0.6</Note></Day>
</Plan>`;

afterEach(() => vi.restoreAllMocks());

const causesOf = async (query: string, options: RunOptions = {}): Promise<readonly Cause[]> =>
  (await inspected(DATA, query, options)).causes();

/** One cause on a small tree: what it is, what it says, what to do, and the part of the query that it is about. */
describe.each<
  [query: string, kind: Cause["kind"], message: string, advice: RegExp, part: string, options?: RunOptions]
>([
  [
    '//Stop[text() =~ "sun" >= 0.5]',
    "threshold-too-high",
    "the best of 5 candidates scored 0.31 and the threshold is 0.5",
    /^Try the threshold 0\.31,/,
    'text() =~ "sun" >= 0.5',
  ],
  [
    '//Stop[@name = "a"][node =~ "sun" > 0.31]',
    "threshold-too-high",
    "the only candidate scored 0.2 and the threshold is 0.31",
    /./,
    'node =~ "sun" > 0.31',
    { scorer: { id: "flat", cost: "cheap", score: async (texts) => new Float32Array(texts.length).fill(0.2) } },
  ],
  [
    '//Stop[node =~ "sun" < 0.1]',
    "threshold-too-high",
    "the lowest of 5 candidates scored 0.4 and the threshold is 0.1",
    /^Try the threshold 0\.41,/,
    'node =~ "sun" < 0.1',
    { scorer: { id: "flat", cost: "cheap", score: async (texts) => new Float32Array(texts.length).fill(0.4) } },
  ],
  [
    '//Stop[2][node =~ "sun"]',
    "position-before-relevance",
    "position [2] was applied before the relevance: 1 of 5 candidates was scored",
    /after the relevance/,
    "[2]",
  ],
  [
    '/Plan/Day/Stop[@name][2][node =~ "sun"]',
    "position-before-relevance",
    "position [2] was applied before the relevance: 2 of 4 candidates were scored",
    /after the relevance/,
    "[2]",
  ],
  [
    '(//Stop)[:2][node =~ "sun"]',
    "position-before-relevance",
    "position [:2] was applied before the relevance: 2 of 5 candidates were scored",
    /after the relevance/,
    "[:2]",
  ],
  [
    '/Plan/Day/Stop[node =~ "rain"][1]',
    "position-before-relevance",
    "position [1] picks by rank because it comes after the relevance",
    /before the relevance/,
    "[1]",
  ],
  [
    '//Stop[text() =~ "sun"]',
    "no-text",
    "the scorer saw no text for 1 node out of 5: text() is not there or empty",
    /^It scores 0 whatever/,
    'text() =~ "sun"',
  ],
  [
    '//Day[text() =~ "sun"]',
    "no-text",
    "the scorer saw no text for all 3 nodes: text() is not there or empty",
    /node =~ …/,
    'text() =~ "sun"',
  ],
  [
    '//Day[max(/Stop[@rain =~ "sun"])]',
    "no-text",
    "the scorer saw no text for 4 nodes out of 5: @rain is not there or empty",
    /./,
    '@rain =~ "sun"',
  ],
  [
    '//Stop[node =~ "snow"]',
    "all-zero",
    'all 5 candidates scored 0 for node =~ "snow"',
    /another condition/,
    '[node =~ "snow"]',
  ],
  ["//Dya", "unknown-type", 'the data has no node of type "Dya"', /"Day"/, "//Dya"],
  [
    '//Day[@town = "Ottawa"]',
    "unknown-attribute",
    '"Day" has no attribute @town in this data',
    /^There are: @city\.$/,
    '[@town = "Ottawa"]',
  ],
  [
    '//Stop[nam =~ "sun"]',
    "unknown-attribute",
    '"Stop" has neither an attribute nor a child "nam" in this data',
    /^The nearest: @name/,
    '[nam =~ "sun"]',
  ],
  [
    '//Day[Sto =~ "sun"]',
    "unknown-attribute",
    '"Day" has neither an attribute nor a child "Sto" in this data',
    /^The nearest child: "Stop"\.$/,
    '[Sto =~ "sun"]',
  ],
  ["//Stop/@nme", "unknown-attribute", '"Stop" has no attribute @nme in this data', /@name/, "@nme"],
  [
    "/Plan/Day/Stop[4]",
    "position-out-of-range",
    "there is nothing at position [4]: the longest list of candidates has 3",
    /whole result/,
    "[4]",
  ],
  [
    "/Plan/Day/Stop[@name][3:4]",
    "position-out-of-range",
    "there is nothing at position [3:4]: the longest list of candidates has 2",
    /./,
    "[3:4]",
  ],
  [
    '//Day[max(/Note[node =~ "sun"])]',
    "no-evidence",
    '2 of 3 nodes have no evidence for max(/Note[node =~ "sun"]): without any it is 0',
    /./,
    'max(/Note[node =~ "sun"])',
  ],
  [
    '//Day[max(/Stop[@name = "aa"][node =~ "sun"])]',
    "no-evidence",
    'none of 3 nodes has evidence for max(/Stop[@name = "aa"][node =~ "sun"]): without any it is 0',
    /^Nothing passes @name = "aa" there\. The nearest values: "a"\.$/,
    'max(/Stop[@name = "aa"][node =~ "sun"])',
  ],
  [
    '//Day[@city = "Otawa"]',
    "few-results",
    '@city = "Otawa" does not hold for any of 3 nodes',
    /^The nearest values: "Ottawa"\.$/,
    '[@city = "Otawa"]',
  ],
  [
    '//Stop[text() =~ "sun" >= 0.21]',
    "few-results",
    '1 of 5 candidates meets text() =~ "sun" >= 0.21',
    /^The next one scored 0\.2, and the threshold is 0\.21\.$/,
    '[text() =~ "sun" >= 0.21]',
  ],
  [
    '//Stop[text() =~ "sun"]',
    "ties",
    "all 4 results have the same weight 0.5: they are in document order",
    /second relevance/,
    '//Stop[text() =~ "sun"]',
    { scorer: { id: "flat", cost: "cheap", score: async (texts) => new Float32Array(texts.length).fill(0.5) } },
  ],
  [
    '//Stop[node =~ "sun"]',
    "limit",
    "the limit of 2 left out 1 more result, the best of weight 0.1",
    /limit/,
    '//Stop[node =~ "sun"]',
    { limit: 2 },
  ],
  ["//Stop", "limit", "the limit is 0, and 5 nodes would be in the result", /limit/, "//Stop", { limit: 0 }],
  [
    '//Stop[node =~ "sun"]',
    "min-score",
    "2 more nodes weigh less than the minimum score 0.3, the best of them 0.2",
    /0\.3/,
    '//Stop[node =~ "sun"]',
    { minScore: 0.3 },
  ],
  [
    '//Stop[node =~ "sun"]',
    "min-score",
    "3 nodes weigh less than the minimum score 0.9, the best of them 0.31",
    /0\.9/,
    '//Stop[node =~ "sun"]',
    { minScore: 0.9 },
  ],
  [
    "//Stop[not(@rain = 1)]",
    "everything-matches",
    "not(@rain = 1) holds for all 5 candidates",
    /nothing out/,
    "[not(@rain = 1)]",
  ],
  [
    '//Stop[node =~ "sun" >= 0.4]',
    "everything-matches",
    "all 5 candidates reach the threshold 0.4: the lowest scored 0.5",
    /higher threshold/,
    '[node =~ "sun" >= 0.4]',
    { scorer: { id: "flat", cost: "cheap", score: async (texts) => new Float32Array(texts.length).fill(0.5) } },
  ],
  [
    '//Stop[node =~ "sun"]',
    "slow-scorer",
    "scoring took 12.0 s of 12.0 s: 5 texts in 1 call",
    /^Filter before the relevance, set a limit so that only .* is scored\.$/,
    '[node =~ "sun"]',
    {
      scorer: {
        id: "slow",
        cost: "expensive",
        score: async (texts) => {
          const now = performance.now.bind(performance);
          vi.spyOn(performance, "now").mockImplementation(() => now() + 12_000);
          return Float32Array.from(texts, (_, i) => i / 10);
        },
      },
    },
  ],
])("%s", (query, kind, message, advice, part, options) => {
  it(`${kind}: ${message}`, async () => {
    const causes = await causesOf(query, options);
    const cause = causes.find((each) => each.kind === kind && (kind === "slow-scorer" || each.message === message));
    expect(cause, JSON.stringify(causes)).toBeDefined();
    expect(cause!.advice).toMatch(advice);
    expect(query.slice(cause!.span.start, cause!.span.end)).toBe(part);
  });
});

describe("where there is nothing to say, nothing is said", () => {
  it.each([
    "//Stop",
    "//Day[2]",
    "/Plan/Day[1]/Stop",
    '//Stop[@name = "a"]',
    '(//Stop[node =~ "sun"])[1:2]',
    '//Day[@city = "Ottawa"]',
    "//Day[not(@done)]",
    '//Note[node =~ "sun"]',
  ])("%s", async (query) => expect(await causesOf(query)).toEqual([]));

  it.each(["//Stop[@rain]", '//Stop[@name = "a"]'])("that %s leaves little is what it says", async (query) =>
    expect(await causesOf(query, { limit: 10 })).toEqual([]),
  );

  it("a threshold that nothing just missed is no cause", async () => {
    const kinds = (await causesOf('//Stop[text() =~ "sun" >= 0.3]')).map(({ kind }) => kind);
    expect(kinds).not.toContain("few-results");
  });
});

describe("the most telling comes first", () => {
  it("what happened where the result became empty, then the rest", async () => {
    const kinds = (await causesOf('//Stop[not(@rain = 1)][text() =~ "sun" >= 0.5]')).map(({ kind }) => kind);
    expect(kinds).toEqual(["threshold-too-high", "no-text", "everything-matches"]);
  });

  it("no cause is told twice: relevance without text is not all zero as well", async () => {
    const kinds = (await causesOf('//Day[text() =~ "sun"]')).map(({ kind }) => kind);
    expect(kinds).toEqual(["no-text"]);
  });

  it("every empty result has a cause", async () => {
    for (const query of [
      "//Stop[@x]",
      "//Day[9]",
      "//Stop/Day",
      '//Stop[@name = "zz"]',
      "//Stop[@name][@+9]",
      "//Day/@n",
    ])
      expect((await causesOf(query)).length, query).toBeGreaterThan(0);
  });
});

/** On the examples, with the embedded scorer. */
describe("on the examples", () => {
  const FOLDER = new URL("../../../examples/", import.meta.url);
  const read = (path: string): string => readFileSync(new URL(path, FOLDER), "utf8");
  const load = (name: string, format: string) => ({
    schema: parseSchema(read(`${name}/${name}.schema.json`)).schema!,
    tree: readTree(read(`${name}/${name}.${format}`)),
  });
  const examples = {
    itinerary: load("itinerary", "xml"),
    todo: load("todo", "xml"),
    mealplan: load("mealplan", "json"),
  };

  it.each<[keyof typeof examples, string, Cause["kind"], RegExp, RunOptions?]>([
    [
      "itinerary",
      '//POI[node =~ "museum" >= 0.999]',
      "threshold-too-high",
      /^the best of 32 candidates scored 0\.\d+ and the threshold is 0\.999$/,
    ],
    [
      "itinerary",
      '//POI[2][node =~ "museum"]',
      "position-before-relevance",
      /^position \[2\] was applied before the relevance: 1 of 32/,
    ],
    [
      "itinerary",
      '/Itinerary/Day/POI[node =~ "museum"][1]',
      "position-before-relevance",
      /^position \[1\] picks by rank because/,
    ],
    ["itinerary", '//POI[Note =~ "ticket"]', "no-text", /^the scorer saw no text for 20 nodes out of 32/],
    ["itinerary", '//POI[node =~ "zebra"]', "all-zero", /^all 32 candidates scored 0 for node =~ "zebra"$/],
    ["itinerary", '//Day[avg(/POI[node =~ "zebra"])]', "all-zero", /^all 32 candidates/],
    ["todo", "//Tsk", "unknown-type", /"Tsk"/],
    ["itinerary", '//Restaurant[@cuisin = "x"]', "unknown-attribute", /^"Restaurant" has no attribute @cuisin/],
    ["itinerary", "/Itinerary/Day/POI[9]", "position-out-of-range", /longest list of candidates has 5$/],
    [
      "todo",
      '//Project[min(/Task[@status = "Blocked"][description =~ "waiting"])]',
      "no-evidence",
      /^6 of 13 nodes have no evidence/,
    ],
    ["itinerary", '//Day[@city = "Otawa"]', "few-results", /does not hold for any of 7 nodes/],
    ["itinerary", '//POI[node =~ "museum" >= 0.98]', "few-results", /^1 of 32 candidates meets node/],
    [
      "mealplan",
      '//Option[@prep_minutes <= 10][ingredients =~ "egg"]',
      "ties",
      /^the first 7 results have the same weight 0\.9/,
    ],
    ["itinerary", "//POI", "limit", /^the limit of 3 left out 29 more results$/, { limit: 3 }],
    [
      "itinerary",
      '//POI[node =~ "museum"]',
      "min-score",
      /^\d+ more nodes weigh less than the minimum score 0\.5, the best of them 0\.\d+$/,
      { minScore: 0.5 },
    ],
    ["mealplan", "//Option[@prep_minutes >= 0]", "everything-matches", /holds for all \d+ candidates$/],
  ])("%s: %s has %s", async (name, query, kind, message, options = {}) => {
    const { tree } = examples[name];
    const causes = (await inspect(compile(query).query!, tree, options)).causes();
    const cause = causes.find((each) => each.kind === kind);
    expect(cause?.message, JSON.stringify(causes)).toMatch(message);
  });

  it("the examples' own queries have nothing unknown and nothing out of range", async () => {
    const args: Record<string, ArgumentValue> = {
      wish: "lake",
      n: 2,
      who: "Ana",
      from: 2,
      to: 3,
      today: "2026-09-20",
      topic: "garden",
      id: "t07",
      what: "waiting",
    };
    for (const [name, { schema, tree }] of Object.entries(examples)) {
      for (const query of Object.values(compile(read(`${name}/${name}.sxp`), { schema }).queries)) {
        const params = Object.fromEntries(
          query.plan.parameters.map((parameter) => [parameter.name, args[parameter.name]!]),
        );
        const kinds = (await inspect(query, tree, { params })).causes().map(({ kind }) => kind);
        for (const wrong of [
          "unknown-type",
          "unknown-attribute",
          "position-out-of-range",
          "threshold-too-high",
        ] as const)
          expect(kinds).not.toContain(wrong);
      }
    }
  });
});
