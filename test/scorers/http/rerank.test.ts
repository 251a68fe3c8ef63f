import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiFailure } from "../../../packages/scorers/src/http/failure.js";
import { type RerankApiOptions, readRanking, rerankApiScorer } from "../../../packages/scorers/src/http/rerank.js";
import { runs } from "../../support/runs.js";
import { apiServer, json, type Play, type Seen } from "./apiServer.js";

/** The number that a text ends with. */
const numberOf = (text: string): number => Number(/-?\d*\.?\d+$/.exec(text)?.[0] ?? 0);

/** Plays `/rerank`, best first as servers do. */
const rerank: Play = ({ body }, response) => {
  const results = body.documents
    .map((text: string, index: number) => ({ index, relevance_score: numberOf(text) }))
    .sort((a: { relevance_score: number }, b: { relevance_score: number }) => b.relevance_score - a.relevance_score);
  json(response, { model: body.model, results, usage: { total_tokens: 1 } });
};
/** The same as Text Embeddings Inference has it. */
const texts: Play = ({ body }, response) =>
  json(
    response,
    body.texts.map((text: string, index: number) => ({ index, score: numberOf(text) })),
  );

async function scorerOf(play: Play, options: Partial<RerankApiOptions> = {}) {
  const { url, seen } = await apiServer(play);
  return { scorer: rerankApiScorer({ url, model: "m", firstWait: 1, retries: 1, ...options }), seen };
}

describe("a re-ranker of a server", () => {
  test("each text is sent once, in batches, and answers are put back into their places", async () => {
    const { scorer, seen } = await scorerOf(rerank, { batchSize: 2, concurrency: 1 });
    const scored: number[] = [];
    const options = { onScored: (count: number) => scored.push(count) };
    expect(await scorer.score(["a .25", "b .5", "a .25", "c 1"], "x", options)).toEqual(
      Float32Array.of(0.25, 0.5, 0.25, 1),
    );
    expect(seen.map(({ path, body }) => [path, body])).toEqual([
      ["/v1/rerank", { model: "m", query: "x", documents: ["a .25", "b .5"], top_n: 2, return_documents: false }],
      ["/v1/rerank", { model: "m", query: "x", documents: ["c 1"], top_n: 1, return_documents: false }],
    ]);
    expect(scored).toEqual([2, 3]);
    expect(scorer.id).toMatch(/^rerank-server-1\(m@http:.*\/rerank documents\)$/);
  });

  test("a server of texts", async () => {
    const { scorer, seen } = await scorerOf(texts, { texts: "texts" });
    expect(await scorer.score(["a .25"], "x", {})).toEqual(Float32Array.of(0.25));
    expect(seen[0]!.body).toEqual({ model: "m", query: "x", texts: ["a .25"], return_text: false });
  });

  test("logits need a calibration, and the message says which", async () => {
    const { scorer } = await scorerOf(rerank);
    await expect(scorer.score(["a -3"], "x", {})).rejects.toThrow(
      /SXP4001.* gave -3, which is a logit and no score\. Set "calibration"/,
    );
    const { scorer: calibrated } = await scorerOf(rerank, {
      calibration: { kind: "logistic", slope: 1, intercept: 0 },
    });
    expect(await calibrated.score(["a 0"], "x", {})).toEqual(Float32Array.of(0.5));
    expect(calibrated.id).toContain("logistic(1,0)");
  });

  test("a busy server is asked again, a batch that is too large is halved, a key is sent and not shown", async () => {
    const play: Play = (seen: Seen, response, call) => {
      if (call === 0) return json(response, { message: "slow down" }, 429);
      if (seen.body.documents.length > 1) return json(response, {}, 413);
      return rerank(seen, response, call);
    };
    const environment = { KEY: "secret-key-123" };
    const { scorer, seen } = await scorerOf(play, { keyVariable: "KEY", environment, concurrency: 1 });
    expect(await scorer.score(["a .25", "b .5"], "x", {})).toEqual(Float32Array.of(0.25, 0.5));
    expect(seen.map(({ body }) => body.documents.length)).toEqual([2, 2, 1, 1]);
    expect(seen[0]!.authorization).toBe("Bearer secret-key-123");
    expect(scorer.id).not.toContain("secret");
  });

  test.each([
    [{}, 'the answer has no "results"'],
    [{ results: [] }, "it gave 0 scores for 1 texts"],
    [{ results: [{ index: 1, relevance_score: 1 }] }, 'an "index" of the answer is out of range'],
    [{ results: [{ index: "length", relevance_score: 1 }] }, 'an "index" of the answer is out of range'],
    [{ results: [{ index: 0 }] }, 'has no "relevance_score"'],
    [{ data: [{ index: 0, relevance_score: "1" }] }, 'has no "relevance_score"'],
  ])("the answer %j ends the call", async (answer, message) => {
    const { scorer } = await scorerOf((_, response) => json(response, answer));
    await expect(scorer.score(["a"], "x", {})).rejects.toThrow(message);
  });

  test.each([
    { batchSize: 0 },
    { texts: "words" as never },
    { url: "ftp://x" },
    { calibration: { kind: "affine", slope: Number.NaN, intercept: 0 } as const },
  ])("%j is out of range", (options) => {
    expect(() => rerankApiScorer({ url: "http://127.0.0.1:1", model: "m", ...options })).toThrow(RangeError);
  });
});

test("law: any answer gives one finite number a text, or is refused", () => {
  const entry = fc.record({
    index: fc.oneof(fc.integer({ min: -1, max: 4 }), fc.string()),
    relevance_score: fc.oneof(fc.double(), fc.string()),
  });
  const list = fc.array(fc.oneof(entry, fc.jsonValue()), { maxLength: 5 });
  fc.assert(
    fc.property(fc.oneof(list, fc.record({ results: list }), fc.jsonValue()), fc.nat(4), (answer, count) => {
      try {
        const ranked = readRanking(answer, count);
        expect(ranked).toHaveLength(count);
        expect(ranked.every(Number.isFinite)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(ApiFailure);
      }
    }),
    { numRuns: runs(300) },
  );
});
