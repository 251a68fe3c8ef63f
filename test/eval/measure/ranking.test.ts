import {
  areaOf,
  calibrationErrorOf,
  calibrationErrorOfBins,
  costOf,
  excludedOf,
  f1Of,
  fitting,
  type Gold,
  ndcgOf,
  precisionOf,
  recallOf,
  reciprocalRankOf,
  weightBins,
} from "@semantic-xpath/eval";
import { expect, it } from "vitest";

const gold = (
  include: readonly (readonly string[])[],
  exclude: readonly string[] = [],
  grades: Record<string, number> = {},
): Gold => ({
  include,
  exclude: new Set(exclude),
  grades: new Map(Object.entries(grades)),
});
const ranking = (text: string) => text.split(" ").map((entry) => entry.split("+"));

it("hand-computed cases", () => {
  const wanted = gold([["a"], ["b"], ["c", "d"]], ["x", "y"]);
  const found = ranking("n a x d n");
  expect(recallOf(found, wanted)).toBe(2 / 3);
  expect(precisionOf(found, wanted)).toBe(2 / 5);
  expect(excludedOf(found, wanted)).toBe(1);
  expect(reciprocalRankOf(found, wanted)).toBe(1 / 2);
  // Gains at places 2 and 4: 1/log2(3) + 1/log2(5); the best: 1 + 1/log2(3) + 1/2.
  expect(ndcgOf(found, wanted, 10)).toBeCloseTo(
    (1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3) + 0.5),
    14,
  );
  expect(ndcgOf(found, wanted, 1)).toBe(0);
});

it("grades weigh, and a group counts once", () => {
  const wanted = gold([["a"], ["b", "c"]], [], { a: 3, b: 2, c: 1 });
  // The second group is found by c, worth 1; that b comes later adds nothing.
  expect(ndcgOf(ranking("c b a"), wanted, 3)).toBeCloseTo((1 + 3 / 2) / (3 + 2 / Math.log2(3)), 14);
  // An entry that finds both is as good as the best order of two, and no better.
  expect(ndcgOf(ranking("a+b"), wanted, 3)).toBe(1);
  expect(ndcgOf(ranking("a+b"), wanted, 1)).toBe(1);
  expect(ndcgOf(ranking("n a+b"), wanted, 3)).toBeCloseTo((3 / Math.log2(3) + 2 / 2) / (3 + 2 / Math.log2(3)), 14);
});

it("nothing asked for is there, and handing over nothing is precise then", () => {
  expect([recallOf([], gold([])), precisionOf([], gold([])), ndcgOf([], gold([]), 5)]).toEqual([1, 1, 1]);
  expect(precisionOf([["a"]], gold([]))).toBe(0);
  expect(precisionOf([], gold([["a"]]))).toBe(0);
});

it("the area under the curve counts equal weights half", () => {
  const rights = (places: readonly number[]) => (place: number) => places.includes(place);
  expect(areaOf([0.9, 0.5, 0.5, 0.1], rights([0, 1]))).toBe((2 + 1.5) / 4);
  expect(areaOf([1, 0], rights([]))).toBeNull();
});

it("the calibration error is the distance of weight and share by bins", () => {
  const entries = [
    { weight: 0.95, isRight: true },
    { weight: 0.91, isRight: false },
    { weight: 0.1, isRight: false },
    { weight: 1, isRight: true },
  ];
  expect(calibrationErrorOf(entries)).toBeCloseTo((Math.abs(0.95 + 0.91 + 1 - 2) + 0.1) / 4, 14);
  expect(calibrationErrorOf([])).toBeNull();
  const halves = [entries.slice(0, 2), entries.slice(2)].map(weightBins);
  expect(calibrationErrorOfBins(halves)).toBeCloseTo(calibrationErrorOf(entries)!, 14);
});

it("F1 at a bound, and the bound at which it is greatest", () => {
  const entries = [0.9, 0.7, 0.7, 0.6, 0.2].map((weight, i) => ({ weight, isRight: [0, 2, 4].includes(i) }));
  // Four are right, of which one is no entry: 1 of 1, 2 of 3, 2 of 4, 3 of 5.
  expect(f1Of(entries, 4, 0.65)).toEqual({ f1: 4 / 7, best: 6 / 9, bestFrom: 0.2 });
  expect(f1Of(entries, 4, 0.8).f1).toBe(2 / 5);
  expect(f1Of(entries, 4, 0.95).f1).toBe(0);
  expect(f1Of([], 1, 0.5)).toEqual({ f1: 0, best: 0, bestFrom: 1 });
});

it("tokens are filled from the top, up to the first entry that does not fit", () => {
  expect(fitting([10, 20, 5], 30)).toBe(2);
  expect(fitting([10, 21, 5], 30)).toBe(1);
  expect(fitting([], 30)).toBe(0);
  expect(fitting([1], 0)).toBe(0);
  expect([costOf(7, 3), costOf(7, 5)]).toEqual([7, 9]);
});
