import { reaches, shortest } from "@semantic-xpath/runtime/internal";
import fc from "fast-check";
import { expect, it } from "vitest";
import { shownWeight } from "../../packages/agents/src/results/numbers.js";
import { runs } from "../support/runs.js";
import { called, session } from "./support/trip.js";

const weights = fc.double({ min: Number.MIN_VALUE, max: 1, noNaN: true });

it("law: a shown weight is the weight in six digits, and as a minimum score it keeps the node", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        weights,
        weights.map(Math.fround).filter((weight) => weight > 0),
      ),
      (weight) => {
        const shown = shownWeight(weight);
        expect(reaches(weight, shown)).toBe(true);
        expect(Math.abs(shortest(weight) - shown)).toBeLessThanOrEqual(shortest(weight) * 1.00001e-5);
        expect(Number(shown.toPrecision(6))).toBe(shown);
      },
    ),
    { numRuns: runs(100_000, 2000), examples: [[1], [Math.fround(0.9)], [0.9], [0.99999951], [0.1], [1e-300]] },
  );
});

it("a query with the weight of a result as its minimum score has the result", async () => {
  const { session: at } = session();
  const queries = ['//POI[node =~ "museum harbour zoo"]', '//POI[avg(node =~ "museum nature", @name =~ "harbor")]'];
  for (const query of queries) {
    const { matches } = await called(at, "query", { query });
    for (const { key, weight } of matches as { key: number; weight: number }[])
      expect((await called(at, "query", { query, minScore: weight })).matches).toContainEqual(
        expect.objectContaining({ key }),
      );
  }
});
