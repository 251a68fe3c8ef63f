import { parseSchema } from "@semantic-xpath/planner";
import { Collection, compile, query, type RunOptions, readXml, type Scorer } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

const tree = readXml(`
<Plan>
  <POI name="park">40</POI>
  <POI name="museum">90</POI>
  <POI name="zoo">40</POI>
  <POI name="nothing">0</POI>
</Plan>`);
const scorer: Scorer = {
  id: "number",
  cost: "cheap",
  score: async (texts) => Float32Array.from(texts, (text) => Number(text) / 100),
};
const graded = '//POI[text() =~ "x"]';
const names = async (text: string, options: RunOptions = {}): Promise<(string | undefined)[]> =>
  (await compile(text).query!.run(tree, { scorer, ...options })).matches.map(({ node }) => node.attribute("name"));

describe("limit", () => {
  it.each<[number | undefined, string[]]>([
    [undefined, ["museum", "park", "zoo"]],
    [Number.POSITIVE_INFINITY, ["museum", "park", "zoo"]],
    [2, ["museum", "park"]],
    [1, ["museum"]],
    [0, []],
  ])("%s keeps the best so many", async (limit, expected) => {
    expect(await names(graded, limit === undefined ? {} : { limit })).toEqual(expected);
  });
  it("keeps the first so many in document order", async () => {
    expect(await names("//POI", { limit: 2 })).toEqual(["park", "museum"]);
  });
  it.each([-1, 1.5, Number.NaN])("%s is refused", async (limit) => {
    await expect(compile(graded).query!.run(tree, { limit })).rejects.toThrow(RangeError);
  });
});

describe("minScore", () => {
  it.each<[number, string[]]>([
    [0, ["museum", "park", "zoo"]],
    [0.4, ["museum", "park", "zoo"]],
    [0.41, ["museum"]],
    [1, []],
  ])("%s leaves out what weighs less", async (minScore, expected) => {
    const exact: Scorer = {
      ...scorer,
      score: async (texts) => Float32Array.from(texts, (t) => (t === "40" ? 0.5 : Number(t) / 100)),
    };
    const at = minScore === 0.4 ? 0.5 : minScore === 0.41 ? 0.51 : minScore;
    expect(await names(graded, { scorer: exact, minScore: at })).toEqual(expected);
  });
  it("cuts the order of keys, and not what decides how they are read", async () => {
    const mixed = readXml('<Plan><Day x="12">some rain</Day><Day x="3">rain</Day><Day x="sun">no rain</Day></Plan>');
    const byX = compile('//Day[node =~ "rain"][order by @x]').query!;
    const scorer: Scorer = {
      id: "by words",
      cost: "cheap",
      score: async (texts) => Float32Array.from(texts, (text) => (/some/.test(text) ? 0.6 : /no/.test(text) ? 0.3 : 1)),
    };
    const found = async (cut: RunOptions) =>
      (await byX.run(mixed, { scorer, ...cut })).matches.map(({ node }) => node.attributes.x);
    expect(await found({})).toEqual(["12", "3", "sun"]);
    expect(await found({ minScore: 0.5 })).toEqual(["12", "3"]);
    expect(await found({ minScore: 0.5, limit: 1 })).toEqual(["12"]);
    const all = await byX.runAll(
      new Collection([
        { name: "one", tree: mixed },
        { name: "other", tree: mixed },
      ]),
      { scorer, minScore: 0.5 },
    );
    expect(all.matches.map(({ node }) => node.attributes.x)).toEqual(["12", "12", "3", "3"]);
  });

  it.each([-0.1, 1.1, Number.NaN])("%s is refused", async (minScore) => {
    await expect(compile(graded).query!.run(tree, { minScore })).rejects.toThrow(RangeError);
  });
  it("changes no weight", async () => {
    const run = async (options: RunOptions) =>
      (await compile(graded).query!.run(tree, { scorer, ...options })).matches.map(({ weight }) => weight);
    expect(await run({ minScore: 0.5, limit: 1 })).toEqual((await run({})).slice(0, 1));
  });
});

describe("trace", () => {
  it.each([undefined, false] as const)("%s gives none", async (trace) => {
    const result = await compile(graded).query!.run(tree, { scorer, ...(trace === undefined ? {} : { trace }) });
    expect(result).not.toHaveProperty("trace");
  });
  it.each([true, "full"] as const)("%s gives one", async (trace) => {
    expect((await compile(graded).query!.run(tree, { scorer, trace })).trace).toMatchObject({ version: 1 });
  });
});

describe("stats", () => {
  it("count what the scorer was asked", async () => {
    const { stats } = await compile(graded).query!.run(tree, { scorer });
    expect(stats).toMatchObject({ scorer: "number", strategy: "all", scorerCalls: 1, scorerPairs: 3, cacheHits: 1 });
    expect(stats.milliseconds).toBeGreaterThanOrEqual(0);
    expect(stats.empty).toBeNull();
  });
  it("say why there is nothing", async () => {
    const { stats } = await compile("//Zoo").query!.run(tree);
    expect(stats.empty?.message).toBe('The data has no node of type "Zoo".');
    const [root] = (await compile("/*").query!.run(tree)).matches;
    for (const options of [{}, { minScore: 0.5 }]) {
      const above = await compile(`${root!.path}/..`).query!.run(tree, options);
      expect(above.stats.empty?.message).toBe("Only the document is left, which is above the root and never a result.");
    }
  });
});

describe("the default scorer", () => {
  it("is lexical", async () => {
    const { matches, stats } = await compile('//POI[@name =~ "museum"]').query!.run(tree);
    expect(matches.map(({ path }) => path)).toEqual(["/Plan/POI[2]"]);
    expect(stats.scorer).toMatch(/^lexical/);
  });
});

describe("a structural query", () => {
  it("asks no scorer", async () => {
    const never: Scorer = { id: "never", cost: "expensive", score: () => Promise.reject(new Error("asked")) };
    expect(await names("//POI[1]", { scorer: never })).toEqual(["park"]);
  });
  it("is selected as it would run: without weight 0, in the order of the weights", async () => {
    const small = readXml('<s><r><a i="1"/><a i="2"><b/></a></r></s>');
    for (const text of ["//a[max(/b)]", '//a[avg(@i = "1")]', '//a[not(avg(@i = "1"))]', "//*[avg(/a, /b)]"]) {
      const query = compile(text).query;
      if (query === undefined) continue;
      const { matches } = await query.run(small);
      expect([...query.select(small).ids], text).toEqual(matches.map(({ node }) => node.id));
    }
  });
  it("is selected synchronously", () => {
    const { ids, attributes } = compile("//POI[2:3]").query!.select(tree);
    expect([...ids]).toEqual([3, 4]);
    expect(attributes).toBeNull();
  });
  it("gives attributes by id", () => {
    const { ids, attributes } = compile("//POI[2]/@name").query!.select(tree);
    expect([...ids]).toEqual([3]);
    expect(tree.attributeNames[attributes![0]!]).toBe("name");
  });
  it("says that it is one", () => {
    expect(compile("//POI").query!.isSemantic).toBe(false);
    expect(compile(graded).query!.isSemantic).toBe(true);
    expect(() => compile(graded).query!.select(tree)).toThrow("run");
  });
});

describe("a schema", () => {
  const { schema } = parseSchema(
    JSON.stringify({
      version: 1,
      roots: ["Tasks"],
      types: {
        Tasks: { children: { Task: {} } },
        Task: { attributes: { due: { type: "date", element: true }, effort: { type: "string" } }, children: {} },
      },
    }),
  );
  const tasks = readXml('<Tasks><Task effort="07"><due>2026-05-01</due></Task></Tasks>');
  const found = async (text: string) => (await query(tasks, text, { schema })).map(({ path }) => path);
  it("folds field elements: they are attributes and no nodes", async () => {
    expect(await found("//Task[@due]")).toEqual(["/Tasks/Task"]);
    expect(await found("//Task/*")).toEqual([]);
  });
  it("types comparisons", async () => {
    expect(await found('//Task[@due < "2026-05-01T12:00"]')).toEqual(["/Tasks/Task"]);
    expect(await found('//Task[@effort = "7"]')).toEqual([]);
  });
  it("leaves the tree as it was", async () => {
    await found("//Task");
    expect(tasks.size).toBe(3);
    expect((await query(tasks, "//due")).map(({ path }) => path)).toEqual(["/Tasks/Task/due"]);
  });
});
