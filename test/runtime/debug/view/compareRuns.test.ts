import { type Comparison, compareRuns, Inspection, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kendallTau } from "../../../../packages/runtime/src/debug/compare/kendall.js";
import { observePlan } from "../../../../packages/runtime/src/runPlan.js";
import { arbitraryCase, RUNS } from "../../trace/tracedCase.js";
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

  it("on other data: nodes are matched by their paths, and one that is not there is told so", async () => {
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
      const mirror = { kept: "kept", moved: "moved", added: "lost", lost: "added" } as const;
      const sorted = (rows: Comparison["rows"]) => [...rows].sort((x, y) => (x.path < y.path ? -1 : 1));
      expect(sorted(back.rows)).toEqual(
        sorted(there.rows).map(({ path, kind, rankBefore, rankAfter, weightBefore, weightAfter, whyNot }) => ({
          path,
          kind: mirror[kind],
          rankBefore: rankAfter,
          rankAfter: rankBefore,
          weightBefore: weightAfter,
          weightAfter: weightBefore,
          whyNot,
        })),
      );
      for (const { kind, whyNot } of there.rows) expect(whyNot !== null).toBe(kind === "added" || kind === "lost");
    }),
    { numRuns: RUNS },
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
