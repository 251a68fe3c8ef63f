import { precisionOf, recallOf } from "@semantic-xpath/eval";
import { describe, expect, test } from "vitest";
import { compile } from "../../../packages/runtime/src/compile.js";
import { certainlyPositive } from "../../../packages/scorers/src/betting.js";
import { type CascadeOptions, cascadeScorer } from "../../../packages/scorers/src/cascade.js";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";
import type { Scorer } from "../../../packages/scorers/src/scorer.js";
import type { CascadeTargets } from "../../../packages/scorers/src/targetCascade.js";
import { numbersFrom } from "../../support/onnx/random.js";
import { runs } from "../../support/runs.js";
import { itemText, pseudo, scorerOf, treeOf } from "../fused/trees.js";

/** In [0, 1), the same for the same text. */
const uniform = (text: string, salt: number) => (pseudo(text, salt) + pseudo(text, salt + 91)) % 1;

const WORDS = Array.from({ length: 2000 }, (_, i) => `word ${i}`);
const TEXTS = WORDS.map(itemText);
const TREE = treeOf(WORDS);
const population = { types: ["Item"] };

/**
 * A world where the truth is known: one text in `rare` is relevant; the cheap scorer is high for most of them (`sharp` near 1) or for no one in
 * particular (0).
 */
function world(rare: number, sharp: number) {
  const isRelevant = (text: string, condition: string) => uniform(text + condition, 3) < 1 / rare;
  const cheapOf = (text: string, condition: string) => {
    const noise = uniform(text + condition, 5);
    return isRelevant(text, condition) ? 1 - (1 - sharp) * noise : noise * (1 - sharp / 2);
  };
  const cheap = scorerOf("cheap", cheapOf, "cheap");
  const expensive = scorerOf("expensive", (text, condition) => (isRelevant(text, condition) ? 0.9 : 0.1));
  return { cheap, expensive, isRelevant };
}

async function outcome(
  { cheap, expensive, isRelevant }: ReturnType<typeof world>,
  targets: CascadeTargets,
  condition: string,
) {
  const scorer = cascadeScorer(cheap, expensive, { targets: { population, ...targets } }).forTree!(TREE);
  expensive.calls.length = 0;
  const scores = await scorer.score(TEXTS, condition, {});
  const asked = new Set(expensive.calls.flat());
  const rankingOf = (texts: readonly string[]) => texts.map((text) => [text]);
  const include = rankingOf(TEXTS.filter((text) => isRelevant(text, condition)));
  const gold = { include, exclude: new Set<string>(), grades: new Map<string, number>() };
  const taken = TEXTS.filter((_, i) => scores[i]! >= 0.5);
  const unseen = taken.filter((text) => !asked.has(text));
  return {
    scores,
    scorer,
    asked: asked.size,
    unseen: unseen.length,
    recall: recallOf(rankingOf(taken), gold),
    precision: precisionOf(rankingOf(unseen), gold),
  };
}

/** How often a target is missed, of many conditions. */
async function misses(made: ReturnType<typeof world>, targets: CascadeTargets) {
  const times = runs(60, 6);
  const missed = { recall: 0, precision: 0, asked: 0, unseen: 0 };
  for (let i = 0; i < times; i++) {
    const { recall, precision, asked, unseen } = await outcome(made, targets, `condition ${i}`);
    if (recall < (targets.recall ?? 0)) missed.recall++;
    if (unseen > 0 && precision < (targets.precision ?? 0)) missed.precision++;
    missed.asked += asked / TEXTS.length / times;
    missed.unseen += unseen / TEXTS.length / times;
  }
  /** More are missed by chance once in a thousand series where the promise holds. */
  const allowed = times * 0.1 + 3.1 * Math.sqrt(times * 0.1 * 0.9);
  return { ...missed, allowed };
}

describe("law: the targets hold in at least the promised share of conditions, whatever the scorers are", () => {
  test.each<[string, number, number]>([
    ["a good cheap scorer", 8, 0.8],
    ["a middling one", 8, 0.3],
    ["a blind one", 5, 0],
    ["rare relevance", 40, 0.8],
  ])("%s", async (_, rare, sharp) => {
    const made = world(rare, sharp);
    const common = { confidence: 0.9, sample: 500 };
    for (const targets of [{ recall: 0.9 }, { precision: 0.8 }, { recall: 0.85, precision: 0.8 }]) {
      const { recall, precision, allowed } = await misses(made, { ...common, ...targets });
      expect(recall).toBeLessThanOrEqual(allowed);
      expect(precision).toBeLessThanOrEqual(allowed);
    }
  });

  test("and a good cheap scorer spares most of what could be asked", async () => {
    const made = world(8, 0.9);
    const both = await misses(made, { recall: 0.85, precision: 0.8, confidence: 0.9, sample: 500 });
    expect(both.asked).toBeLessThan(0.6);
    expect(both.unseen).toBeGreaterThan(0.01);
    const blind = await misses(world(8, 0), { recall: 0.95, confidence: 0.9, sample: 500 });
    expect(blind.asked).toBeGreaterThan(0.8);
  });
});

test("law: a bet is not won more often than the risk where the mean is 0, and is won where it is above", () => {
  const next = numbersFrom(17);
  const won = (mean: number) => {
    const share = 0.9;
    const gains = Array.from({ length: 300 }, () => Number((next() + 1) / 2 < share + mean) - share);
    return certainlyPositive(gains, share, 0.1);
  };
  const count = (mean: number) => Array.from({ length: 400 }, () => won(mean)).filter(Boolean).length / 400;
  expect(count(0)).toBeLessThanOrEqual(0.1 + 3.1 * Math.sqrt(0.09 / 400));
  expect(count(0.08)).toBeGreaterThan(0.9);
});

describe("a cascade with targets", () => {
  const made = world(6, 0.9);
  const targets = { recall: 0.85, precision: 0.8, confidence: 0.9, sample: 500 };

  test("law: a score is a function of text, condition and tree", async () => {
    const { scores, scorer } = await outcome(made, targets, "x");
    const again = cascadeScorer(made.cheap, made.expensive, { targets: { population, ...targets } }).forTree!(TREE);
    for (let i = 0; i < 40; i++) expect((await again.score([TEXTS[i]!], "x", {}))[0]).toBe(scores[i]);
    expect(again.id).toBe(scorer.id);
  });

  test("what was drawn or asked has the expensive score; the population is sampled once for each condition", async () => {
    const { scores, scorer, asked } = await outcome(made, targets, "x");
    const expected = await made.expensive.score(TEXTS, "x", {});
    expect(scores.filter((score, i) => score === expected[i]).length).toBeGreaterThanOrEqual(asked);
    made.expensive.calls.length = 0;
    await Promise.all([scorer.score(TEXTS, "y", {}), scorer.score(TEXTS, "y", {})]);
    expect(made.expensive.calls.length).toBe(3);
  });

  test("notes say what was kept, and by what", async () => {
    const { scorer } = await outcome(made, targets, "x");
    expect(scorer.notes!()).toMatch(
      /^approximate: recall ≥ 0\.85 and precision ≥ 0\.8 with 90 % confidence for each condition, by 500 sampled of 2000 texts \(recall [01]\.\d{3} and precision [01]\.\d{3} in the sample\); [\d.]+ % of the others asked$/,
    );
    expect(scorer.id).toBe(
      "cascade(approximate recall>=0.85 precision>=0.8 confidence=0.9 relevant=0.5 sample=500 Item: cheap > expensive) among 2000",
    );
    const blind = world(300, 0);
    const { scorer: unsure } = await outcome(blind, { recall: 0.95 }, "x");
    expect(unsure.notes!()).toContain("no cut was sure for 1 condition: all was asked");
  });

  test("a small population is asked as a whole", async () => {
    const { recall, asked } = await outcome(made, { ...targets, sample: 2000 }, "x");
    expect([recall, asked]).toEqual([1, 2000]);
  });

  test("in a query, over the types that are named", async () => {
    const options: CascadeOptions = { targets: { recall: 0.9, population: { types: ["Item"] } } };
    const scorer = cascadeScorer(lexicalScorer(), made.expensive, options);
    const { query } = compile('//Item[node =~ "x"]');
    const { stats } = await query!.run(TREE, { scorer });
    expect(stats.approximation).toMatch(/^approximate: recall ≥ 0\.9 with 95 % confidence .* of 2000 texts/);
    await expect(scorer.score(["a"], "x", {})).rejects.toThrow(/SXP4001.*bind it with forTree/);
  });

  test.each<CascadeOptions>([
    { targets: {} },
    { targets: { recall: 1 } },
    { targets: { recall: 0.9, confidence: 0 } },
    { targets: { precision: 0.9, sample: 3 } },
    { targets: { recall: 0.9, relevant: 0 } },
    { targets: { recall: 0.9 }, approximate: { cut: 0.1 } },
  ])("%j is out of range", (options) => {
    const scorer: Scorer = made.cheap;
    expect(() => cascadeScorer(scorer, scorer, options)).toThrow(RangeError);
  });
});
