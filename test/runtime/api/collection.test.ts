import {
  Collection,
  cachedScorer,
  compile,
  lexicalScorer,
  type Match,
  memoryCache,
  RunError,
  readTree,
  type Scorer,
  treeStatistics,
} from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

const day = (...items: string[]) =>
  readTree(`<Day>${items.map((item) => `<Item n="${item.length}">${item}</Item>`).join("")}</Day>`);
const week = new Collection([
  { name: "monday.xml", tree: day("art museum", "lunch") },
  { name: "tuesday.xml", tree: day("harbour", "museum of glass", "lunch") },
  { name: "wednesday.xml", tree: day() },
]);
const run = (text: string, options = {}) => compile(text).query!.runAll(week, options);
const placed = (matches: readonly Match[]) => matches.map(({ source, path }) => `${source} ${path}`);

/** 1 where the text has the condition, else 0.25; counts what it is asked. */
function counting(cost: Scorer["cost"]) {
  const calls: string[][] = [];
  const scorer: Scorer = {
    id: "counting",
    cost,
    async score(texts, condition) {
      calls.push([...texts]);
      return Float32Array.from(texts, (text) => (text.includes(condition) ? 1 : 0.25));
    },
  };
  return { scorer, calls };
}

describe("one result", () => {
  it("is in the order of the trees if nothing ranks it", async () => {
    const { matches, stats } = await run("//Item[@n > 5]");
    expect(placed(matches)).toEqual([
      "monday.xml /Day/Item[1]",
      "tuesday.xml /Day/Item[1]",
      "tuesday.xml /Day/Item[2]",
    ]);
    expect(stats.empty).toBeNull();
  });

  it("is ranked across trees, and cut over the whole", async () => {
    const { matches } = await run('//Item[text() =~ "museum"]', { limit: 2 });
    expect(matches.map(({ source }) => source).sort()).toEqual(["monday.xml", "tuesday.xml"]);
  });

  it("is ordered by keys across trees", async () => {
    const { matches } = await run("//Item[order by @n descending]");
    expect(matches.map(({ value }) => value)).toEqual(["museum of glass", "art museum", "harbour", "lunch", "lunch"]);
    expect(matches.at(-1)!.source).toBe("tuesday.xml");
    expect(placed((await run("//Item[order by @n]", { limit: 1 })).matches)).toEqual(["monday.xml /Day/Item[2]"]);
  });

  it("infers the types of columns from all trees together", async () => {
    const of = (name: string, n: string) => ({ name, tree: readTree(`<R><I n="${n}"/></R>`) });
    const all = new Collection(
      ["CAD 9", "CAD 89", "n/a", ...Array.from({ length: 8 }, () => "CAD 50")].map((n, i) => of(`${i}`, n)),
    );
    const { matches, caveats } = await compile('//I[@n > "CAD 50"]').query!.runAll(all);
    expect(matches.map(({ node }) => node.attributes.n)).toEqual(["CAD 89"]);
    expect(caveats).toMatchObject([{ code: "oddValues", column: "I/@n", count: 11, odd: 1 }]);
  });

  it("reads keys as numbers only if all trees have numbers", async () => {
    const of = (name: string, n: string) => ({ name, tree: readTree(`<R><I n="${n}"/></R>`) });
    const sorted = async (...values: string[]) => {
      const { matches } = await compile("//I[order by @n]").query!.runAll(
        new Collection(values.map((n, i) => of(`${i}`, n))),
      );
      return matches.map(({ node }) => node.attributes.n);
    };
    expect(await sorted("10", "9")).toEqual(["9", "10"]);
    expect(await sorted("10", "9", "x")).toEqual(["10", "9", "x"]);
  });

  it("counts positions in each tree", async () => {
    expect(placed((await run("/Day/Item[1]")).matches)).toEqual([
      "monday.xml /Day/Item[1]",
      "tuesday.xml /Day/Item[1]",
    ]);
  });

  it("gives one value for each tree, and no total", async () => {
    const { values, matches } = await run("count(//Item)");
    expect(values).toEqual([
      { source: "monday.xml", value: 2 },
      { source: "tuesday.xml", value: 3 },
      { source: "wednesday.xml", value: 0 },
    ]);
    expect(matches).toHaveLength(5);
  });

  it("says in JSON which tree each match is from", async () => {
    const { matches } = await run("/Day/Item[1]", { limit: 1 });
    expect(JSON.parse(JSON.stringify(matches[0]))).toMatchObject({ source: "monday.xml", path: "/Day/Item[1]" });
  });

  it("says why there is nothing, by the tree that went furthest", async () => {
    expect((await run("//Nothing")).stats.empty!.message).toContain('no node of type "Nothing"');
    expect((await run('//Item[@n = "99"]')).stats.empty!.message).toMatch(/^In monday\.xml: /);
    const none = await compile("//Item").query!.runAll(new Collection([]));
    expect(none).toMatchObject({ matches: [], stats: { empty: { operatorId: 0 } } });
  });
});

describe("an expensive scorer", () => {
  it("is asked once for a text that several trees have, with what all trees need in one call", async () => {
    const { scorer, calls } = counting("expensive");
    const { stats } = await run('//Item[text() =~ "museum"]', { scorer });
    expect(calls).toEqual([["art museum", "lunch", "harbour", "museum of glass"]]);
    expect(stats).toMatchObject({ scorerCalls: 1, scorerPairs: 4, cacheHits: 1 });
  });

  it("is not asked for what weighs less than what another tree has found", async () => {
    const graded: Scorer = {
      ...counting("expensive").scorer,
      score: async (texts) => Float32Array.from(texts, (text) => (text.includes("best") ? 1 : 0.1)),
    };
    const of = (...names: string[]) =>
      readTree(`<R>${names.map((name) => `<A t="${name}"><B t="in ${name}"/></A>`).join("")}</R>`);
    const { query } = compile('//A[@t =~ "x"]/B[@t =~ "x"]');
    const trees = [of("best 1", "low 1"), of("low 2", "low 3"), of("low 4")];
    const both = await query!.runAll(new Collection(trees.map((tree, i) => ({ name: `${i}`, tree }))), {
      scorer: graded,
      limit: 1,
    });
    let alone = 0;
    for (const tree of trees) alone += (await query!.run(tree, { scorer: graded, limit: 1 })).stats.scorerPairs;
    expect(both.matches.map(({ source }) => source)).toEqual(["0"]);
    expect(both.stats.scorerPairs).toBeLessThan(alone);
  });

  it("keeps one cache for all trees", async () => {
    const { scorer, calls } = counting("expensive");
    const cached = cachedScorer(scorer, memoryCache());
    await run('//Item[text() =~ "museum"]', { scorer: cached });
    await run('//Item[text() =~ "museum"]', { scorer: cached });
    expect(calls).toHaveLength(1);
  });

  it("is bounded over the whole", async () => {
    const { scorer } = counting("expensive");
    const budget = { maxScorerPairs: 3 };
    await expect(run('//Item[text() =~ "museum"]', { scorer, budget })).rejects.toMatchObject({ code: "SXP4003" });
    await expect(run('//Item[text() =~ "museum"]', { scorer: counting("cheap").scorer, budget })).rejects.toMatchObject(
      {
        code: "SXP4003",
      },
    );
    await expect(run("//Item", { signal: AbortSignal.abort() })).rejects.toThrow(RunError);
  });

  it("of single trees only is bound to each", async () => {
    const bound: unknown[] = [];
    const { scorer } = counting("cheap");
    const forTree = (tree: unknown) => {
      bound.push(tree);
      return scorer;
    };
    await run('//Item[text() =~ "museum"]', { scorer: { ...scorer, forTree } });
    expect(bound).toEqual(week.trees.map(({ tree }) => tree));
  });
});

it("the lexical scorer counts words over all trees: scores are comparable", async () => {
  const trees = [day("the glass", "the glass"), day("the glass", "the stone")].map((tree, i) => ({
    name: `${i}`,
    tree,
  }));
  const { matches } = await compile('//Item[text() =~ "glass"]').query!.runAll(new Collection(trees));
  expect(new Set(matches.map(({ weight }) => weight)).size).toBe(1);
  expect(matches).toHaveLength(3);
});

it("one tree of a collection is asked with the scores that it has there", async () => {
  const { query } = compile('//Item[text() =~ "museum glass"]');
  const { matches } = await query!.runAll(week);
  const { tree } = week.trees[1]!;
  const alone = await query!.run(tree, { within: week });
  expect(alone.matches[0]!.weight).toBe(matches.find(({ source }) => source === "tuesday.xml")!.weight);
  await expect(query!.run(day("x"), { within: week })).rejects.toThrow(RangeError);
});

it("gives a trace for each tree", async () => {
  const { traces } = await run('//Item[text() =~ "museum"]', { trace: true, limit: 1 });
  expect(traces!.map(({ source }) => source)).toEqual(week.trees.map(({ name }) => name));
  expect(traces![1]!.trace.results[0]).toMatchObject({ path: "/Day/Item[2]" });
});

it("names are told apart, and trees are trees", () => {
  const tree = day();
  expect(
    () =>
      new Collection([
        { name: "a", tree },
        { name: "a", tree },
      ]),
  ).toThrow('two trees of a collection have the name "a"');
  expect(() => new Collection([{ name: "__proto__", tree: {} as typeof tree }])).toThrow(TypeError);
  expect(new Collection([{ name: "constructor", tree }]).tree("__proto__")).toBeNull();
});

it("statistics are of all trees", () => {
  expect(treeStatistics(week)).toMatchObject({ total: week.size });
  expect(treeStatistics(week).ofType("Item")).toBe(5);
  expect(compile("//Item").query!.explain("text", treeStatistics(week))).toContain("5");
});

it("a fused and a cascade scorer are bound to each tree as their parts are", async () => {
  const { cascadeScorer, fusedScorer } = await import("@semantic-xpath/runtime");
  const { scorer } = counting("expensive");
  const fused = fusedScorer([lexicalScorer(), scorer], { method: "rank" });
  expect((await run('//Item[text() =~ "museum"]', { scorer: fused })).matches.length).toBeGreaterThan(0);
  expect(cascadeScorer(scorer, scorer, { approximate: { cut: 0.1 } }).forTree).toBeUndefined();
  expect(cascadeScorer(lexicalScorer(), scorer, { approximate: { cut: 0.1 } }).forTree).toBeDefined();
  expect(fusedScorer([scorer, scorer]).forTree).toBeUndefined();
});
