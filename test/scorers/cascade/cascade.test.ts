import { recallOf } from "@semantic-xpath/eval";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "../../../packages/runtime/src/compile.js";
import { calibrateCascade, recallAt } from "../../../packages/scorers/src/calibrateCascade.js";
import { cascadeScorer } from "../../../packages/scorers/src/cascade.js";
import { checkedScore } from "../../../packages/scorers/src/checkedScore.js";
import { knownScorer } from "../../../packages/scorers/src/recorded.js";
import type { Scorer } from "../../../packages/scorers/src/scorer.js";
import { runs } from "../../support/runs.js";
import { itemText, pseudo, scorerOf, treeOf } from "../fused/trees.js";

describe("exact", () => {
  test("known pairs are not asked about", async () => {
    const expensive = scorerOf("expensive", (text) => text.length / 4);
    const cascade = cascadeScorer(knownScorer({ x: { aa: 0.5 } }), expensive);
    expect(await cascade.score(["aa", "a"], "x", {})).toEqual(Float32Array.of(0.5, 0.25));
    expect(expensive.calls).toEqual([["a"]]);
    expect(cascade.id).toMatch(/^cascade\(exact: recorded.* > expensive\)$/);
    expect([cascade.approximate, cascade.notes?.()]).toEqual([null, null]);
  });

  test("law: with bounds that hold, every score is the expensive one's, bit for bit, also in a query", () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 15 }),
        fc.array(fc.constantFrom("known", "near", "open"), { minLength: 15, maxLength: 15 }),
        fc.integer({ min: 1, max: 4 }),
        async (words, how, limit) => {
          const expensive = scorerOf("expensive", (text, condition) => pseudo(text + condition));
          const width = new Map(words.map((word, i) => [itemText(word), { known: 0, near: 0.1, open: 1 }[how[i]!]!]));
          const cheap: Scorer = {
            ...scorerOf("cheap", () => 0, "cheap"),
            bounds: (texts, condition) => {
              const end = (sign: number) =>
                Float32Array.from(texts, (text) => {
                  const open = width.get(text) ?? 1;
                  const score = Math.fround(pseudo(text + condition));
                  return Math.min(1, Math.max(0, score + sign * open));
                });
              return { low: end(-1), high: end(1) };
            },
          };
          const cascade = cascadeScorer(cheap, expensive);
          const texts = words.map(itemText);
          expect(await checkedScore(cascade, texts, "x")).toEqual(await checkedScore(expensive, texts, "x"));
          const { query } = compile('//Item[node =~ "x"][node =~ "y"]');
          const tree = treeOf(words);
          const exact = await query!.run(tree, { scorer: expensive, limit });
          const cascaded = await query!.run(tree, { scorer: cascade, limit });
          const plain = (matches: typeof exact.matches) => matches.map(({ path, weight }) => [path, weight]);
          expect(plain(cascaded.matches)).toEqual(plain(exact.matches));
        },
      ),
      { numRuns: runs(60) },
    ));

  test("a bound that does not hold ends the run and names both", () => {
    const bounds = () => ({ low: Float32Array.of(0), high: Float32Array.of(0.5) });
    const cheap = { ...scorerOf("cheap", () => 0, "cheap"), bounds };
    const expensive = scorerOf("expensive", () => 0.75);
    return expect(cascadeScorer(cheap, expensive).score(["a"], "x", {})).rejects.toThrow(
      "0.75 of expensive is outside of the bounds 0 to 0.5 of cheap.",
    );
  });

  test("bounds that are no intervals, and a scorer without bounds", async () => {
    const bounds = () => ({ low: Float32Array.of(0.5), high: Float32Array.of(0.25) });
    const cheap = scorerOf("cheap", () => 0, "cheap");
    const broken = cascadeScorer({ ...cheap, bounds }, cheap);
    await expect(broken.score(["a"], "x", {})).rejects.toThrow("not one interval within 0 and 1");
    expect(() => cascadeScorer(cheap, cheap)).toThrow(
      'Give a "cut", "recall" or "precision" for an approximate cascade.',
    );
  });
});

describe("approximate", () => {
  const cheap = scorerOf("cheap", (text) => pseudo(text), "cheap");
  const expensive = scorerOf("expensive", (text) => pseudo(text) ** 2);

  test("only pairs from the cut up are asked about, and it says so", async () => {
    const asked = scorerOf("expensive", () => 0.5);
    const texts = ["a", "b", "c", "d", "e", "f"];
    const cascade = cascadeScorer(cheap, asked, { approximate: { cut: 0.5, below: 0.125 } });
    const scores = await cascade.score(texts, "x", {});
    expect([...scores]).toEqual(texts.map((text) => (pseudo(text) >= 0.5 ? 0.5 : 0.125)));
    expect(asked.calls).toEqual([texts.filter((text) => pseudo(text) >= 0.5)]);
    expect(cascade.id).toBe("cascade(approximate cut=0.5 below=0.125: cheap > expensive)");
    expect(cascade.notes?.()).toBe(
      "approximate: only pairs that cheap scores 0.5 or more are scored; recall not measured",
    );
    expect(cascade.approximate?.recall).toBe(null);
  });

  test("law: a function of text and condition", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string(), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (texts, cut) => {
          const cascade = cascadeScorer(cheap, expensive, { approximate: { cut } });
          const together = await checkedScore(cascade, texts, "x");
          for (const [place, text] of texts.entries()) {
            expect((await checkedScore(cascade, [text], "x"))[0]).toBe(together[place]);
          }
        },
      ),
      { numRuns: runs(40) },
    ));

  test("law: the recall that calibration reports is the one that a query has", () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 30 }),
        fc.uniqueArray(fc.constantFrom("p", "q", "r", "s"), { minLength: 1 }),
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom(0.5, 0.8, 1),
        async (words, conditions, k, targetRecall) => {
          const tree = treeOf(words);
          const noisy = scorerOf("noisy", (t, c) => (pseudo(t + c) * 2 + pseudo(t + c, 7)) / 3, "cheap");
          const exact = scorerOf("exact", (t, c) => pseudo(t + c));
          const population = () => words.map(itemText);
          const chosen = await calibrateCascade(noisy, exact, tree, conditions, { targetRecall, k, population });
          expect(chosen.measured.recall).toBeGreaterThanOrEqual(targetRecall);
          const cascade = cascadeScorer(noisy, exact, { approximate: chosen });
          expect(cascade.approximate).toEqual({
            recall: chosen.measured.recall,
            sample: conditions.length,
            measured: chosen.measured,
          });
          let sum = 0;
          for (const condition of conditions) {
            const { query } = compile("declare query q($c as string) := //Item[node =~ $c];", { name: "q" });
            const run = async (scorer: Scorer, limit: number) =>
              (await query!.run(tree, { scorer, limit, params: { c: condition } })).matches.map(({ path }) => [path]);
            const include = (await run(exact, words.length)).slice(0, k);
            sum += recallOf(await run(cascade, k), { include, exclude: new Set(), grades: new Map() });
          }
          expect(sum / conditions.length).toBeCloseTo(chosen.measured.recall, 12);
          const recomputed = await Promise.all(
            conditions.map(async (condition) =>
              recallAt(
                k,
                await exact.score(population(), condition, {}),
                await cascade.score(population(), condition, {}),
              ),
            ),
          );
          expect(recomputed.reduce((a, b) => a + b, 0) / recomputed.length).toBeCloseTo(chosen.measured.recall, 12);
        },
      ),
      { numRuns: runs(40) },
    ));

  test("a good proxy saves most calls, a blind one none", async () => {
    const words = Array.from({ length: 200 }, (_, i) => `word ${i}`);
    const tree = treeOf(words);
    const good = await calibrateCascade(cheap, expensive, tree, ["p", "q"], { targetRecall: 1, k: 5 });
    expect(good.measured).toMatchObject({ recall: 1, heldOutRecall: 1, k: 5, sample: 2 });
    expect(good.measured.asked).toBeLessThan(0.03);
    const blind = await calibrateCascade(
      scorerOf("blind", () => 0, "cheap"),
      expensive,
      tree,
      ["p"],
      { targetRecall: 1, k: 5 },
    );
    expect(blind.measured).toEqual({ recall: 1, heldOutRecall: null, k: 5, sample: 1, asked: 1 });
    expect(cascadeScorer(cheap, expensive, { approximate: good }).notes?.()).toContain(
      "recall@5 1.000 measured on 2 conditions, 1.000 on conditions left out",
    );
  });

  test("a run names it", async () => {
    const { query } = compile('//Item[node =~ "x"]');
    const cascade = cascadeScorer(cheap, expensive, { approximate: { cut: 0.5 } });
    const { stats } = await query!.run(treeOf(["a", "b"]), { scorer: cascade });
    expect(stats.scorer).toMatch(/^cascade\(approximate cut=0.5: /);
  });
});
