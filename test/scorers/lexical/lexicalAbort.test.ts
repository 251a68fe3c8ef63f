import { expect, onTestFinished, test, vi } from "vitest";
import { Vocabulary } from "../../../packages/scorers/src/lexical/vocabulary.js";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";
import { countedClock } from "../../support/countedClock.js";

const SLICE = 10;
const texts = Array.from(
  { length: 20_000 },
  (_, n) => `POI\nname: Museum ${n}\nA place number ${n} to see, word${n % 977}`,
);

/** The texts, and how many of them were read so far. */
function countedTexts() {
  let read = 0;
  const counted = new Proxy(texts, {
    get: (list, key) => {
      if (typeof key === "string" && key !== "length") read++;
      return Reflect.get(list, key);
    },
  });
  return { counted, read: () => read };
}

test("an aborted signal rejects with its reason, before and during work, and no other text is read", async () => {
  const scorer = lexicalScorer();
  const reason = new Error("enough");
  const before = countedTexts();
  await expect(scorer.score(before.counted, "museum", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(before.read()).toBe(0);
  countedClock(SLICE);
  const during = countedTexts();
  const controller = new AbortController();
  let readAtAbort = 0;
  setTimeout(() => {
    readAtAbort = during.read();
    controller.abort(reason);
  });
  await expect(scorer.score(during.counted, "museum", { signal: controller.signal })).rejects.toBe(reason);
  expect(readAtAbort).toBeGreaterThan(0);
  expect(during.read()).toBe(readAtAbort);
  expect(readAtAbort).toBeLessThan(texts.length);
});

test("the clock is looked at every hundred texts or so, and other events run whenever a slice is over", async () => {
  const { counted, read } = countedTexts();
  let most = 0;
  let last = 0;
  const clock = countedClock(SLICE, () => {
    most = Math.max(most, read() - last);
    last = read();
  });
  let ticks = 0;
  const timer = setInterval(() => ticks++);
  onTestFinished(() => clearInterval(timer));
  await lexicalScorer().score(counted, "museum", {});
  expect(most).toBeLessThan(150);
  expect(clock.looks()).toBeGreaterThan(texts.length / 150);
  expect(ticks).toBeGreaterThan(1);
});

test("known texts are not analysed again", async () => {
  const scorer = lexicalScorer();
  const some = texts.slice(0, 2000);
  await scorer.score(some, "place", {});
  const analysed = vi.spyOn(Vocabulary.prototype, "wordsFrom");
  onTestFinished(() => {
    analysed.mockRestore();
  });
  for (const condition of ["museum 17", "a place to see", "word5 museum"]) await scorer.score(some, condition, {});
  // The words of the conditions.
  expect(analysed.mock.calls.length).toBeLessThan(20);
});
