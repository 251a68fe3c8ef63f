import type { Dimension } from "./marks.js";

/** Words that compare with something that is not said, and of which dimension; null: of any. */
export const VAGUE: ReadonlyMap<string, Dimension | null> = new Map(
  (
    [
      ["duration", "quick quickly fast long short brief"],
      ["money", "cheap expensive affordable pricey"],
      ["time", "early late"],
      ["rating", "good bad great nice"],
      ["priority", "urgent important"],
      ["weight", "light heavy"],
      ["size", "big small"],
      [null, "low high"],
      ["place", "near far close"],
      ["reason", "healthy easy hard fancy fun interesting"],
    ] as const
  ).flatMap(([dimension, words]) => words.split(" ").map((word) => [word, dimension] as const)),
);
