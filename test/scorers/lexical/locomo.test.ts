import { existsSync, readFileSync } from "node:fs";
import { convertLocomo, flatMethod, type Method, openSuite, runSuite, summarise } from "@semantic-xpath/eval";
import { nodeHost } from "@semantic-xpath/eval/node";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { describe, expect, test } from "vitest";
import { isLong } from "../../support/runs.js";

/** The conversations of LoCoMo (Maharana et al., ACL 2024); fetched separately, no part of this repository. */
const LOCOMO = "../shared/data/locomo10.json";
const hasLocomo = existsSync(LOCOMO);
/** The half for work, of which `npm test` reads one conversation. The other one is scored once per release by the bench, and never here. */
const isForWork = (index: number): boolean => (isLong ? index % 2 === 0 : index === 0);
/** BM25 with stems and a stop list has 0.48 and 0.63. */
const MIN_NDCG = 0.52;
const MIN_RECALL = 0.67;

describe(hasLocomo ? "LoCoMo" : `LoCoMo (skipped: ${LOCOMO} is absent)`, () => {
  test.skipIf(!hasLocomo)("finds the turns that answer a question", async () => {
    const { suite: file } = convertLocomo({ name: LOCOMO, text: readFileSync(LOCOMO, "utf8") });
    const text = JSON.stringify({ ...file, dialogues: file!.dialogues!.filter((_, index) => isForWork(index)) });
    const { suite } = await openSuite("locomo", { ...nodeHost(), readText: async () => text });
    const run = await runSuite(suite!, { methods: [flatMethod(lexicalScorer()) as Method], tops: [10] });
    const [{ metrics }] = summarise(run).methods as [ReturnType<typeof summarise>["methods"][number]];
    expect(metrics["ndcg@top10"]!.mean).toBeGreaterThan(MIN_NDCG);
    expect(metrics["recall@top10"]!.mean).toBeGreaterThan(MIN_RECALL);
  });
});
