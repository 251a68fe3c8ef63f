import { inspect } from "@semantic-xpath/inspect";
import { compile } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryCase, RUNS } from "../runtime/trace/tracedCase.js";

it("the nearest query finds something, and only an empty result has one", async () => {
  let empty = 0;
  let found = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryCase(), async ({ tree, text, query, options }) => {
      const inspection = await inspect(query, tree, options);
      const nearest = await inspection.nearest();
      if (inspection.result.matches.length > 0) {
        expect(nearest).toBeNull();
        return;
      }
      empty++;
      if (nearest === null) return;
      found++;
      const { change, paths } = nearest;
      const changed = compile(change.text).query!;
      const { matches } = await changed.run(tree, { ...options, ...change.options, params: change.params });
      expect(matches.length, text).toBe(change.count);
      expect(matches.slice(0, paths.length).map(({ path }) => path)).toEqual(paths);
      expect(paths.length).toBeGreaterThan(0);
    }),
    { numRuns: Math.ceil(RUNS / 4) },
  );
  expect(found / empty).toBeGreaterThan(0.9 - 1 / Math.sqrt(empty));
});
