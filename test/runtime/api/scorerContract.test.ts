import { compile, type RunResult, readTree, readXml, type Scorer } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryTree, hashScore } from "../../reference/arbitraryCase.js";
import { runs } from "../../support/runs.js";
import { bracketQuery } from "../trace/tracedCase.js";

/** A scorer that remembers every call. */
function spy(cost: Scorer["cost"]) {
  const calls: { readonly texts: readonly string[]; readonly condition: string }[] = [];
  const scorer: Scorer = {
    id: "spy",
    cost,
    async score(texts, condition) {
      calls.push({ texts: [...texts], condition });
      return Float32Array.from(texts, (text) => hashScore(text, condition, 3));
    },
  };
  const pairs = (): string[] =>
    calls.flatMap(({ texts, condition }) => texts.map((text) => JSON.stringify([text, condition])));
  return { scorer, calls, pairs };
}
const told = ({ matches }: RunResult): string[] => matches.map(({ path, weight }) => `${path} ${weight}`);

describe.each(["cheap", "expensive"] as const)("a %s scorer", (cost) => {
  it("is asked each pair of one target at most once, and never an empty batch", () =>
    fc.assert(
      fc.asyncProperty(arbitraryTree, bracketQuery, fc.constantFrom(1, 3, 100), async (plain, text, limit) => {
        const { scorer, calls } = spy(cost);
        const { query } = compile(text);
        const { stats } = await query!.run(readTree(plain), { scorer, limit });
        for (const { texts } of calls) {
          expect(texts.length).toBeGreaterThan(0);
          expect(new Set(texts).size, text).toBe(texts.length);
        }
        expect(stats.scorerPairs).toBe(calls.reduce((sum, { texts }) => sum + texts.length, 0));
        expect(stats.scorerCalls).toBe(calls.length);
      }),
      { numRuns: runs(300, 100) },
    ));

  it("is asked the same, and gives the same result, every time", () =>
    fc.assert(
      fc.asyncProperty(arbitraryTree, bracketQuery, async (plain, text) => {
        const { query } = compile(text);
        const runs = [spy(cost), spy(cost)];
        const results = await Promise.all(runs.map(({ scorer }) => query!.run(readTree(plain), { scorer, limit: 2 })));
        expect(told(results[1]!)).toEqual(told(results[0]!));
        expect(runs[1]!.calls).toEqual(runs[0]!.calls);
      }),
      { numRuns: runs(200, 100) },
    ));

  it("is asked each (text, condition) at most once in a run, whichever target it comes from", async () => {
    const { scorer, pairs } = spy(cost);
    await compile('//B[@x =~ "c"][x =~ "c"][max(@x =~ "c", @y =~ "c")]').query!.run(tree, { scorer });
    expect(pairs()).toEqual(['["same","c"]']);
  });
});

const tree = readXml('<A><B x="same" y="same"/><B x="same"/><C x="other"><B x="same"/></C></A>');

describe("a cheap scorer", () => {
  it("is asked once for each operator", async () => {
    const { scorer, calls } = spy("cheap");
    await compile('//B[@x =~ "c"][@y =~ "d"]').query!.run(tree, { scorer });
    expect(calls).toEqual([
      { texts: ["same"], condition: "c" },
      { texts: ["same"], condition: "d" },
    ]);
  });
  it("is asked once for a condition that stands at several places", async () => {
    const { scorer, calls } = spy("cheap");
    const { stats } = (await compile('//B[@x =~ "c"] | //C[@x =~ "c"]/B[max(@x =~ "c", @x =~ "c")]').query!.run(tree, {
      scorer,
    })) as RunResult;
    expect(calls).toEqual([
      { texts: ["same"], condition: "c" },
      { texts: ["other"], condition: "c" },
    ]);
    expect(stats.cacheHits).toBeGreaterThan(0);
  });
  it("is asked for evidence of all nodes at once", async () => {
    const { scorer, calls } = spy("cheap");
    await compile('//*[avg(/B[@x =~ "c"])]').query!.run(tree, { scorer });
    expect(calls).toEqual([{ texts: ["same"], condition: "c" }]);
  });
  it("is not asked what a filter rules out", async () => {
    const { scorer, calls } = spy("cheap");
    await compile('//*[@x =~ "c"][@x != "other"]').query!.run(tree, { scorer });
    expect(calls).toEqual([{ texts: ["same"], condition: "c" }]);
  });
});

describe("an expensive scorer", () => {
  it("is asked for less than all where a limit allows it", async () => {
    const wide = readTree({
      type: "A",
      children: Array.from({ length: 500 }, (_, i) => ({ type: "B", attributes: { x: `x${i}`, y: `y${i}` } })),
    });
    const { query } = compile('/A/B[@x =~ "c"][@y =~ "d"]');
    const [cheap, expensive] = [spy("cheap"), spy("expensive")];
    const all = await query!.run(wide, { scorer: cheap.scorer, limit: 1 });
    const few = await query!.run(wide, { scorer: expensive.scorer, limit: 1 });
    expect(told(few)).toEqual(told(all));
    expect(cheap.pairs()).toHaveLength(1000);
    expect(expensive.pairs().length).toBeLessThan(800);
  });
});

describe("forTree", () => {
  it("binds the scorer to the tree of the run", async () => {
    const seen: unknown[] = [];
    const { scorer } = spy("cheap");
    const forTree = (bound: unknown) => {
      seen.push(bound);
      return { ...scorer, id: "bound" };
    };
    const { stats } = await compile('//B[@x =~ "c"]').query!.run(tree, { scorer: { ...scorer, forTree } });
    expect(seen).toEqual([tree]);
    expect(stats.scorer).toBe("bound");
  });
});
