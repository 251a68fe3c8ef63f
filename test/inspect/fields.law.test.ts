import { inspect } from "@semantic-xpath/inspect";
import { compile, compileUpdate, readXml, type Scorer } from "@semantic-xpath/runtime";
import { applyEdits } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashScore } from "../reference/arbitraryCase.js";
import { runs } from "../support/runs.js";

/** What the fields of records are computed from: without a contributor, a field is what was said. */

const scorer: Scorer = {
  id: "hash",
  cost: "cheap",
  score: async (texts, condition) => Float32Array.from(texts, (text) => hashScore(text, condition, 3)),
};

const item = fc.record(
  {
    k: fc.constantFrom("1", "2"),
    n: fc.integer({ min: 0, max: 9 }),
    text: fc.nat(9),
    m: fc.array(fc.nat(5), { maxLength: 2 }),
  },
  { requiredKeys: ["k", "text", "m"] },
);
const xmlOf = (days: readonly (readonly { k: string; n?: number; text: number; m: readonly number[] }[])[]): string =>
  `<r>${days
    .map((items, d) => {
      const inside = items.map(
        ({ k, n, text, m }) =>
          `<a k="${k}"${n === undefined ? "" : ` n="${n}"`}>t${text}${m.map((each) => `<b p="${each}">u${each}</b>`).join("")}</a>`,
      );
      return `<d id="d${d}" w="${d * 3}">${inside.join("")}</d>`;
    })
    .join("")}</r>`;

const FIELDS = [
  "count(/a)",
  "sum(/a/@n)",
  "sum(/a/@n) div count(/a)",
  "max(/a/@n)",
  "avg(/a/b/@p)",
  "sum(/a/b/(@p * 2 + 1))",
  "/a/@n",
  "count(/a[@n > 4])",
  "exists(/a/b)",
  "string-join(/a/@k, '-')",
  "distinct-values(/a/@k)",
  'max(/a[node =~ "x"])',
  'avg(/a[node =~ "y"]) > 0.4',
  "/a/{ @n, parts: count(/b) }",
  "some $x in /a satisfies $x/@n > 4",
  "@w * 2 + count(//b)",
  "(/a/b)[@p > 2]/@p",
  "sum((/a | /a/b)/@n) + 1",
] as const;

const example = fc.record({
  days: fc.array(fc.array(item, { maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  fields: fc.uniqueArray(fc.constantFrom(...FIELDS), { minLength: 1, maxLength: 3 }),
});

const near = (value: unknown): unknown =>
  typeof value === "number" ? Number(value.toPrecision(9)) : Array.isArray(value) ? value.map(near) : value;
const plain = (value: unknown): unknown => near(JSON.parse(JSON.stringify(value ?? null)));

/** The record of a day after a node or attribute was deleted; undefined where the deletion is none. */
async function recordWithout(xml: string, path: string, text: string, id: string): Promise<unknown> {
  const tree = readXml(xml);
  const { edits } = await compileUpdate(`delete node ${path}`).update!.pending(tree);
  const { matches } = await compile(text).query!.run(applyEdits(tree, edits), { scorer });
  return matches.map(({ record }) => record!).find((record) => record.id === id);
}

it("law: without a contributor and what is below it, a field is what was said", async () => {
  await fc.assert(
    fc.asyncProperty(example, fc.nat(), async ({ days, fields }, pick) => {
      const xml = xmlOf(days);
      const text = `//d/{ @id, ${fields.map((field, i) => `f${i}: ${field}`).join(", ")} }`;
      const tree = readXml(xml);
      const inspection = await inspect(compile(text).query!, tree, { scorer });
      const { matches } = inspection.result;
      const match = matches[pick % matches.length]!;
      const why = inspection.why(match.node.path)!;
      for (const [i, field] of why.fields!.slice(1).entries()) {
        expect(plain(field.value), text).toEqual(plain(match.record![`f${i}`]));
        for (const { path, without } of field.contributors) {
          const after = (await recordWithout(xml, path, text, String(match.record!.id))) as Record<string, unknown>;
          expect(plain(without), `${text} of ${xml} without ${path}: ${fields[i]}`).toEqual(plain(after[`f${i}`]));
        }
      }
    }),
    { numRuns: runs(1_500, 60) },
  );
});

describe("fields of groups", () => {
  const xml = `<r><a who="x" n="1"/><a who="y" n="5"/><a who="x" n="3"><b/></a></r>`;
  const text = "(//a)[group by @who]/{ @who, total: sum(/a/@n), size: count(/*), mean: avg(/a/@n) }";

  it("have the members as contributors", async () => {
    const inspection = await inspect(compile(text).query!, readXml(xml));
    const { fields, sentences } = inspection.why("/r/a[3]")!;
    expect(fields!.map(({ name, value, count }) => [name, value, count])).toEqual([
      ["who", "x", 0],
      ["total", 4, 2],
      ["size", 2, 2],
      ["mean", 2, 2],
    ]);
    expect(fields![1]!.contributors).toEqual([
      { path: "/r/a[1]/@n", gave: [1], without: 3 },
      { path: "/r/a[3]/@n", gave: [3], without: 1 },
    ]);
    expect(fields![2]!.contributors[0]).toEqual({ path: "/r/a[1]", gave: [1], without: 1 });
    expect(sentences).toContain(
      "Its total is 4: /r/a[1]/@n gave 1 (3 without it) and /r/a[3]/@n gave 3 (1 without it).",
    );
  });

  it("are told to a hundred contributors, and counted beyond", async () => {
    const many = `<r><d>${"<a n='1'/>".repeat(150)}</d></r>`;
    const inspection = await inspect(compile("//d/{ total: sum(/a/@n) }").query!, readXml(many));
    const [field] = inspection.why("/r/d")!.fields!;
    expect([field!.contributors.length, field!.count, field!.contributors[99]!.without]).toEqual([100, 150, 149]);
  });

  it("are absent of other results", async () => {
    expect((await inspect(compile("//a").query!, readXml(xml))).why("/r/a[1]")!.fields).toBeNull();
  });

  it("without which there is no record, nothing is said of the field without it", async () => {
    const inspection = await inspect(compile("//a/{ n: count(..) }").query!, readXml(xml));
    const [field] = inspection.why("/r/a[1]")!.fields!;
    expect(field!.contributors).toEqual([{ path: "/r", gave: [1], without: undefined }]);
  });
});
