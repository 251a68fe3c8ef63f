import { readFileSync } from "node:fs";
import { inspect, viewOf } from "@semantic-xpath/inspect";
import { parseSchema } from "@semantic-xpath/planner";
import { compile, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { viewed } from "./support.js";

const tree = readXml(
  '<Plan><Day><Stop x="1">sun=0.85</Stop><Stop>sun=0.25</Stop></Day><Day><Stop>sun=1</Stop></Day></Plan>',
);

describe("overview", () => {
  it("says what was run, and how", async () => {
    const query = compile("declare query best($what as string) := //Stop[node =~ $what];").queries.best!;
    const inspection = await inspect(query, tree, { params: { what: "sun" }, limit: 2 });
    const overview = await viewOf(inspection, { name: "best", dataName: "plan.xml" }).overview();
    expect(overview).toMatchObject({
      version: 1,
      name: "best",
      dataName: "plan.xml",
      schemaName: null,
      params: { what: "sun" },
      limit: 2,
      minScore: 0,
      isSemantic: true,
      treeSize: 6,
      empty: null,
      trace: { version: 1, scorer: expect.stringContaining("lexical"), strategy: "all" },
    });
    const { start, end } = overview.span;
    expect(overview.text.slice(start, end)).toBe("//Stop[node =~ $what]");
  });

  it("has one summary per operator, evidence one deeper, with bounds and what came out", async () => {
    const { operators, heat } = await (await viewed(tree, '/Plan/Day[max(/Stop[node =~ "sun"])]')).overview();
    expect(operators.map(({ kind, depth, rowsIn, rowsOut }) => [kind, depth, rowsIn, rowsOut])).toEqual([
      ["Axis", 0, 1, 1],
      ["Axis", 0, 1, 2],
      ["Relevance", 0, 2, 2],
      ["Axis", 1, 2, 3],
      ["Relevance", 1, 3, 3],
    ]);
    expect(operators.map(({ estimatedRows }) => estimatedRows)).toEqual([1, 2, 2, 3, 3]);
    expect(operators.at(-1)).toMatchObject({ estimatedPairs: 3, pairs: 3, scoresCount: 3, droppedCount: 0 });
    expect(operators.at(-1)!.histogram).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 1, 1]);
    expect(heat.map(({ rowsOut, best }) => [rowsOut, best])).toEqual([
      [1, 1],
      [2, 1],
      [2, 1],
      [3, 1],
      [3, 1],
    ]);
  });

  it("has the best weight that came out of each part of the query", async () => {
    const { heat } = await (await viewed(tree, '//Day[1]/Stop[node =~ "sun"][@x = 2]')).overview();
    expect(heat.at(-1)).toMatchObject({ rowsOut: 0, best: 0 });
    expect(heat.find(({ rowsOut }) => rowsOut === 1)!.best).toBe(1);
  });

  it("counts what each part of the query would find: each node once, and none that weighs 0", async () => {
    const data = "<P><D><S>sun=0.9</S><S/><D><S/></D></D><D><S/></D></P>";
    const { heat, operators, resultCount } = await (await viewed(data, '//D//S[node =~ "sun"]')).overview();
    expect(heat.map(({ rowsOut }) => rowsOut)).toEqual([3, 4, 1]);
    expect(operators.map(({ rowsOut }) => rowsOut).at(-1)).toBe(4);
    expect(resultCount).toBe(1);
    const empty = await (await viewed(data, '//S[node =~ "rain"]')).overview();
    expect(empty.heat.at(-1)).toMatchObject({ rowsOut: 0, best: 0 });
  });

  it("says what of the end is not in the result, reason by reason", async () => {
    const data = "<P><S>sun=0.9</S><S>sun=0.8</S><S>sun=0.7</S><S>sun=0.1</S><S/><S/></P>";
    const { cutReasons, cutCount } = await (
      await viewed(data, '//S[node =~ "sun"]', { limit: 1, minScore: 0.5 })
    ).overview();
    expect(cutReasons).toEqual([
      { reason: "limit", count: 2, words: "are over the limit" },
      { reason: "min-score", count: 1, words: "weighs less than the minimum score" },
      { reason: "zero-weight", count: 2, words: "weigh 0" },
    ]);
    expect(cutCount).toBe(5);
    expect((await (await viewed(data, "//S")).overview()).cutReasons).toEqual([]);
  });

  it("is plain JSON", async () => {
    const overview = await (await viewed(tree, '//Stop[node =~ "sun"]', { limit: 1 })).overview();
    expect(JSON.parse(JSON.stringify(overview))).toEqual(overview);
  });
});

describe("mermaid", () => {
  it("shows the plan with what went in and out of each operator", async () => {
    const view = await viewed(tree, '//Stop[@x][node =~ "sun"]');
    const chart = await view.mermaid();
    expect(chart).toMatch(/^flowchart TD\n/);
    expect(chart).toContain("<br/>in 3, out 1");
    expect(chart).toContain("in 1, out 1, asked 1, cached 0");
    expect(chart).not.toContain(" ms");
    expect(await view.mermaid({ times: true })).toMatch(/asked 1, cached 0, \d+\.\d\d ms"/);
    expect(await (await viewed(tree, '//Stop[@x][node =~ "sun"]')).mermaid()).toBe(chart);
  });

  it("has no character in a label that ends it", async () => {
    const chart = await (await viewed(tree, `//Stop[contains(@x, '"]{}|<x>')]`)).mermaid();
    for (const [, label] of chart.matchAll(/\["(.*)"\]$/gm))
      expect(label!.replaceAll("<br/>", "")).not.toMatch(/["<>[\]{}|]/);
  });
});

describe("document", () => {
  const query = '//Stop[node =~ "sun"][@x]';

  it("is the trace with plan, causes and rows, and reads back as it was", async () => {
    const view = await viewed(tree, query, { limit: 1 });
    const document = await view.document();
    expect(document).toMatchObject({ format: "semantic-xpath-run", version: 1, limit: null });
    expect(document.overview).toEqual(await view.overview());
    expect(document.results).toEqual((await view.results({ from: 0, count: 9 })).rows);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it("has the same trace as the run", async () => {
    const inspection = await inspect(compile(query).query!, tree);
    const { trace } = await viewOf(inspection).document();
    expect(trace).toEqual(JSON.parse(JSON.stringify(inspection.result.trace)));
  });

  it("cuts every list to the limit", async () => {
    const { trace, results, limit } = await (await viewed(tree, query)).document({ limit: 1 });
    expect(limit).toBe(1);
    for (const list of [
      results,
      trace.results,
      trace.cut,
      ...trace.operators.flatMap(({ dropped, scores }) => [dropped, scores]),
    ])
      expect(list.length).toBeLessThanOrEqual(1);
  });
});

it("works on a folded tree of an example", async () => {
  const read = (path: string): string =>
    readFileSync(new URL(`../../../examples/todo/${path}`, import.meta.url), "utf8");
  const { schema } = parseSchema(read("todo.schema.json"));
  const { queries } = compile(read("todo.sxp"), { schema: schema! });
  const view = viewOf(await inspect(queries.urgent_repairs!, readXml(read("todo.xml"))));
  const { rows } = await view.results({ from: 0, count: 1 });
  expect(rows[0]!.attributes.map(({ name }) => name)).toContain("description");
  expect(rows[0]!.attributes[0]!.name).toBe("title");
  expect(rows[0]!.source).not.toBeNull();
});
