import {
  type CaseResult,
  type EvalRun,
  evalPage,
  gateOf,
  junitOf,
  markdownOf,
  RESULT_VERSION,
  summarise,
} from "@semantic-xpath/eval";
import { readTree } from "@semantic-xpath/readers";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../support/runs.js";

const METHODS = ["gold", "flat", `a <b>"&'|*`];
const METRICS = ["pass", "recall@500", "excluded"];
const text = fc.oneof(
  fc.constantFrom("a", "</failure>", "]]>", "| x |", "\u001b[31m", "__proto__"),
  fc.string({ maxLength: 8 }),
);
const id = fc.integer({ min: 0, max: 7 }).map((place) => `c${place}`);

const result = fc.record({
  id,
  method: fc.constantFrom(...METHODS),
  outcome: fc.constantFrom<CaseResult["outcome"]>("right", "wrong", "asked", "open", "failed"),
  pass: fc.constantFrom(0, 1, null),
  recall: fc.constantFrom(0, 0.5, 1),
  excluded: fc.nat(2),
  why: text,
});

const run = fc
  .record({
    results: fc.uniqueArray(result, { selector: ({ id, method }) => `${method} ${id}` }),
    must: fc.uniqueArray(id, { maxLength: 2 }),
  })
  .map(
    ({ results, must }): EvalRun => ({
      version: RESULT_VERSION,
      suite: { name: "s", digest: "", cases: 8, must },
      ...{ code: "", seed: 1, tokenizer: "characters/4", budgets: [500], tops: [], times: {} },
      methods: METHODS.map((name) => ({ name, id: name, skipped: {}, built: {} })),
      results: results.map(({ pass, recall, excluded, why, ...of }) => ({
        ...{ kind: "k", domain: "", cluster: of.id, input: "", answer: null, code: null },
        ...of,
        why: of.outcome === "right" || of.outcome === "open" ? null : why,
        metrics: { pass, "recall@500": recall, excluded },
      })),
    }),
  );

const bars = fc.array(
  fc.record({
    method: fc.constantFrom(null, ...METHODS, "none"),
    metric: fc.constantFrom(...METRICS, "constructor"),
    value: fc.constantFrom(0, 0.4, 1),
  }),
  { maxLength: 2 },
);
const options = fc.record({ min: bars, max: bars, maxDrop: bars, baseline: run });

it("exit code, text, page and JUnit's XML say the same of any run and gate", () =>
  fc.assert(
    fc.asyncProperty(run, options, async (made, bounds) => {
      const summary = summarise(made);
      const gate = gateOf(made, summary, bounds);
      const failed = gate.lines.filter(({ isPassed }) => !isPassed);
      expect(gate.isPassed).toBe(failed.length === 0);
      const [markdown, page, xml] = [
        markdownOf(made, summary, gate),
        await evalPage(made, summary, gate),
        junitOf(made, gate),
      ];
      const title = /^## (.*)$/m.exec(markdown)![1]!;
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(title.startsWith("s: failed")).toBe(!gate.isPassed);
      expect(markdown.match(/^- \*\*failed\*\*: /gm) ?? []).toHaveLength(failed.length);
      expect(page.match(/<li class="failed">/g) ?? []).toHaveLength(failed.length);
      expect(xml.match(/<failure /g) ?? []).toHaveLength(failed.length);
      const counted = [...xml.matchAll(/<testsuite [^>]* failures="(\d+)"/g)].map(([, count]) => Number(count));
      expect(counted.reduce((sum, each) => sum + each, 0)).toBe(failed.length);
      // No text of a case ends what it is in.
      expect(markdown.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
      expect(readTree(xml).node(1).type).toBe("testsuites");
    }),
    { numRuns: runs(300) },
  ));
