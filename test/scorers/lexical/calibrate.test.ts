import fc from "fast-check";
import { expect, test } from "vitest";
import { calibrate } from "../../../packages/scorers/src/lexical/calibrate.js";

const about = fc.record({
  asks: fc.boolean(),
  terms: fc.integer({ min: 1, max: 40 }),
  rarity: fc.double({ min: 0.5, max: 12, noNaN: true }),
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
  for (const asks of [true, false]) expect(calibrate(0, { asks, terms: 3, rarity: 5, length: 10 })).toBe(0);
  for (const terms of [1, 3, 12, 40]) expect(calibrate(1, { asks: false, terms, rarity: 5, length: 10 })).toBe(0.9);
});

test("half of a condition of up to three words is 0.45, of a longer one less", () => {
  const of = (terms: number) => calibrate(0.5, { asks: false, terms, rarity: 5, length: 10 });
  expect([1, 2, 3].map(of)).toEqual([0.45, 0.45, 0.45]);
  expect(of(4)).toBeLessThan(0.4);
  expect(of(8)).toBeLessThan(of(4));
  expect(of(100)).toBe(of(30));
});

test("a text with all words of a question answers it about as often as not, with half of them seldom", () => {
  for (const terms of [1, 2, 4, 6]) {
    const about = { asks: true, terms, rarity: 4.2, length: 20 };
    const all = calibrate(1, about);
    expect(all).toBeGreaterThanOrEqual(0.45);
    expect(all).toBeLessThan(0.6);
    expect(calibrate(0.5, about)).toBeLessThan(0.2);
  }
});

test("the rarer the words of a question, the more they say, up to a bound; of a condition they say the same", () => {
  const of = (rarity: number, asks = true) => calibrate(0.8, { asks, terms: 4, rarity, length: 20 });
  expect(of(3)).toBeLessThan(of(4));
  expect(of(4)).toBeLessThan(of(5));
  expect(of(9)).toBe(of(5));
  expect(of(9, false)).toBe(of(3, false));
});
