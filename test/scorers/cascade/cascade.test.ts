import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "../../../packages/runtime/src/compile.js";
import { cascadeScorer } from "../../../packages/scorers/src/cascade.js";
import { checkedScore } from "../../../packages/scorers/src/checkedScore.js";
import { runs } from "../../support/runs.js";
import { pseudo, scorerOf, treeOf } from "../fused/trees.js";

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
    expect(cascade.notes?.()).toBe("approximate: only pairs that cheap scores 0.5 or more are scored");
  });

  test("it has either a cut or targets", () => {
    const message = 'A cascade has either a "cut", or a "recall" or "precision" by which cuts are chosen.';
    expect(() => cascadeScorer(cheap, expensive, {})).toThrow(message);
    expect(() => cascadeScorer(cheap, expensive, { approximate: { cut: 0.5 }, targets: { recall: 0.9 } })).toThrow(
      message,
    );
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

  test("a run names it", async () => {
    const { query } = compile('//Item[node =~ "x"]');
    const cascade = cascadeScorer(cheap, expensive, { approximate: { cut: 0.5 } });
    const { stats } = await query!.run(treeOf(["a", "b"]), { scorer: cascade });
    expect(stats.scorer).toMatch(/^cascade\(approximate cut=0.5: /);
  });
});
