import { describe, expect, test } from "vitest";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";
import { isLong } from "../../support/runs.js";
import { addQuality, hasLocomo, LOCOMO, type Quality, readLocomo } from "./support/locomo.js";

/** The half for work, of which `npm test` reads one conversation. The other one is scored once per release by the bench, and never here. */
const isForWork = (index: number): boolean => (isLong ? index % 2 === 0 : index === 0);
/** BM25 with stems and a stop list has 0.48 and 0.63. */
const LEAST_NDCG = 0.53;
const LEAST_RECALL = 0.67;

describe(hasLocomo ? "LoCoMo" : `LoCoMo (skipped: ${LOCOMO} is absent)`, () => {
  test.skipIf(!hasLocomo)("finds the turns that answer a question", async () => {
    const groups = new Map<string, Quality>();
    for (const [index, { tree, turns, questions }] of readLocomo().entries()) {
      if (!isForWork(index)) continue;
      const scorer = lexicalScorer().forTree(tree);
      for (const { question, category, gold } of questions) {
        const scores = await scorer.score(turns, question, {});
        for (const name of ["all", `category ${category}`]) {
          const group = groups.get(name) ?? { ndcg: 0, recall: 0, count: 0 };
          groups.set(name, group);
          addQuality(group, scores, gold);
        }
      }
    }
    for (const [name, { ndcg, recall, count }] of [...groups].sort()) {
      const [first, second] = [(ndcg / count).toFixed(3), (recall / count).toFixed(3)];
      console.info(`${name.padEnd(12)} nDCG@10 ${first}  recall@10 ${second}  of ${count} questions`);
    }
    const all = groups.get("all")!;
    expect(all.ndcg / all.count).toBeGreaterThan(LEAST_NDCG);
    expect(all.recall / all.count).toBeGreaterThan(LEAST_RECALL);
  });
});
