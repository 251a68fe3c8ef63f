import { compile, readXml } from "@semantic-xpath/runtime";
import { lexicalScorer } from "@semantic-xpath/scorers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cascadeScorer } from "../../packages/scorers/src/cascade.js";
import { checkedListed, checkedScore } from "../../packages/scorers/src/checkedScore.js";
import { keyOf } from "../../packages/scorers/src/context.js";
import { fusedScorer } from "../../packages/scorers/src/fused.js";
import type { Scorer, TextContext } from "../../packages/scorers/src/scorer.js";
import { hashScore } from "../reference/arbitraryCase.js";
import { runs } from "../support/runs.js";

const NOTHING: TextContext = { facts: "", within: null, before: [], after: [], by: null, isDeclared: true };

interface Call {
  readonly texts: readonly string[];
  readonly hasContexts: boolean;
}

/** A scorer of text and context, or of the text alone; it fails where it reads contexts and gets none for several texts. */
function scorerOf(id: string, reads: boolean, cost: Scorer["cost"] = "expensive") {
  const calls: Call[] = [];
  const scorer: Scorer = {
    id,
    cost,
    ...(reads && { readsContext: true }),
    async score(texts, condition, { contexts }) {
      calls.push({ texts: [...texts], hasContexts: contexts !== undefined });
      return Float32Array.from(texts, (text, i) =>
        hashScore(keyOf(text, reads ? contexts?.[i] : null), condition + id, 5),
      );
    },
  };
  return { scorer, calls };
}

const arbitraryPairs = fc.array(
  fc.record({
    text: fc.constantFrom("a", "b", "c"),
    context: fc.option(fc.constantFrom("May", "June").map((facts): TextContext => ({ ...NOTHING, facts }))),
  }),
  { minLength: 1, maxLength: 12 },
);

/** What a scorer gives texts with contexts, asked for texts and for texts of a list. */
async function bothWays(scorer: Scorer, pairs: readonly { text: string; context: TextContext | null }[]) {
  const texts = pairs.map(({ text }) => text);
  const contexts = pairs.map(({ context }) => context);
  const numbers = Int32Array.from(texts.keys());
  const asked = await checkedScore(scorer, texts, "c", { contexts });
  const list = { texts, contextOf: (number: number) => contexts[number]! };
  expect(await checkedListed(scorer, list, numbers, "c")).toEqual(asked);
  return asked;
}

describe("a scorer of several, some of which read contexts", () => {
  const combine = (scores: readonly Float32Array[], of: (...each: number[]) => number): Float32Array =>
    scores[0]!.map((_, i) => of(...scores.map((one) => one[i]!)));

  test("gives each what it reads: fused", () =>
    fc.assert(
      fc.asyncProperty(arbitraryPairs, async (pairs) => {
        const [reader, other] = [scorerOf("reader", true, "cheap"), scorerOf("plain", false)];
        const alone = [await bothWays(reader.scorer, pairs), await bothWays(other.scorer, pairs)];
        const both = [reader.scorer, other.scorer];
        const fused = (method: "mean" | "max" | "product") => bothWays(fusedScorer(both, { method }), pairs);
        expect(await fused("mean")).toEqual(combine(alone, (a, b) => Math.fround((a + b) / 2)));
        expect(await fused("max")).toEqual(combine(alone, Math.max));
        expect(await fused("product")).toEqual(combine(alone, (a, b) => Math.fround(a * b)));
      }),
      { numRuns: runs(60) },
    ));

  test("asks one that reads none for each text once, without contexts", async () => {
    const [reader, other] = [scorerOf("reader", true), scorerOf("plain", false)];
    const contexts = ["May", "June"].map((facts) => ({ ...NOTHING, facts }));
    await fusedScorer([reader.scorer, other.scorer]).score(["a", "a"], "c", { contexts });
    expect(other.calls).toEqual([{ texts: ["a"], hasContexts: false }]);
    expect(reader.calls).toEqual([{ texts: ["a", "a"], hasContexts: true }]);
  });

  test("in a cascade what is asked has the expensive score, whichever of both reads contexts", () =>
    fc.assert(
      fc.asyncProperty(
        arbitraryPairs,
        fc.boolean(),
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (pairs, cheapReads, expensiveReads, cut) => {
          const [cheap, expensive] = [scorerOf("cheap", cheapReads, "cheap"), scorerOf("dear", expensiveReads)];
          const [low, high] = [await bothWays(cheap.scorer, pairs), await bothWays(expensive.scorer, pairs)];
          const cascade = cascadeScorer(cheap.scorer, expensive.scorer, { approximate: { cut } });
          expect(await bothWays(cascade, pairs)).toEqual(high.map((score, i) => (low[i]! >= cut ? score : 0)));
        },
      ),
      { numRuns: runs(60) },
    ));
});

describe("on a conversation", () => {
  const tree = readXml(
    `<Corpus>${Array.from({ length: 12 }, (_, i) => `<Session date="2023-0${1 + (i % 9)}-01"><Turn speaker="Ana">fine</Turn><Turn speaker="Ben">yes</Turn></Session>`).join("")}</Corpus>`,
  );
  const weights = async (scorer: Scorer) => {
    const { matches } = await compile('//Turn[node =~ "c"]').query!.run(tree, { scorer });
    return Object.fromEntries(matches.map(({ path, weight }) => [path, weight]));
  };

  test("a cascade with targets that asks for all has the weights of its expensive scorer", async () => {
    for (const [cheapReads, expensiveReads] of [
      [true, true],
      [false, true],
      [true, false],
    ] as const) {
      const [cheap, expensive] = [scorerOf("cheap", cheapReads, "cheap"), scorerOf("dear", expensiveReads)];
      const cascade = cascadeScorer(cheap.scorer, expensive.scorer, { targets: { recall: 0.9, sample: 1000 } });
      expect(await weights(cascade)).toEqual(await weights(expensive.scorer));
    }
  });

  test("what was drawn has the score that it has with its context", async () => {
    const [cheap, expensive] = [scorerOf("cheap", false, "cheap"), scorerOf("dear", true)];
    const cascade = cascadeScorer(cheap.scorer, expensive.scorer, { targets: { recall: 0.9, sample: 20 } });
    const alone = await weights(expensive.scorer);
    for (const [path, weight] of Object.entries(await weights(cascade))) expect(weight, path).toBe(alone[path]);
  });

  test("ranks are among nodes with their contexts", async () => {
    const { scorer } = scorerOf("reader", true);
    const alone = await weights(scorer);
    const ranked = await weights(fusedScorer([scorer], { method: "rank", population: { types: ["Turn"] } }));
    const order = (found: Readonly<Record<string, number>>) =>
      Object.entries(found)
        .sort(([, a], [, b]) => b - a)
        .map(([path]) => path);
    expect(order(ranked).filter((path) => alone[path]! > 0)).toEqual(order(alone));
    expect(Math.max(...Object.values(ranked))).toBe(1);
  });

  test("the lexical scorer as a part scores as it does alone", async () => {
    expect(await weights(fusedScorer([lexicalScorer()], { method: "max" }))).toEqual(await weights(lexicalScorer()));
  });
});
