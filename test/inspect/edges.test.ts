import { compareRuns, inspect, startStepper, viewOf } from "@semantic-xpath/inspect";
import { compile, readTree, type Scorer } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { isLong } from "../support/runs.js";

const one = readTree({ type: "A", attributes: { x: "1" } });
const few = readTree({
  type: "A",
  attributes: {},
  children: [
    { type: "B", attributes: { x: "1" } },
    { type: "B", attributes: {} },
    { type: "C", attributes: { x: "2" }, children: [{ type: "B", attributes: {} }] },
  ],
});
const always = (score: number): Scorer => ({
  id: `always ${score}`,
  cost: "cheap",
  score: async (texts) => new Float32Array(texts.length).fill(score),
});

const QUERIES = [
  "/A",
  "//B",
  "/Z/Y",
  '//B[node =~ "sun"]',
  '//*[node =~ "sun" > 0.5]',
  '//*[node =~ "sun" < 0.5]',
  '/A[avg(/*[max(/B[node =~ "sun"])])]',
  '(/A/B | //C)[node =~ "sun"][1]',
  '//B[node =~ "sun"][@+1]',
  '//C[max(/preceding-sibling::B[1][node =~ "sun"])]/@x',
  "//B/ancestor::*[1]",
];
const OPTIONS = [{}, { limit: 0 }, { limit: 1 }, { minScore: 1 }, { limit: 0, minScore: 1 }];
/** All, or one for each query, so that each is with some. */
const optionsFor = (query: number) => OPTIONS.filter((_, i) => isLong || (i + query) % OPTIONS.length < 1);

describe("at the edges every answer stands", () => {
  for (const [i, text] of QUERIES.entries())
    it(text, async () => {
      for (const tree of [one, few])
        for (const score of [0, 1])
          for (const cut of optionsFor(i)) {
            const options = { scorer: always(score), ...cut };
            const { query } = compile(text);
            const inspection = await inspect(query!, tree, options);
            const of = `${JSON.stringify(cut)} ${score}`;
            for (let node = 1; node <= tree.size; node++) {
              expect((inspection.why(node) === null) !== (inspection.whyNot(node) === null), of).toBe(true);
              const change = await inspection.change(node);
              if (change === null) continue;
              expect(change.text + change.message, of).not.toMatch(/NaN|undefined|Infinity|-0/);
              const { matches } = await compile(change.text).query!.run(tree, { ...options, ...change.options });
              expect(
                matches.some((match) => match.node.id === node),
                `${of} ${change.message}`,
              ).toBe(true);
            }
            const view = viewOf(inspection);
            const overview = await view.overview();
            expect(overview.resultCount, of).toBe(inspection.result.matches.length);
            expect((await view.tree()).size).toBe(tree.size);
            expect(JSON.stringify(await view.document())).not.toContain("NaN");
            expect((await inspection.nearest()) !== null && overview.resultCount > 0, of).toBe(false);
            const stepper = startStepper(query!, tree, options);
            expect((await stepper.continue()).stop?.after.count, of).toBe(overview.resultCount);
            expect(compareRuns(inspection, await stepper.inspect()).changed, of).toEqual([]);
          }
    });
});
