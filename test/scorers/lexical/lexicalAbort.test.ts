import { expect, test } from "vitest";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";

const texts = Array.from(
  { length: 100_000 },
  (_, n) => `POI\nname: Museum ${n}\nA place number ${n} to see, word${n % 977}`,
);

test("an aborted signal rejects with its reason, before and during work", async () => {
  const scorer = lexicalScorer();
  const reason = new Error("enough");
  await expect(scorer.score(texts, "museum", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  let abortedAt = 0;
  setTimeout(() => {
    abortedAt = performance.now();
    controller.abort(reason);
  }, 5);
  await expect(scorer.score(texts, "museum", { signal: controller.signal })).rejects.toBe(reason);
  // 20 ms are promised; a shared machine gets some more.
  expect(performance.now() - abortedAt).toBeLessThan(100);
});

test("other events run while texts are scored", async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await lexicalScorer().score(texts, "museum", {});
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(1);
});

test("known texts are scored fast", async () => {
  const scorer = lexicalScorer();
  await scorer.score(texts, "place", {});
  let best = Number.POSITIVE_INFINITY;
  for (const condition of ["museum 17", "a place to see", "word5 museum"]) {
    const start = performance.now();
    await scorer.score(texts, condition, {});
    best = Math.min(best, performance.now() - start);
  }
  console.info(`100 000 known texts: ${best.toFixed(0)} ms a condition`);
  // Measured 14 ms; the bound leaves room for a busy machine.
  expect(best).toBeLessThan(250);
});
