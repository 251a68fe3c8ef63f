import type { ReplayStep } from "@semantic-xpath/studio";
import fc from "fast-check";
import { expect, it } from "vitest";
import { barsOf, changeBeside } from "../../../../packages/studio/src/page/model/replay.js";
import { runs } from "../../../support/runs.js";

const steps = fc
  .array(fc.record({ isChanged: fc.boolean(), count: fc.option(fc.nat(9)) }), { minLength: 1, maxLength: 8 })
  .map((list) =>
    list.map(
      ({ isChanged, count }, i) =>
        ({ version: { number: i + 1 }, before: i === 0 ? null : i, isChanged, count }) as unknown as ReplayStep,
    ),
  );

it("law: the next change is the nearest one on that side, and never the version itself", () => {
  fc.assert(
    fc.property(steps, fc.nat(9), fc.constantFrom(-1 as const, 1 as const), (list, from, by) => {
      const isThere = from >= 1 && from <= list.length;
      const changes = list.flatMap(({ version, isChanged, before }) =>
        isChanged || before === null ? [version.number] : [],
      );
      const beside = changes.filter((number) => (by === 1 ? number > from : number < from));
      const nearest = (by === 1 ? beside[0] : beside.at(-1)) ?? null;
      expect(changeBeside(list, from, by)).toBe(isThere ? nearest : null);
    }),
    { numRuns: runs(1000) },
  );
});

it("law: bars are in the order of the numbers, from 0 to 1, and absent where the query can't run", () => {
  fc.assert(
    fc.property(steps, (list) => {
      const bars = barsOf(list);
      for (const [i, { count }] of list.entries()) {
        if (count === null) expect(bars[i]).toBeNull();
        else expect(bars[i]! >= 0 && bars[i]! <= 1).toBe(true);
        for (const [j, { count: other }] of list.entries())
          if (count !== null && other !== null) expect(bars[i]! - bars[j]! > 0).toBe(count > other);
      }
    }),
    { numRuns: runs(500) },
  );
});
