import {
  type Comparison,
  type ComparisonRow,
  compareRuns,
  Inspection,
  inspect,
  redactedComparison,
} from "@semantic-xpath/inspect";
import type { Schema } from "@semantic-xpath/planner";
import { compile, readTree, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kendallTau } from "../../../packages/inspect/src/compare/kendall.js";
import { observePlan } from "../../../packages/runtime/src/runPlan.js";
import { arbitraryTree } from "../../reference/arbitraryCase.js";
import { arbitraryCase, RUNS } from "../../runtime/trace/tracedCase.js";
import { inspected, numberScorer } from "./support.js";

const DATA = `
<Plan>
  <Stop>sun=0.9 rain=0.1</Stop>
  <Stop>sun=0.5 rain=0.5</Stop>
  <Stop>sun=0.3 rain=0.6</Stop>
  <Stop>sun=0.2</Stop>
</Plan>`;
const told = ({ rows }: Comparison): string[] =>
  rows.map(({ path, kind, rankBefore, rankAfter }) => `${path} ${kind} ${rankBefore ?? "-"} ${rankAfter ?? "-"}`);

describe("two runs", () => {
  it("of the same thing are the same", async () => {
    const run = () => inspected(DATA, '//Stop[node =~ "sun"]');
    const comparison = compareRuns(await run(), await run());
    expect(comparison.changed).toEqual([]);
    expect(told(comparison)).toEqual([1, 2, 3, 4].map((rank) => `/Plan/Stop[${rank}] kept ${rank} ${rank}`));
    expect(comparison.sentences).toEqual(["All 4 kept their place."]);
  });

  it("of another condition: moves, what is gone, and why", async () => {
    const [before, after] = [
      await inspected(DATA, '//Stop[node =~ "sun"]'),
      await inspected(DATA, '//Stop[node =~ "rain"]'),
    ];
    const comparison = compareRuns(before, after);
    expect(comparison.changed).toEqual(["query"]);
    expect(told(comparison)).toEqual([
      "/Plan/Stop[3] moved 3 1",
      "/Plan/Stop[2] kept 2 2",
      "/Plan/Stop[1] moved 1 3",
      "/Plan/Stop[4] lost 4 -",
    ]);
    expect(comparison.rows.at(-1)!.whyNot).toBe(after.whyNot("/Plan/Stop[4]")!.message);
    expect(comparison.sentences).toEqual([
      "Changed: the query.",
      "1 of 3 kept its place, 2 moved, 1 is gone.",
      "/Plan/Stop[3] is first; /Plan/Stop[1] was, and is number 3 now.",
      "/Plan/Stop[3] moved farthest, from 3 to 1.",
      "The ranks of the 3 nodes in both agree with Kendall's tau-b = -1.00.",
    ]);
  });

  it("with another scorer: only the scorer changed", async () => {
    const other = {
      ...numberScorer,
      id: "other",
      score: async (texts: readonly string[]) => Float32Array.from(texts, (_, i) => 1 / (i + 1)),
    };
    const comparison = compareRuns(
      await inspected(DATA, '//Stop[node =~ "rain"]'),
      await inspected(DATA, '//Stop[node =~ "rain"]', { scorer: other }),
    );
    expect(comparison.changed).toEqual(["scorer"]);
    expect(comparison.sentences[1]).toBe("1 of 4 kept its place, 2 moved, 1 is new.");
    expect(comparison.before.scorer).toBe("number");
  });

  it("on other data: nodes are the same ones, and one that is not there is told so", async () => {
    const less = readXml("<Plan><Stop>sun=0.9 rain=0.1</Stop><Stop>sun=0.5 rain=0.5</Stop></Plan>");
    const comparison = compareRuns(
      await inspected(DATA, '//Stop[node =~ "sun"]'),
      await inspected(less, '//Stop[node =~ "sun"]'),
    );
    expect(comparison.changed).toEqual(["data"]);
    expect(told(comparison)).toEqual([
      "/Plan/Stop[1] kept 1 1",
      "/Plan/Stop[2] kept 2 2",
      "/Plan/Stop[3] lost 3 -",
      "/Plan/Stop[4] lost 4 -",
    ]);
    expect(comparison.rows.at(-1)!.whyNot).toBe("that data does not have it");
  });

  it("on data with a sibling less in front: what follows keeps its place among what is left", async () => {
    const less = DATA.replace("<Stop>sun=0.9 rain=0.1</Stop>", "");
    const comparison = compareRuns(await inspected(DATA, "//Stop"), await inspected(less, "//Stop"));
    expect(comparison.rows.map(({ pathBefore, pathAfter, by }) => [pathBefore, pathAfter, by])).toEqual([
      ["/Plan/Stop[2]", "/Plan/Stop[1]", "content"],
      ["/Plan/Stop[3]", "/Plan/Stop[2]", "content"],
      ["/Plan/Stop[4]", "/Plan/Stop[3]", "content"],
      ["/Plan/Stop[1]", null, null],
    ]);
    expect(comparison.data).toEqual({
      before: 5,
      after: 4,
      paired: { identity: 0, content: 4, path: 0 },
      reparented: 0,
      edited: 0,
    });
    expect(comparison.sentences.slice(0, 4)).toEqual([
      "Changed: the data.",
      "In the data 4 of 5 nodes were found again (4 by content); 1 is gone.",
      "None of 3 kept its place, 3 moved, 1 is gone.",
      "/Plan/Stop[1] is first; /Plan/Stop[1] of the earlier data was, and is not in the later one.",
    ]);
  });

  it("on other data, redacted: nothing of what either says", async () => {
    const then = '<Plan><Stop id="Bellevue" kind="open"/><Stop id="Weir" kind="open">gale</Stop></Plan>';
    const now = '<Plan><Stop id="Weir" kind="open">storm</Stop><Stop id="Bellevue" kind="haunted"/></Plan>';
    const run = (data: string) => inspected(data, '//Stop[@kind = "open"]');
    const plain = compareRuns(await run(then), await run(now));
    expect(plain.rows.map(({ by, kind, whyNot }) => [by, kind, whyNot])).toEqual([
      ["identity", "moved", null],
      ["identity", "lost", 'its @kind is "haunted", not "open"'],
    ]);
    const told = JSON.stringify(redactedComparison(plain));
    expect(told).not.toMatch(/Bellevue|Weir|gale|storm|haunted/);
    expect(told).toContain('not \\"open\\"');
  });

  it("with another schema: told so", async () => {
    const schema = (types: Schema["types"]): Schema => ({ version: 1, roots: ["Plan"], types });
    const text = { attributes: {}, children: {}, text: true };
    const [one, other] = [
      schema({ Plan: { attributes: {}, children: { Stop: { min: 0 } }, text: false }, Stop: text }),
      schema({ Plan: { attributes: {}, children: { Stop: { min: 1 } }, text: false }, Stop: text }),
    ];
    const run = (of: Schema) => inspect(compile("//Stop", { schema: of }).query!, readXml(DATA));
    expect(compareRuns(await run(one), await run(other)).changed).toEqual(["schema"]);
    expect(compareRuns(await run(one), await run(one)).changed).toEqual([]);
  });

  it("the embedded scorer is not another one because it learnt from other data", async () => {
    const query = '//Stop[node =~ "sun"]';
    const { lexicalScorer } = await import("@semantic-xpath/runtime");
    const [one, other] = ["<A><Stop>sun and sea</Stop></A>", "<A><Stop>sun</Stop><Stop>sand</Stop></A>"];
    const comparison = compareRuns(
      await inspected(one, query, { scorer: lexicalScorer() }),
      await inspected(other, query, { scorer: lexicalScorer() }),
    );
    expect(comparison.changed).toEqual(["data"]);
  });

  it("with other options and arguments", async () => {
    const query = "//Stop[node =~ $what]";
    const comparison = compareRuns(
      await inspected(DATA, query, { params: { what: "sun" } }),
      await inspected(DATA, query, { params: { what: "rain" }, limit: 1, minScore: 0.1 }),
    );
    expect(comparison.changed).toEqual(["params", "limit", "minScore"]);
    expect(comparison.sentences[0]).toBe("Changed: the arguments, the limit and the minimum score.");
  });

  it("of attributes", async () => {
    const data = '<A><B x="1" y="2"/><B x="1"/></A>';
    const comparison = compareRuns(await inspected(data, "//B/@x"), await inspected(data, "//B/@y"));
    expect(told(comparison)).toEqual(["/A/B[1]/@y added - 1", "/A/B[1]/@x lost 1 -", "/A/B[2]/@x lost 2 -"]);
    expect(comparison.rows.map(({ whyNot }) => whyNot === null)).toEqual([false, false, false]);
  });

  it("that find nothing", async () =>
    expect(compareRuns(await inspected(DATA, "//X"), await inspected(DATA, "//Y")).sentences).toContain(
      "Both results are empty.",
    ));
});

const KINDS = { kept: "kept", moved: "moved", added: "lost", lost: "added" } as const;

/** A row as the comparison the other way round has it. */
const mirrored = (row: ComparisonRow): ComparisonRow => ({
  ...row,
  path: (row.pathBefore ?? row.pathAfter)!,
  pathBefore: row.pathAfter,
  pathAfter: row.pathBefore,
  kind: KINDS[row.kind],
  rankBefore: row.rankAfter,
  rankAfter: row.rankBefore,
  weightBefore: row.weightAfter,
  weightAfter: row.weightBefore,
  ...(row.valuesBefore && row.valuesAfter && { valuesBefore: row.valuesAfter, valuesAfter: row.valuesBefore }),
});

const byPath = (rows: readonly ComparisonRow[]): ComparisonRow[] =>
  [...rows].sort((one, other) => (one.path < other.path ? -1 : 1));

const two = fc.tuple(arbitraryCase(["cheap"]), arbitraryCase(["cheap"]));
const observed = async (
  { query, options }: { query: Parameters<typeof observePlan>[0]; options: Parameters<typeof observePlan>[2] },
  tree: Parameters<typeof observePlan>[1],
) => new Inspection(await observePlan(query, tree, options));

it("rows are the union of both results, and the comparison the other way round mirrors them", () =>
  fc.assert(
    fc.asyncProperty(two, async ([one, other]) => {
      const [a, b] = [await observed(one, one.tree), await observed(other, one.tree)];
      const [there, back] = [compareRuns(a, b), compareRuns(b, a)];
      const union = new Set([...a.result.matches, ...b.result.matches].map(({ path }) => path));
      expect(there.rows.map(({ path }) => path).sort()).toEqual([...union].sort());
      expect([...there.changed]).toEqual([...back.changed]);
      expect(byPath(back.rows)).toEqual(byPath(there.rows.map(mirrored)));
      for (const { kind, whyNot } of there.rows) expect(whyNot !== null).toBe(kind === "added" || kind === "lost");
    }),
    { numRuns: RUNS },
  ));

it("over two trees, rows tell both rankings, and the comparison the other way round mirrors them", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(["cheap"]), arbitraryTree, async (example, plain) => {
      const a = await observed(example, example.tree);
      const b = await observed(example, readTree(plain));
      const [there, back] = [compareRuns(a, b), compareRuns(b, a)];
      const byKey = (rows: readonly ComparisonRow[]) =>
        [...rows].sort((x, y) => (`${x.pathBefore} ${x.pathAfter}` < `${y.pathBefore} ${y.pathAfter}` ? -1 : 1));
      expect(byKey(back.rows)).toEqual(byKey(there.rows.map(mirrored)));
      const { rows } = there;
      const ranked = (rank: "rankBefore" | "rankAfter", path: "pathBefore" | "pathAfter") =>
        rows
          .filter((row) => row[rank] !== null)
          .sort((x, y) => x[rank]! - y[rank]!)
          .map((row) => row[path]);
      expect(ranked("rankBefore", "pathBefore")).toEqual(a.result.matches.map(({ path }) => path));
      expect(ranked("rankAfter", "pathAfter")).toEqual(b.result.matches.map(({ path }) => path));
      for (const row of rows) {
        const isInBoth = row.rankBefore !== null && row.rankAfter !== null;
        expect(row.kind === "kept" || row.kind === "moved").toBe(isInBoth);
        if (isInBoth) expect(row.kind === "kept").toBe(row.rankBefore === row.rankAfter);
        if (row.by === null) expect([row.pathBefore, row.pathAfter]).toContain(null);
        expect(row.path).toBe(row.pathAfter ?? row.pathBefore);
      }
    }),
    { numRuns: Math.ceil(RUNS / 2) },
  ));

it("a run compared with itself kept everything", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async (example) => {
      const run = await observed(example, example.tree);
      const { changed, rows } = compareRuns(run, run);
      expect(changed).toEqual([]);
      expect(rows.every(({ kind, whyNot }) => kind === "kept" && whyNot === null)).toBe(true);
    }),
    { numRuns: RUNS },
  ));

describe("Kendall's tau-b", () => {
  it.each([
    [[1, 2, 3, 4], [1, 2, 3, 4], 1],
    [[1, 2, 3, 4], [4, 3, 2, 1], -1],
    [[1, 2, 3, 4, 5], [3, 4, 1, 2, 5], 0.2],
    [[1, 1, 2], [1, 2, 3], 2 / Math.sqrt(2 * 3)],
    [[1, 1], [1, 2], null],
  ])("%j and %j: %d", (a, b, tau) => {
    if (tau === null) expect(kendallTau(a, b)).toBeNull();
    else expect(kendallTau(a, b)).toBeCloseTo(tau, 12);
  });

  it("is what counting pairs gives", () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ max: 5, min: 0 }), fc.integer({ max: 5, min: 0 })), {
          minLength: 2,
          maxLength: 20,
        }),
        (pairs) => {
          const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
          let [balance, untiedA, untiedB] = [0, 0, 0];
          for (let i = 0; i < a.length; i++) {
            for (let j = 0; j < i; j++) {
              const [x, y] = [Math.sign(a[i]! - a[j]!), Math.sign(b[i]! - b[j]!)];
              balance += x * y;
              untiedA += Math.abs(x);
              untiedB += Math.abs(y);
            }
          }
          const expected = untiedA * untiedB === 0 ? null : balance / Math.sqrt(untiedA * untiedB);
          const tau = kendallTau(a, b);
          if (expected === null) expect(tau).toBeNull();
          else expect(tau).toBeCloseTo(expected, 12);
        },
      ),
    ));
});
