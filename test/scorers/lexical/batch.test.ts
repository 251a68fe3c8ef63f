import { expect, test } from "vitest";
import { checkedScore } from "../../../packages/scorers/src/checkedScore.js";
import { fusedScorer } from "../../../packages/scorers/src/fused.js";
import type { Scorer } from "../../../packages/scorers/src/scorer.js";
import { runError } from "../../../packages/tree/src/failure.js";

const answering = (score: () => unknown): Scorer => ({
  id: "odd",
  cost: "expensive",
  score: async () => (await score()) as Float32Array,
});
const asked = (score: () => unknown, signal?: AbortSignal) =>
  checkedScore(answering(score), ["a", "b"], "museum", signal === undefined ? {} : { signal });

test("a good answer passes, no texts ask nothing", async () => {
  expect(await asked(() => Float32Array.of(0, 1))).toEqual(Float32Array.of(0, 1));
  const failing = answering(() => Promise.reject(new Error("asked")));
  expect(await checkedScore(failing, [], "museum")).toHaveLength(0);
});

test.each([
  [() => Float32Array.of(0), 'SXP4001: The scorer "odd" failed: it gave 1 scores for 2 texts.'],
  [() => [0, 1], "SXP4001"],
  [() => undefined, "SXP4001"],
  [() => Float32Array.of(0, 1.5), 'SXP4002: The scorer "odd" gave 1.5 for "museum".'],
  [() => Float32Array.of(Number.NaN, 0), "SXP4002"],
  [() => Float32Array.of(-0.5, 0), "SXP4002"],
  [() => Promise.reject(new Error("no connection")), 'SXP4001: The scorer "odd" failed: no connection.'],
  [() => Promise.reject(runError("SXP4010", { condition: "c", text: "t" })), "SXP4010"],
])("answer %# is reported", async (score, message) => {
  await expect(asked(score)).rejects.toThrow(message);
});

test("an abort ends the wait, also for a scorer that does not listen", async () => {
  await expect(asked(() => Float32Array.of(0, 0), AbortSignal.abort())).rejects.toThrow("SXP4004");
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 5);
  await expect(asked(() => new Promise(() => {}), controller.signal)).rejects.toThrow("SXP4004");
});

test("a scorer that throws before it promises is reported as well", async () => {
  const scorer: Scorer = {
    ...answering(() => undefined),
    score: () => {
      throw new Error("broken");
    },
  };
  await expect(checkedScore(scorer, ["a"], "museum")).rejects.toThrow("SXP4001");
});

test("a scorer with the old word for its cost is refused with the new one", async () => {
  const old = { ...answering(() => Float32Array.of(0, 0)), cost: "dear" } as unknown as Scorer;
  const message = 'SXP4001: The scorer "odd" failed: its cost is "dear", and not "cheap" or "expensive".';
  await expect(checkedScore(old, ["a", "b"], "museum")).rejects.toThrow(message);
  await expect(fusedScorer([old]).score(["a"], "museum", {})).rejects.toThrow(message);
});
