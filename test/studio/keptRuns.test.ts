import { inspect } from "@semantic-xpath/inspect";
import { compile, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { KeptRuns } from "../../packages/studio/src/session/keptRuns.js";
import { runs } from "../support/runs.js";

/** Runs that are kept. */
const MAX_RUNS = 50;

it("law: the runs that were kept or looked at last are kept, and no others, and each change of the list is told", async () => {
  const inspection = await inspect(compile("/a").query!, readXml("<a/>"));
  const step = fc.record({ do: fc.constantFrom("look", "keep", "list", "forget"), id: fc.nat({ max: 70 }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 4 * MAX_RUNS, maxLength: 6 * MAX_RUNS }), (steps) => {
      let told = 0;
      const kept = new KeptRuns(() => told++);
      let last: string[] = [];
      const listed = new Set<string>();
      for (const { do: what, id: number } of steps) {
        const id = `r${number}`;
        expect(kept.has(id)).toBe(last.includes(id));
        if (what === "look" && !last.includes(id)) continue;
        const before = kept.list().map((entry) => entry.id);
        told = 0;
        const rest = last.filter((each) => each !== id);
        last = what === "forget" ? rest : [...rest, id].slice(-MAX_RUNS);
        if (what === "look") kept.get(id);
        else if (what === "forget") kept.forget(id);
        else if (what === "list") kept.keep(id, inspection, { scorer: "s", dataName: null, at: 0 });
        else kept.keepUnlisted(id, inspection, "data");
        if (what === "list") listed.add(id);
        else if (what !== "look") listed.delete(id);
        const after = kept.list().map((entry) => entry.id);
        expect(after).toEqual(last.filter((each) => listed.has(each)));
        if (what === "list" || before.some((each) => !after.includes(each))) expect(told).toBe(1);
      }
      for (let number = 0; number <= 70; number++) expect(kept.has(`r${number}`)).toBe(last.includes(`r${number}`));
    }),
    { numRuns: runs(100, 20) },
  );
});
