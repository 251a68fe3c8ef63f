import { compile, type RunOptions, readXml, type Scorer, type Tree } from "@semantic-xpath/runtime";
import { expect } from "vitest";

/** Scores a text by the first number in it, in hundredths, whatever the condition: trees show their scores. */
export const numberScorer: Scorer = {
  id: "number",
  cost: "cheap",
  score: async (texts) => Float32Array.from(texts, (text) => Number(/\d+/.exec(text)?.[0] ?? 0) / 100),
};

/** Examples over one tree: a query and the paths (with weights, where it is graded) of what it finds, in order. */
export function examplesOn(source: string | Tree) {
  const tree = typeof source === "string" ? readXml(source) : source;
  const run = (text: string, options: RunOptions) => {
    const { query, diagnostics } = compile(text);
    expect(
      diagnostics.filter(({ runnable, severity }) => severity === "error" && !runnable),
      text,
    ).toEqual([]);
    return query!.run(tree, { scorer: numberScorer, ...options });
  };
  return {
    tree,
    async finds(text: string, paths: readonly string[], options: RunOptions = {}): Promise<void> {
      const { matches } = await run(text, options);
      expect(
        matches.map(({ path }) => path),
        text,
      ).toEqual(paths);
      expect(
        matches.map(({ weight }) => weight),
        text,
      ).toEqual(paths.map(() => 1));
    },
    async weighs(
      text: string,
      weighed: readonly (readonly [string, number])[],
      options: RunOptions = {},
    ): Promise<void> {
      const { matches } = await run(text, options);
      expect(
        matches.map(({ path }) => path),
        text,
      ).toEqual(weighed.map(([path]) => path));
      matches.forEach(({ weight }, i) => {
        expect(weight, `${text}: ${weighed[i]![0]}`).toBeCloseTo(weighed[i]![1], 6);
      });
    },
    async gives(text: string, values: readonly string[], options: RunOptions = {}): Promise<void> {
      const { matches } = await run(text, options);
      expect(
        matches.map(({ attribute }) => attribute?.value),
        text,
      ).toEqual(values);
    },
  };
}
