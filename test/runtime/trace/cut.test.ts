import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryCase, RUNS, traced } from "./tracedCase.js";

/** Runs without pruning: with a cheap scorer, or with every score asked for. */

it("what reached the end of the plan is in the result or cut, exactly once, with the reason that fits", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async (example) => {
      const { limit = Number.POSITIVE_INFINITY, minScore = 0, ...options } = example.options;
      const { matches, trace } = await traced(example, "full");
      const all = await example.query.run(example.tree, options);
      const weights = new Map(all.matches.map(({ path, weight }) => [path, weight]));
      const paths = trace!.cut.filter(({ reason }) => reason !== "document").map(({ path }) => path);
      expect(new Set(paths).size, example.text).toBe(paths.length);
      for (const { path } of matches) expect(paths).not.toContain(path);
      const cut = new Set([...paths, ...matches.map(({ path }) => path)]);
      for (const path of weights.keys()) expect(cut, example.text).toContain(path);
      for (const { path, reason } of trace!.cut) {
        const weight = weights.get(path) ?? 0;
        const expected = weight === 0 ? "zero-weight" : weight < minScore ? "min-score" : "limit";
        expect(reason, `${example.text}: ${path}`).toBe(path === "/" ? "document" : expected);
        if (reason === "limit") expect(matches).toHaveLength(limit);
      }
    }),
    { numRuns: RUNS },
  ));

it("a run that cuts nothing has nothing cut but weight 0", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async (example) => {
      const { limit: _, minScore: __, ...options } = example.options;
      const { trace } = await traced({ ...example, options }, true);
      const reasons = new Set(trace!.cut.map(({ reason }) => reason));
      expect([...reasons].filter((reason) => reason !== "document" && reason !== "zero-weight")).toEqual([]);
    }),
    { numRuns: RUNS },
  ));
