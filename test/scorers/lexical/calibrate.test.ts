import fc from "fast-check";
import { expect, test } from "vitest";
import { calibrate } from "../../../packages/scorers/src/lexical/calibrate.js";

const about = fc.record({
  asks: fc.boolean(),
  terms: fc.integer({ min: 1, max: 40 }),
  length: fc.integer({ min: 0, max: 100_000 }),
});

test("more evidence, a higher score, from 0 to below 1", () => {
  fc.assert(
    fc.property(
      about,
      fc.double({ min: 0, max: 3, noNaN: true }),
      fc.double({ min: 1e-3, max: 1, noNaN: true }),
      (of, raw, more) => {
        const [low, high] = [calibrate(raw, of), calibrate(raw + more, of)];
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeGreaterThan(low);
        expect(high).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test("no evidence is 0, all words of a condition are 0.9", () => {
  for (const asks of [true, false]) expect(calibrate(0, { asks, terms: 3, length: 10 })).toBe(0);
  expect(calibrate(1, { asks: false, terms: 3, length: 10 })).toBe(0.9);
});

test("a text with all words of a question answers it about as often as not, with half of them seldom", () => {
  for (const terms of [1, 2, 4, 6]) {
    const all = calibrate(1, { asks: true, terms, length: 20 });
    expect(all).toBeGreaterThanOrEqual(0.5);
    expect(all).toBeLessThan(0.6);
    expect(calibrate(0.5, { asks: true, terms, length: 20 })).toBeLessThan(0.2);
  }
});
