import { handOver } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";

const entries = fc.array(fc.array(fc.nat(40), { minLength: 1, maxLength: 3 }), { maxLength: 12 });
const costOf = (form: number): number => form;

it("a budget is filled from the top, each entry in the first form that fits", () => {
  fc.assert(
    fc.property(entries, fc.nat(120), fc.nat(3), (all, tokens, least) => {
      const filled = handOver(all, { tokens, formsOf: (forms) => forms, costOf, least });
      const { items } = filled;
      expect(items.map(({ entry }) => entry)).toEqual(all.slice(0, items.length));
      expect(filled.tokens).toBe(items.reduce((sum, { form }) => sum + form, 0));
      expect(items.length).toBeGreaterThanOrEqual(Math.min(least, all.length));
      let used = 0;
      for (const { entry, form } of items) {
        expect(form).toBe(entry.find((each) => used + each <= tokens) ?? entry.at(-1));
        used += form;
      }
      const next = all[items.length];
      if (next !== undefined) expect(next.every((form) => used + form > tokens)).toBe(true);
    }),
    { numRuns: runs(500) },
  );
});

it("entries after the end of the budget are not made", () => {
  let made = 0;
  function* endless() {
    for (;;) yield ++made;
  }
  handOver(endless(), { tokens: 5, formsOf: (entry) => [entry], costOf: () => 1 });
  expect(made).toBe(6);
});
