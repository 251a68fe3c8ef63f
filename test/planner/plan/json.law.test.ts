import { explainJson, optimise, type QueryPlan } from "@semantic-xpath/planner";
import { compile, readTree } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { CompiledQuery } from "../../../packages/runtime/src/compiledQuery.js";
import { arbitraryQuery, arbitraryTree, hashScore } from "../../reference/arbitraryCase.js";
import { runs } from "../../support/runs.js";
import { naivePlan } from "./support/plans.js";

const scorer = {
  id: "hash",
  cost: "expensive",
  score: async (texts: readonly string[], condition: string) =>
    Float32Array.from(texts, (text) => hashScore(text, condition, 5)),
} as const;
const PARAMS = { n: 1, v: "sun", c: "rain" };

it("a plan is data: it is the same from its JSON, and gives the same result", () =>
  fc.assert(
    fc.asyncProperty(arbitraryTree, arbitraryQuery, async (plain, text) => {
      const { query } = compile(text);
      const again = JSON.parse(JSON.stringify(query!.plan)) as QueryPlan;
      expect(again).toEqual(query!.plan);
      const tree = readTree(plain);
      const params = Object.fromEntries(Object.entries(PARAMS).filter(([name]) => text.includes(`$${name}`)));
      const told = async (compiled: CompiledQuery) =>
        (await compiled.run(tree, { scorer, params, limit: 3 })).matches.map(({ path, weight }) => `${path} ${weight}`);
      expect(await told(new CompiledQuery(again, null))).toEqual(await told(query!));
    }),
    { numRuns: runs(300, 85) },
  ));

it("optimising twice changes no more than optimising once", () =>
  fc.assert(
    fc.property(arbitraryQuery, (text) => {
      const once = optimise(naivePlan(text));
      expect({ ...optimise(once), passes: [] }).toEqual({ ...once, passes: [] });
    }),
    { numRuns: runs(500) },
  ));

it("optimising leaves the naive plan as it was", () =>
  fc.assert(
    fc.property(arbitraryQuery, (text) => {
      const naive = naivePlan(text);
      const before = JSON.stringify(naive);
      optimise(naive);
      expect(JSON.stringify(naive)).toBe(before);
    }),
    { numRuns: runs(300) },
  ));

it("explained as JSON, a plan is there with its rows", () => {
  const explained = explainJson(naivePlan("/A[1]"));
  expect(explained.version).toBe(4);
  expect(JSON.parse(JSON.stringify(explained))).toEqual(explained);
});
