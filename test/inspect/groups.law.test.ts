import { inspect } from "@semantic-xpath/inspect";
import { compile, readXml, type Scorer } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hashScore } from "../reference/arbitraryCase.js";
import { runs } from "../support/runs.js";

/** Reasons of groups, their members and what is read from them: exact, and with a change for each node that is left out. */

const scorer: Scorer = {
  id: "hash",
  cost: "cheap",
  score: async (texts, condition) => Float32Array.from(texts, (text) => hashScore(text, condition, 3)),
};
const item = fc.record(
  {
    who: fc.constantFrom("x", "y", "z"),
    k: fc.constantFrom("1", "2"),
    n: fc.integer({ min: 0, max: 4 }),
    text: fc.integer({ min: 0, max: 40 }),
    below: fc.integer({ min: 0, max: 9 }),
  },
  { requiredKeys: ["who", "k", "text", "below"] },
);
const xmlOf = (items: readonly { who: string; k: string; n?: number; text: number; below: number }[]): string => {
  const written = items.map(
    ({ who, k, n, text, below }) =>
      `<a who="${who}" k="${k}"${n === undefined ? "" : ` n="${n}"`}>t${text}<b>u${below}</b></a>`,
  );
  return `<r><d>${written.slice(0, 3).join("")}</d><d>${written.slice(3).join("")}</d></r>`;
};

const example = fc.record({
  xml: fc.array(item, { minLength: 1, maxLength: 7 }).map(xmlOf),
  before: fc.constantFrom("", '[node =~ "p"]', '[node =~ "p"][@n > 1]', '[avg(/b[node =~ "q"])]'),
  start: fc.constantFrom(
    (before: string) => `(//a${before})`,
    (before: string) => `//d/a${before}`,
    (before: string) => `(//d[node =~ "d"]/a${before})`,
  ),
  group: fc.constantFrom("[group by @who]", "[group by @who, @k]", "[group by @who][group by count(/a) as c]"),
  after: fc.constantFrom("", '[avg(//b[node =~ "s"])]', "[count(/*) > 1]", "[1:2]", '[max(//b[node =~ "v"])][1:2]'),
  end: fc.constantFrom("", "/*", '//b[node =~ "z"]', "/{ n: count(/*) }"),
  limit: fc.constantFrom(2, 100),
});

it("of a query with groups each node has a reason that multiplies to its weight, or a change that admits it", async () => {
  await fc.assert(
    fc.asyncProperty(example, async ({ xml, before, start, group, after, end, limit }) => {
      const text = `${start(before)}${group}${after}${end}`;
      const tree = readXml(xml);
      const inspection = await inspect(compile(text).query!, tree, { scorer, limit });
      for (let node = 1; node < tree.size; node++) {
        const why = inspection.why(node);
        expect(inspection.whyNot(node) === null, text).toBe(why !== null);
        if (why === null) {
          const change = (await inspection.change(node))!;
          const { limit: most = limit, minScore = 0 } = change.options;
          const changed = await inspect(compile(change.text).query!, tree, { scorer, limit: most, minScore });
          expect(changed.why(node), `${text} → ${change.text}`).not.toBeNull();
          continue;
        }
        const product = why.factors.reduce(
          (all, { scores }) => all * scores.reduce((own, { algebra }) => own * algebra.value!, 1),
          1,
        );
        expect(product, text).toBeCloseTo(why.weight, 9);
        if (why.group !== undefined)
          expect(Math.max(...why.group.members.map(({ weight }) => weight)), text).toBeCloseTo(why.group.weight, 9);
        for (const { lost } of why.costs) expect(lost, text).toBeGreaterThan(-1e-12);
      }
    }),
    { numRuns: runs(300, 30) },
  );
});
