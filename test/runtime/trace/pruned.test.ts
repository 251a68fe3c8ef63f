import { compile, readTree, type Scorer } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryCase, RUNS, traced } from "./tracedCase.js";

const BOUND = /^upper bound (\S+) can't reach the (last result|last counted place|minimum score)(?:'s)? (\S+), so/;

it("a node that pruning left unscored is shown with a bound that can't reach the result", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(["expensive"]), async (example) => {
      const { matches, trace } = await traced(example, true);
      for (const { dropped } of trace!.operators)
        for (const { reason, detail } of dropped) {
          if (reason !== "bound") continue;
          expect(detail, example.text).toMatch(BOUND);
          const [, bound, goal, weight] = BOUND.exec(detail)!;
          if (goal === "minimum score") expect(Number(bound), example.text).toBeLessThan(Number(weight));
          else expect(Number(bound), example.text).toBeLessThanOrEqual(Number(weight));
          if (goal === "last result") expect(Number(weight)).toBe(matches.at(-1)!.weight);
          if (goal === "minimum score") expect(Number(weight)).toBe(example.options.minScore);
        }
    }),
    { numRuns: RUNS * 2 },
  ));

it("only a pruned run leaves values open", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async (example) => {
      const { stats, trace } = await traced(example, true);
      const open = trace!.operators.flatMap(({ dropped }) => dropped.filter(({ reason }) => reason === "bound"));
      if (open.length > 0) expect(stats.strategy, example.text).toBe("best-first");
    }),
    { numRuns: RUNS },
  ));

it("a full trace has every score, and no bound", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(["expensive"]), async (example) => {
      const { stats, trace } = await traced(example, "full");
      expect(stats.strategy).toBe("all");
      expect(trace!.operators.flatMap(({ dropped }) => dropped.map(({ reason }) => reason))).not.toContain("bound");
      for (const { kind, scores, text } of trace!.operators)
        if (kind === "Relevance")
          for (const { algebra } of scores) expect(algebra.value, `${example.text}: ${text}`).not.toBeNull();
    }),
    { numRuns: RUNS },
  ));

const scorer: Scorer = {
  id: "by-number",
  cost: "expensive",
  score: async (texts) => Float32Array.from(texts, (text) => Number(/\d+/.exec(text)?.[0] ?? 0) / 100),
};
const children = Array.from({ length: 40 }, (_, i) => ({ type: "B", attributes: { x: `${80 - i}` } }));
const tree = readTree({
  type: "A",
  attributes: { x: "100" },
  children: [{ type: "B", attributes: { x: "90" } }, ...children],
});

it("shows the numbers of a bound: the second relevance is not asked for nodes that the first one ruled out", async () => {
  const { query } = compile('/A/B[@x =~ "first"][@x =~ "second"]');
  const { matches, trace } = await query!.run(tree, { scorer, limit: 1, trace: true });
  expect(matches.map(({ path }) => path)).toEqual(["/A/B[1]"]);
  const second = trace!.operators.at(-1)!;
  expect(second.pairs).toBeLessThan(10);
  expect(second.dropped.at(-1)).toMatchObject({
    path: "/A/B[41]",
    reason: "bound",
    detail: expect.stringMatching(/^upper bound 0\.4\d* can't reach the last result's 0\.8\d*, so it was not scored/),
  });
});

it("a filter that was never needed is a bound, too, and not a condition that does not hold", async () => {
  const { query } = compile('/A/B[@x =~ "first"][@x =~ "second" >= 0.1]');
  const { trace } = await query!.run(tree, { scorer, limit: 1, trace: true });
  const filter = trace!.operators.at(-1)!;
  expect(new Set(filter.dropped.map(({ reason }) => reason))).toEqual(new Set(["bound"]));
});

it("a limit inside the query is the goal of what stands inside it", async () => {
  const { query } = compile('(/A/B[@x =~ "first"][@x =~ "second"])[1:2]/parent::A[@x =~ "third"]');
  const { trace } = await query!.run(tree, { scorer, trace: true });
  const [bound] = trace!.operators.flatMap(({ dropped }) => dropped.filter(({ reason }) => reason === "bound"));
  expect(bound!.detail).toContain("the last counted place's");
});
