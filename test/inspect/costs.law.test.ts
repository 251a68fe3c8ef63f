import { type Cost, type Inspection, inspect } from "@semantic-xpath/inspect";
import { parseSchema } from "@semantic-xpath/planner";
import { compile, readXml, type Scorer } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hashScore } from "../reference/arbitraryCase.js";
import { runs } from "../support/runs.js";

/** Explanations when they are tried, for groups, records and moments: an operand that cost weight counts 1 for its node, and a change is run. */

const scorer: Scorer = {
  id: "hash",
  cost: "cheap",
  score: async (texts, condition) => Float32Array.from(texts, (text) => hashScore(text, condition, 3)),
};

const { schema } = parseSchema(
  JSON.stringify({
    version: 1,
    roots: ["r"],
    types: {
      r: { children: { a: {} } },
      a: {
        children: { b: {} },
        text: true,
        validity: { from: "from", to: "to", status: "status" },
        attributes: {
          id: {},
          who: {},
          k: { type: "number" },
          from: { type: "date" },
          to: { type: "date" },
          status: {},
        },
      },
      b: { text: true, attributes: { id: {} } },
    },
  }),
);

const day = fc.integer({ min: 1, max: 9 }).map((n) => `2024-01-0${n}`);
const item = fc
  .record({
    who: fc.constantFrom("x", "y"),
    k: fc.integer({ min: 0, max: 3 }),
    dates: fc.record({ from: day, to: day }, { requiredKeys: [] }),
    below: fc.array(fc.nat(30), { maxLength: 3 }),
  })
  .map(({ who, k, dates, below }) => {
    const ends = Object.entries(dates).map(([name, date]) => ` ${name}="${date}"`);
    const inside = below.map((text) => `<b id="#">u${text}</b>`);
    return `<a id="#" who="${who}" k="${k}"${ends.join("")}>t${k}${inside.join("")}</a>`;
  });

const graded = fc.constantFrom(
  "",
  '[node =~ "p"]',
  '[avg(/b[node =~ "q"])]',
  '[max(node =~ "p", avg(/b[node =~ "q"]))]',
  '[node =~ "p"][product(@k > 0, node =~ "s")]',
  '[min(node =~ "p", max(/b[node =~ "s"]))][@k < 3]',
);
const ofGroups = fc.constantFrom(
  "",
  '[avg(/a[node =~ "v"])]',
  "[count(/a) > 1]",
  '[min(max(//b[node =~ "w"]), avg(/a[node =~ "v"]))]',
);
const query = fc.oneof(
  fc
    .tuple(
      graded,
      fc.constantFrom("[group by @who]", "[group by @who, @k]"),
      ofGroups,
      fc.constantFrom("", "/a", '/a[node =~ "z"]', '//b[node =~ "z"]', "/{ @who, n: count(/a) }"),
    )
    .map(([before, group, after, end]) => `(//a${before})${group}${after}${end}`),
  fc
    .tuple(graded, fc.constantFrom("", '/b[node =~ "z"]'), fc.constantFrom("", '/{ n: count(/*), fit: node =~ "f" }'))
    .map(([before, step, record]) => `//a${before}${step}${record}`),
);
const example = fc.record({
  xml: fc.array(item, { minLength: 1, maxLength: 5 }).map((items) => {
    let id = 0;
    return `<r>${items.join("")}</r>`.replaceAll("#", () => `n${++id}`);
  }),
  text: fc.tuple(fc.constantFrom("", 'as of "2024-01-05" '), query).map(([moment, rest]) => moment + rest),
});

const inspected = (text: string, xml: string, validAt: string | undefined): Promise<Inspection> =>
  inspect(compile(text, { schema: schema! }).query!, readXml(xml), { scorer, ...(validAt && { validAt }) });

/** A query with an operand at 1 for one node or group. */
function raisedAt({ tree }: Inspection, text: string, { span, path }: Cost): string {
  const operand = text.slice(span.start, span.end);
  const node = Array.from({ length: tree.size }, (_, i) => tree.node(i + 1)).find((one) => one.path === path);
  const raised = node === undefined ? "true()" : `max(${operand}, @id = "${node.attribute("id")}")`;
  return text.slice(0, span.start) + raised + text.slice(span.end);
}

it("law: with an operand at 1, the weight is higher by what was said", async () => {
  let raised = 0;
  await fc.assert(
    fc.asyncProperty(example, async ({ xml, text }) => {
      const inspection = await inspected(text, xml, undefined);
      for (let node = 1; node < inspection.tree.size; node++) {
        const why = inspection.why(node);
        for (const cost of why?.costs ?? []) {
          const other = raisedAt(inspection, text, cost);
          const { weight } = (await inspected(other, xml, undefined)).why(node)!;
          expect(Math.abs(weight - (why!.weight + cost.lost)), `${text} → ${other} on ${xml}`).toBeLessThan(1e-9);
          raised++;
        }
      }
    }),
    { numRuns: runs(2_000, 50) },
  );
  expect(raised).toBeGreaterThan(20);
});

it("law: what admits a node admits it", async () => {
  let admitted = 0;
  await fc.assert(
    fc.asyncProperty(example, async ({ xml, text }) => {
      const inspection = await inspected(text, xml, undefined);
      for (let node = 1; node < inspection.tree.size; node++) {
        if (inspection.why(node) !== null) continue;
        const change = (await inspection.change(node))!;
        const changed = await inspected(change.text, xml, change.options.validAt);
        expect(changed.why(node), `${text} → ${change.text} on ${xml}`).not.toBeNull();
        admitted++;
      }
    }),
    { numRuns: runs(150, 10) },
  );
  expect(admitted).toBeGreaterThan(5);
});
