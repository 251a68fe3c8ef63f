import { readFileSync } from "node:fs";
import { convertTrec, openSuite, readTrecRun, runSuite, trecRunMethod } from "@semantic-xpath/eval";
import { describe, expect, it } from "vitest";
import { hostOf } from "../support.js";

const OTHERS = new URL("../../../examples/eval/others/", import.meta.url);
const example = (name: string) => ({ name, text: readFileSync(new URL(name, OTHERS), "utf8") });

describe("runs of TREC", () => {
  it("equal scores are ordered by name from the last, as trec_eval has it, and ranks are ignored", () => {
    const { run } = readTrecRun(example("trec.run"));
    expect(run!.get("q1")!.map(({ document }) => document)).toEqual(["d2", "d1"]);
    expect(run!.get("q2")!.map(({ document }) => document)).toEqual(["d4", "d2"]);
  });

  it("are judged as any ranking", async () => {
    const { suite: file, data } = convertTrec({ qrels: example("trec.qrels") });
    const files = { "suite.json": JSON.stringify(file), "data.json": JSON.stringify(data) };
    const { suite } = await openSuite("suite.json", hostOf(files));
    const { run } = readTrecRun(example("trec.run"));
    const { results } = await runSuite(suite!, { methods: [trecRunMethod(run!, suite!, "made")] });
    expect(results.map(({ id, metrics }) => [id, metrics.mrr, metrics["recall@top1"]])).toEqual([
      ["q1", 1 / 2, 0],
      ["q2", 1, 1 / 2],
    ]);
    // Grades 2 and 1 in the order 2, 1 are the best order; 0 and 1 are a gain of 1 at the second place.
    expect(results.map(({ metrics }) => metrics["ndcg@top10"])).toEqual([1 / Math.log2(3), 1]);
  });

  it.each([
    ["q1 Q0 d1 1", "has to be query, Q0, document, rank, score and name"],
    ["q1 Q0 d1 1 high made", 'has the score "high"'],
    ["q1 Q0 d2 2 0.5 made", 'names the document "d2" again'],
  ])("%s is an error at its line", (line, problem) => {
    const { run, problems } = readTrecRun({ name: "run", text: `q1 Q0 d2 1 2.5 made\n${line}\n` });
    const { text, diagnostic } = problems[0]!;
    expect(run).toBeNull();
    expect([diagnostic.code, text.slice(diagnostic.span.start, diagnostic.span.end)]).toEqual(["SXP5209", line]);
    expect(diagnostic.message).toContain(problem);
  });
});
