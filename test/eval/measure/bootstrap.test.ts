import { difference, estimate, holm } from "@semantic-xpath/eval";
import { expect, it } from "vitest";

const each = (count: number) => Array.from({ length: count }, (_, i) => String(i));

it("the mean is of all values, whatever the clusters", () => {
  const { mean, n, clusters } = estimate([1, 0, 0, 1, 1], ["a", "a", "a", "b", "b"]);
  expect([mean, n, clusters]).toEqual([3 / 5, 5, 2]);
});

it("one cluster gives no interval, and says so", () => {
  expect(estimate([1, 0, 1], ["a", "a", "a"])).toMatchObject({ interval: null, detectable: null });
  expect(difference([1, 1], ["a", "a"]).p).toBe(1);
  expect(estimate([], []).mean).toBeNaN();
});

it("where too few values could show any difference of shares, none is named", () => {
  expect(estimate([0, 1], each(2), { isShare: true }).detectable).toBeNull();
  expect(estimate([0, 1], each(2)).detectable!).toBeGreaterThan(1);
  expect(estimate([0, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 1], each(12), { isShare: true }).detectable!).toBeLessThan(1);
});

it("values that depend on each other give a wider interval than as many that don't", () => {
  const values = [1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0];
  const width = ({ interval }: ReturnType<typeof estimate>) => interval![1] - interval![0];
  const together = values.map((_, i) => String(Math.floor(i / 4)));
  expect(width(estimate(values, together))).toBeGreaterThan(1.5 * width(estimate(values, each(16))));
});

it("no failure in twenty is not a certainty: the exact bound is left open", () => {
  const { interval } = estimate(
    each(20).map(() => 1),
    each(20),
    { isShare: true },
  );
  // Of 20 successes in 20 trials: 0.025 ^ (1 / 20).
  expect(interval![0]).toBeCloseTo(0.8316, 4);
  expect(interval![1]).toBe(1);
});

it("always the same difference is judged by its sign", () => {
  expect(
    difference(
      each(5).map(() => 0.2),
      each(5),
    ).p,
  ).toBe(1 / 16);
  expect(
    difference(
      each(5).map(() => 0),
      each(5),
    ).p,
  ).toBe(1);
});

it("the same seed gives the same interval, another one nearly", () => {
  const values = each(40).map((_, i) => (i * 7) % 10);
  const one = estimate(values, each(40), { seed: 5 });
  expect(estimate(values, each(40), { seed: 5 })).toEqual(one);
  const other = estimate(values, each(40), { seed: 6 });
  expect(other.interval).not.toEqual(one.interval);
  expect(Math.abs(other.interval![0] - one.interval![0])).toBeLessThan(0.15);
});

it("of normal values the interval is that of Student's t, but for what was drawn", () => {
  const values = [2.1, -0.3, 0.8, 1.4, -1.2, 0.5, 1.9, 0.1, -0.6, 1.1, 0.7, -0.2];
  const mean = values.reduce((sum, value) => sum + value, 0) / 12;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 11);
  const half = (2.200985 * deviation) / Math.sqrt(12); // t of 11 degrees at 97.5 %
  const { interval, detectable } = estimate(values, each(12), { samples: 20_000 });
  expect(Math.abs(interval![0] - (mean - half))).toBeLessThan(0.06);
  expect(Math.abs(interval![1] - (mean + half))).toBeLessThan(0.06);
  expect(detectable!).toBeCloseTo(((2.200985 + 0.87553) * deviation) / Math.sqrt(12), 1);
  const { p, interval: around } = difference(values, each(12), { samples: 20_000 });
  expect(p < 0.05).toBe(around![0] > 0 || around![1] < 0);
});

it("Holm's levels, by hand", () => {
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
  expect(holm([])).toEqual([]);
});
