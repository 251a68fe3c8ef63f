import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkedScore } from "../../../packages/scorers/src/checkedScore.js";
import { type FusedOptions, fusedScorer } from "../../../packages/scorers/src/fused.js";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";
import { runs } from "../../support/runs.js";
import { itemText, pseudo, scorerOf, treeOf } from "./trees.js";

const number = (text: string): number => Number(/[\d.]+$/.exec(text)?.[0] ?? 0);
const half = scorerOf("half", (text) => number(text) / 2);
const plain = scorerOf("plain", number, "cheap");

test.each<[FusedOptions, number]>([
  [{}, 0.6],
  [{ method: "mean", weights: [3, 1] }, 0.5],
  [{ method: "max" }, 0.8],
  [{ method: "product" }, 0.32],
  [{ method: "product", weights: [1, 2] }, 0.256],
])("%j of 0.4 and 0.8", async (options, expected) => {
  const [score] = await fusedScorer([half, plain], options).score(["0.8"], "x", {});
  expect(score).toBeCloseTo(expected, 6);
});

test("what a cheap scorer decides is not asked of an expensive one", async () => {
  const expensive = scorerOf("expensive", () => 0.5);
  expect(await fusedScorer([expensive, plain], { method: "product" }).score(["0", "0.5"], "x", {})).toEqual(
    Float32Array.of(0, 0.25),
  );
  expect(await fusedScorer([expensive, plain], { method: "max" }).score(["1", "0.25"], "x", {})).toEqual(
    Float32Array.of(1, 0.5),
  );
  expect(expensive.calls).toEqual([["0.5"], ["0.25"]]);
});

describe("rank fusion", () => {
  const tree = treeOf(["0.9", "0.5", "0.1"]);

  test("is reciprocal rank fusion within the tree, as a share of its highest value", async () => {
    const down = scorerOf("down", (text) => 1 - number(text), "cheap");
    const fused = fusedScorer([plain, down], { method: "rank", k: 1, population: { types: ["Item"] } });
    const scores = await fused.forTree!(tree).score([itemText("0.9"), itemText("0.5")], "x", {});
    expect(scores[0]).toBeCloseTo((1 / 2 + 1 / 4) / 1, 6);
    expect(scores[1]).toBeCloseTo((1 / 3 + 1 / 3) / 1, 6);
  });

  test("a text that a scorer gives 0 gets nothing from it, one beyond the population has a rank too", async () => {
    const bound = fusedScorer([plain], { method: "rank", k: 1 }).forTree!(tree);
    expect(await bound.score(["0", "0.95", "0.3"], "x", {})).toEqual(Float32Array.of(0, 1, 0.5));
  });

  test("without a tree it says what is missing", () =>
    expect(fusedScorer([plain], { method: "rank" }).score(["1"], "x", {})).rejects.toThrow(
      'SXP4001: The scorer "fused(rank k=60: plain)" failed: rank fusion needs a tree to rank in.',
    ));

  test("the population is scored once for each condition", async () => {
    const expensive = scorerOf("expensive", number);
    const bound = fusedScorer([expensive], { method: "rank", population: { types: ["Item"] } }).forTree!(tree);
    await Promise.all([bound.score(["0.9"], "x", {}), bound.score(["0.5"], "x", {})]);
    await bound.score(["0.9"], "x", {});
    expect(expensive.calls.filter((texts) => texts.length === 3).length).toBe(1);
    await bound.score(["0.9"], "y", {});
    expect(expensive.calls.filter((texts) => texts.length === 3).length).toBe(2);
  });

  test("a cancelled call does not spoil the next", async () => {
    let isSlow = true;
    const slow = {
      id: "slow",
      cost: "expensive" as const,
      score: (texts: readonly string[]) =>
        isSlow ? new Promise<Float32Array>(() => undefined) : Promise.resolve(Float32Array.from(texts, number)),
    };
    const bound = fusedScorer([slow], { method: "rank" }).forTree!(tree);
    const stop = new AbortController();
    const cancelled = expect(bound.score(["0.9"], "x", { signal: stop.signal })).rejects.toThrow("SXP4004");
    const patient = bound.score(["0.9"], "x", {});
    isSlow = false;
    stop.abort();
    await cancelled;
    expect(await patient).toEqual(Float32Array.of(1));
  });

  test("the bound scorer has the ids of the bound parts", () => {
    const bound = fusedScorer([lexicalScorer()], { method: "rank" }).forTree!(tree);
    expect(bound.id).toContain(lexicalScorer().forTree(tree).id);
    expect(bound.notes?.()).toContain("among 4 texts");
  });
});

test("law: in [0, 1], and a function of text and condition", () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom("mean", "max", "product", "rank"),
      fc.array(fc.double({ min: 0.01, max: 9, noNaN: true }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.string(), { minLength: 1, maxLength: 20 }),
      async (method, weights, texts) => {
        const scorers = weights.map((_, i) =>
          scorerOf(`s${i}`, (text) => Math.round(pseudo(text, i) * 4) / 4, i % 2 === 0 ? "cheap" : "expensive"),
        );
        const fused = fusedScorer(scorers, { ...(method && { method }), ...(method !== "max" && { weights }) });
        const bound = fused.forTree?.(treeOf(["a", "b", "c"])) ?? fused;
        const together = await checkedScore(bound, texts, "x");
        for (const [place, text] of texts.entries()) {
          expect((await checkedScore(bound, [text], "x"))[0]).toBe(together[place]);
        }
      },
    ),
    { numRuns: runs(60) },
  ));

test("options out of range", () => {
  expect(() => fusedScorer([])).toThrow(RangeError);
  expect(() => fusedScorer([plain], { weights: [1, 2] })).toThrow(RangeError);
  expect(() => fusedScorer([plain], { weights: [0] })).toThrow(RangeError);
  expect(() => fusedScorer([plain], { method: "max", weights: [1] })).toThrow(RangeError);
  expect(() => fusedScorer([plain], { method: "rank", k: 0 })).toThrow(RangeError);
});
