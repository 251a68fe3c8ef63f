import { Inspection, viewOf } from "@semantic-xpath/inspect";
import { readXml, type ScoreAlgebra, type TraceFactor } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { observePlan } from "../../../packages/runtime/src/runPlan.js";
import { arbitraryCase, RUNS } from "../../runtime/trace/tracedCase.js";
import { fatesIn, ints, shorts, viewed } from "./support.js";

const tree = readXml(`
<Plan>
  <Day n="1"><Stop>sun=0.9</Stop><Stop>sun=0.2</Stop><Meal/></Day>
  <Day n="2"><Stop>sun=0.4</Stop></Day>
  <Day n="3"><Meal/></Day>
</Plan>`);

describe("what became of a node", () => {
  it("is a result, led to one, fell out, or was never looked at", async () => {
    const fates = await fatesIn(await viewed(tree, '/Plan/Day/Stop[node =~ "sun" >= 0.3]', { limit: 1 }), tree);
    expect(fates).toMatchObject({
      "/Plan": { state: "passed", heat: 1 },
      "/Plan/Day[1]": { state: "passed", heat: 1 },
      "/Plan/Day[1]/Stop[1]": { state: "result", heat: 1 },
      "/Plan/Day[1]/Stop[2]": { state: "dropped" },
      "/Plan/Day[1]/Meal": { state: "unvisited", heat: 0 },
      // In the result but for the limit: its day leads to nothing, and no score says anything of it.
      "/Plan/Day[2]": { state: "dropped", heat: 0 },
      "/Plan/Day[2]/Stop": { state: "dropped" },
      "/Plan/Day[3]": { state: "dropped", heat: 0 },
      "/Plan/Day[3]/Meal": { state: "unvisited" },
    });
    expect(fates["/Plan/Day[1]/Stop[2]"]!.heat).toBeCloseTo(0.2);
  });

  it("has the weight of the result, and what fell out the weight that it had", async () => {
    const fates = await fatesIn(await viewed(tree, '(//Stop[node =~ "sun"])[1:2]'), tree);
    const heat = Object.fromEntries(
      Object.entries(fates).map(([path, fate]) => [path, Math.round(fate.heat * 10) / 10]),
    );
    expect(heat).toMatchObject({
      "/Plan/Day[1]/Stop[1]": 0.9,
      "/Plan/Day[1]/Stop[2]": 0.2,
      "/Plan/Day[2]/Stop": 0.4,
    });
    expect(fates["/Plan/Day[1]/Stop[2]"]!.state).toBe("dropped");
  });

  it("is cold where nothing was scored: what a plain condition dropped is not as hot as a result", async () => {
    const fates = await fatesIn(await viewed(tree, '//Day[@n = "1"]/Stop[node =~ "sun"]'), tree);
    expect(fates).toMatchObject({
      "/Plan/Day[1]": { state: "passed", heat: 1 },
      "/Plan/Day[2]": { state: "dropped", heat: 0 },
      "/Plan/Day[3]": { state: "dropped", heat: 0 },
    });
    const scored = await fatesIn(await viewed(tree, '//Stop[node =~ "sun"][name() = "Meal"]'), tree);
    expect(scored["/Plan/Day[1]/Stop[1]"]).toEqual({ state: "dropped", heat: 0 });
  });

  it("counts the evidence of a result as passed, and that of others as dropped", async () => {
    const fates = await fatesIn(await viewed(tree, '//Day[max(/Stop[node =~ "sun"]) >= 0.5]'), tree);
    expect(fates).toMatchObject({
      "/Plan/Day[1]": { state: "result" },
      "/Plan/Day[1]/Stop[1]": { state: "passed" },
      "/Plan/Day[1]/Stop[2]": { state: "passed" },
      "/Plan/Day[2]": { state: "dropped" },
      "/Plan/Day[2]/Stop": { state: "dropped" },
      "/Plan/Day[3]": { state: "dropped", heat: 0 },
    });
    expect(fates["/Plan/Day[2]"]!.heat).toBeCloseTo(0.4);
  });

  it("counts the node that a sibling offset started from as passed", async () => {
    const fates = await fatesIn(
      await viewed(tree, '//Stop[text() = "sun=0.2"][@+1]'.replace("text()", "name()").replace('"sun=0.2"', '"Stop"')),
      tree,
    );
    expect(fates).toMatchObject({
      "/Plan/Day[1]/Stop[1]": { state: "passed" },
      "/Plan/Day[1]/Stop[2]": { state: "result" },
      "/Plan/Day[1]/Meal": { state: "result" },
      "/Plan/Day[2]/Stop": { state: "dropped" },
    });
  });

  it.each([
    ["//Meal/preceding::Stop", "/Plan/Day[3]/Meal", "passed"],
    ["//Meal/preceding-sibling::Stop", "/Plan/Day[3]/Meal", "dropped"],
    ["//Stop/ancestor::Day", "/Plan/Day[2]/Stop", "passed"],
    ["//Meal/following::Stop", "/Plan/Day[3]/Meal", "dropped"],
    ["//Stop/following-sibling::Meal", "/Plan/Day[2]/Stop", "dropped"],
    ["//Stop/following-sibling::Meal", "/Plan/Day[1]/Stop[2]", "passed"],
    ["/Plan/Day/Stop[2]", "/Plan/Day[2]", "dropped"],
    ["//Stop/..", "/Plan/Day[1]/Stop[1]", "passed"],
    ["//Stop | //Day[@n = 3]/Meal", "/Plan/Day[3]", "passed"],
    ["//Day[@n = 1]/Stop | //Day[@n = 3]/Meal", "/Plan/Day[2]", "dropped"],
  ])("along every axis: %s", async (query, path, state) => {
    expect((await fatesIn(await viewed(tree, query), tree))[path]!.state).toBe(state);
  });
});

it("the columns tell the tree", async () => {
  const shape = await (await viewed(tree, "//Stop")).tree();
  expect([...shorts(shape.type)].map((type) => shape.types[type])).toEqual(
    Array.from({ length: tree.size }, (_, i) => tree.node(i + 1).type),
  );
  expect([...ints(shape.parent)]).toEqual([0, 1, 2, 2, 2, 1, 6, 1, 8]);
  expect([...ints(shape.end)]).toEqual([10, 6, 4, 5, 6, 8, 8, 10, 10]);
});

it("agrees with the trace: results, factors, evidence and drops", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async ({ query, tree: given, options, text }) => {
      const inspection = new Inspection(await observePlan(query, given, options));
      const { trace } = inspection.result;
      const fates = await fatesIn(viewOf(inspection), inspection.tree);
      const stateOf = (path: string) => fates[path.replace(/\/(?:@[^/]*|text\(\))$/, "")]?.state;
      const results = new Map<string, number>();
      for (const { path, weight } of trace.results) {
        const node = path.replace(/\/(?:@[^/]*|text\(\))$/, "");
        results.set(node, Math.max(results.get(node) ?? 0, Math.fround(weight)));
      }
      for (const [path, fate] of Object.entries(fates)) {
        expect(fate.state === "result", `${text}: ${path}`).toBe(results.has(path));
        if (results.has(path)) expect(fate.heat).toBe(results.get(path));
        expect(fate.heat >= 0 && fate.heat <= 1).toBe(true);
        if (fate.state === "unvisited") expect(fate.heat).toBe(0);
      }
      for (const path of trace.results.flatMap(({ factors }) => factors.flatMap(pathsIn)))
        expect(["passed", "result"], `${text}: ${path}`).toContain(stateOf(path));
      const fallen = [...trace.cut, ...trace.operators.flatMap(({ dropped }) => dropped)];
      for (const { path } of fallen) if (path !== "/") expect(stateOf(path), `${text}: ${path}`).not.toBe("unvisited");
    }),
    { numRuns: RUNS },
  ));

/** Nodes whose scores are in a weight, evidence and its factors included. */
const pathsIn = ({ path, scores }: TraceFactor): string[] => [
  path,
  ...scores.flatMap((score) => [score.path, ...evidenceIn(score.algebra)]),
];

const evidenceIn = ({ evidence = [], operands }: ScoreAlgebra): string[] => [
  ...evidence.flatMap(({ path, factors }) => [path, ...factors.flatMap(pathsIn)]),
  ...operands.flatMap(evidenceIn),
];
