import { inspect } from "@semantic-xpath/inspect";
import { compile, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { KeptRuns } from "../../packages/studio/src/session/keptRuns.js";
import { runs } from "../support/runs.js";

/** Runs that are kept. */
const MAX_RUNS = 50;

it("law: the runs that were kept or looked at last are kept, and no others", async () => {
  const inspection = await inspect(compile("/a").query!, readXml("<a/>"));
  const step = fc.record({ isLook: fc.boolean(), id: fc.nat({ max: 70 }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 4 * MAX_RUNS, maxLength: 6 * MAX_RUNS }), (steps) => {
      const kept = new KeptRuns(() => undefined);
      let last: string[] = [];
      for (const { isLook, id: number } of steps) {
        const id = `r${number}`;
        expect(kept.has(id)).toBe(last.includes(id));
        if (isLook && !last.includes(id)) continue;
        if (isLook) kept.get(id);
        else kept.keepUnlisted(id, inspection, "data");
        last = [...last.filter((each) => each !== id), id].slice(-MAX_RUNS);
      }
      for (let number = 0; number <= 70; number++) expect(kept.has(`r${number}`)).toBe(last.includes(`r${number}`));
    }),
    { numRuns: runs(100, 20) },
  );
});
