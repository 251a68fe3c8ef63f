import { difference, estimate, type Random, randomFrom } from "@semantic-xpath/eval";
import { describe, expect, it } from "vitest";
import { isLong } from "../../support/runs.js";

interface Draw {
  readonly values: number[];
  readonly clusters: string[];
}
const draw = (groups: number, sizeOf: () => number, drawsOf: (group: number) => () => number): Draw => {
  const values: number[] = [];
  const clusters: string[] = [];
  for (let group = 0; group < groups; group++) {
    const value = drawsOf(group);
    for (let i = sizeOf(); i > 0; i--) {
      values.push(value());
      clusters.push(String(group));
    }
  }
  return { values, clusters };
};
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.share())) * Math.cos(2 * Math.PI * random.share());

/** Populations with a mean that is known. */
const POPULATIONS: Readonly<
  Record<string, { readonly mean: number; readonly isShare: boolean; readonly of: (random: Random) => Draw }>
> = {
  "normal values, 12 clusters of one": {
    mean: 0,
    isShare: false,
    of: (random) =>
      draw(
        12,
        () => 1,
        () => () => normal(random),
      ),
  },
  "passes of .8, 40 clusters of one": {
    mean: 0.8,
    isShare: true,
    of: (random) =>
      draw(
        40,
        () => 1,
        () => () => Number(random.share() < 0.8),
      ),
  },
  "passes of .5, 60 clusters of one": {
    mean: 0.5,
    isShare: true,
    of: (random) =>
      draw(
        60,
        () => 1,
        () => () => Number(random.share() < 0.5),
      ),
  },
  "passes of .6 that depend on each other, 20 clusters of six": {
    mean: 0.6,
    isShare: true,
    of: (random) =>
      draw(
        20,
        () => 6,
        () => {
          const share = 0.4 + 0.4 * random.share();
          return () => Number(random.share() < share);
        },
      ),
  },
  "the same, 10 clusters of 2 to 13": {
    mean: 0.6,
    isShare: true,
    of: (random) =>
      draw(
        10,
        () => 2 + random.index(12),
        () => {
          const share = 0.4 + 0.4 * random.share();
          return () => Number(random.share() < share);
        },
      ),
  },
};

// The error of a share of 95 % over 2 000 draws is half a point, over 200 one and a half.
const [DRAWS, SLACK] = isLong ? [2000, 0.02] : [60, 0.1];

describe.each(Object.entries(POPULATIONS))("%s", (_, { mean, isShare, of }) => {
  it("the interval holds the mean of the population as often as it says", () => {
    const random = randomFrom(5);
    let held = 0;
    for (let i = 0; i < DRAWS; i++) {
      const { values, clusters } = of(random);
      const [low, high] = estimate(values, clusters, { samples: 1000, seed: i, isShare }).interval!;
      if (low <= mean + 1e-12 && mean <= high + 1e-12) held++;
    }
    expect(Math.abs(held / DRAWS - 0.95)).toBeLessThanOrEqual(SLACK);
  });

  it("and the level of a difference that is not there is below 5 % that seldom", () => {
    const random = randomFrom(6);
    let low = 0;
    for (let i = 0; i < DRAWS; i++) {
      const { values, clusters } = of(random);
      if (
        difference(
          values.map((value) => value - mean),
          clusters,
          { samples: 1000, seed: i },
        ).p < 0.05
      )
        low++;
    }
    expect(Math.abs(low / DRAWS - 0.05)).toBeLessThanOrEqual(SLACK);
  });
});
