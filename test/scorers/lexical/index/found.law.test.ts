import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMBINE_FUNCTIONS } from "@semantic-xpath/parser";
import { openData } from "@semantic-xpath/readers/node";
import { compile } from "@semantic-xpath/runtime";
import { type DerivedStore, lexicalScorer } from "@semantic-xpath/scorers";
import { nodeData, nodeText, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../support/runs.js";

const UNBOUNDED = { maxScorerPairs: Infinity, maxScorerCalls: Infinity };
const WORDS =
  "sea food seafood book books bookstore museum musuem art modern not never without dinner restaurant salmon fish vegan false morning".split(
    " ",
  );
const textOf = (seed: number): string =>
  Array.from({ length: 1 + (seed % 7) }, (_, i) => WORDS[(seed * 31 + i * i * 17 + i * seed) % WORDS.length]).join(" ");
const placeOf = (i: number) => ({
  type: i % 5 === 0 ? "Note" : "POI",
  attributes: { name: textOf(i + 3), price: `${1 + (i % 90)} USD`, opens: `${6 + (i % 12)}:30` },
  text: textOf(i),
});
const placesTree = (count: number, from = 0) =>
  treeOf({ type: "Plan", children: Array.from({ length: count }, (_, i) => placeOf(from + i)) });
const condition = fc
  .tuple(
    fc.constantFrom("", "not ", "where is the "),
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
    fc.constantFrom("", " under 20 dollars", " before 9 am", " without fish", "?"),
  )
  .map(([before, words, after]) => `${before}${words.join(" ")}${after}`);

describe("texts that the scorer finds", () => {
  it("law: are all but those of one score, with the scores that they have by their numbers, bit for bit", async () => {
    const tree = placesTree(400);
    const list = { texts: Array.from({ length: tree.size }, (_, i) => nodeText(tree, i + 1)) };
    const numbers = Int32Array.from(list.texts.keys());
    const scorer = lexicalScorer().forTree(tree);
    await fc.assert(
      fc.asyncProperty(condition, async (asked) => {
        const hits = (await scorer.findListed(list, asked, {}))!;
        const column = new Float32Array(list.texts.length).fill(hits.others);
        hits.numbers.forEach((number, i) => {
          column[number] = hits.scores[i]!;
        });
        expect(hits.numbers).toEqual(hits.numbers.toSorted());
        expect(column).toEqual(await scorer.scoreListed(list, numbers, asked, {}));
      }),
      { numRuns: runs(100, 30) },
    );
  });

  it("law: the best are the best of all, with all that tie with the last of them, of any texts that are wanted", async () => {
    const tree = placesTree(5000);
    const list = { texts: Array.from({ length: tree.size }, (_, i) => nodeText(tree, i + 1)) };
    const calibrated = lexicalScorer({ calibration: { slope: 0.01, shift: 0 } });
    const count = fc.constantFrom(1, 2, 10, 3000);
    await fc.assert(
      fc.asyncProperty(
        condition,
        count,
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        async (asked, count, step, isFlat) => {
          const scorer = (isFlat ? calibrated : lexicalScorer()).forTree(tree);
          const among = (number: number) => number % step === 0;
          const weigh = (number: number, score: number) => (among(number) ? score : 0);
          const best = (await scorer.findListed(list, asked, { best: { count, weigh } }))!;
          const again = (await scorer.findListed(list, asked, { best: { count, weigh } }))!;
          const all = (await scorer.findListed(list, asked, {}))!;
          const known = (await scorer.findListed(list, asked, { best: { count, weigh: (...of) => weigh(...of) } }))!;
          const wanted = (found: typeof all) =>
            Array.from(found.numbers, (number, i) => [number, found.scores[i]!] as const).filter(([number]) =>
              among(number),
            );
          const least = wanted(all).toSorted(([, a], [, b]) => b - a)[count - 1]?.[1] ?? 0;
          const expected = wanted(all).filter(([, score]) => score >= least);
          for (const found of [best, again, known])
            expect(wanted(found).filter(([, score]) => found.others === 1 || score >= least)).toEqual(
              all.others === 1 ? wanted(all) : expected,
            );
          expect([again.scored, again.postings! <= best.postings!]).toEqual([best.scored, true]);
          expect(best.scored!).toBeLessThanOrEqual(all.scored!);
        },
      ),
      { numRuns: runs(200, 30) },
    );
  });

  it("are scored and read in fewer numbers where words that are not enough are left out", async () => {
    const children = Array.from({ length: 6000 }, (_, i) => ({
      type: "Note",
      text: `${i % 200 === 0 ? "zither " : ""}${i % 2 === 0 ? "drum " : ""}lesson${i}x`,
    }));
    const tree = treeOf({ type: "Plan", children });
    const list = { texts: Array.from({ length: tree.size - 1 }, (_, i) => nodeText(tree, i + 2)) };
    const weigh = (_: number, score: number) => score;
    const found = async (count: number) =>
      (await lexicalScorer()
        .forTree(tree)
        .findListed({ ...list }, "zither drum", { best: { count, weigh } }))!;
    const [ten, all] = [await found(10), await found(10_000)];
    expect(all.scored).toBe(3000);
    expect(ten.scored).toBeLessThan(1200);
    expect(ten.postings).toBeLessThanOrEqual(all.postings!);
    expect(ten.numbers.length).toBe(30);
  });

  it("are said with the postings that were read for them, which are those of the words of the condition, once", async () => {
    const tree = treeOf({
      type: "Plan",
      children: Array.from({ length: 600 }, (_, i) => ({
        type: "Note",
        text: `${i % 60 === 0 ? "zither" : "drum"} lesson${i}x`,
      })),
    });
    const { query } = compile("//Note[node =~ $c]");
    const scorer = lexicalScorer();
    const readFor = async (c: string) =>
      (await query!.run(tree, { scorer, params: { c }, limit: 3 })).stats.postingsRead;
    expect(await readFor("zither")).toBe(10);
    expect(await readFor("zither")).toBe(0);
    expect(await readFor("zither drum")).toBe(600);
    expect(await readFor("oboe")).toBe(0);
  });

  it("law: make a query's results what they are where every node is looked at", async () => {
    const children = Array.from({ length: 300 }, (_, day) => ({
      type: "Day",
      attributes: { name: textOf(day) },
      children: Array.from({ length: 4 }, (_, i) => placeOf(day * 4 + i)),
    }));
    const trees = [placesTree(700), treeOf({ type: "Plan", children })];
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(condition, condition),
        weighing,
        fc.constantFrom(...PATHS),
        fc.constantFrom(1, 10, 1000, undefined),
        fc.integer({ min: 0, max: 1 }),
        async ([c, d], score, path, limit, of) => {
          const text = path.replace("SCORE", score);
          const tree = trees[of]!;
          const { query } = compile(text);
          const params = { ...(text.includes("$c") ? { c } : {}), ...(text.includes("$d") ? { d } : {}) };
          const options = { params, ...(limit === undefined ? {} : { limit }) };
          const found = await query!.run(tree, options);
          const watched = await query!.run(tree, { ...options, trace: "full" });
          const each = {
            ...lexicalScorer(),
            forTree: (of: typeof tree) => withoutFinding(lexicalScorer().forTree(of)),
          };
          const looked = await query!.run(tree, {
            ...options,
            scorer: { ...withoutFinding(lexicalScorer()), ...each },
          });
          const told = ({ matches }: typeof found) => matches.map(({ id, weight }) => [id, weight]);
          expect(told(found)).toEqual(told(watched));
          expect(told(found)).toEqual(told(looked));
        },
      ),
      { numRuns: runs(400, 40) },
    );
  });

  it("are scored in fewer numbers where another condition of a query, or a part of this one, leaves only some", async () => {
    const children = Array.from({ length: 6000 }, (_, i) => ({
      type: "Note",
      attributes: { kind: i % 10 === 0 ? "rare" : "usual" },
      text: `${i % 40 === 0 ? "zither " : ""}${i % 2 === 0 ? "drum " : ""}lesson${i}x ${"la ".repeat(i % 50)}`,
    }));
    const tree = treeOf({ type: "Plan", children });
    const pairsOf = async (bracketed: string, limit: number) =>
      (await compile(`//Note${bracketed}`).query!.run(tree, { limit, budget: UNBOUNDED })).stats.scorerPairs;
    expect(await pairsOf('[@kind = "rare"][node =~ "zither drum"]', 10)).toBeLessThan(1200);
    expect(await pairsOf('[node =~ "zither" and node =~ "drum"]', 10)).toBe(150 + 3000);
    expect(await pairsOf('[node =~ "zither"][node =~ "drum"]', 10)).toBe(150 + 150);
    expect(await pairsOf('[not(node =~ "zither")]', 10)).toBe(150);
    expect(await pairsOf('[node =~ "zither" and @kind = "rare"]', 10)).toBe(150);
  });
});

const PATHS = [
  "//POI[SCORE]",
  "//*[SCORE]",
  '//POI[@price != "3 USD"][SCORE]',
  "//POI[node =~ $d][SCORE]",
  "//POI[SCORE][node =~ $d]",
  "//*[node =~ $d]/POI[SCORE]",
  "//Day[max(/POI[SCORE]) and node =~ $d]",
  "//Day[avg(/POI[node =~ $c])][SCORE]",
  "//Plan//POI[SCORE]",
];

/** A condition on weights, of relevances and others. */
const weighing = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom(
      ...["node =~ $c", "node =~ $d", 'node =~ "museum"', 'node =~ "under 3 dollars"', 'node =~ "not fish"'],
      ...['@price != "3 USD"', "@name =~ $c"],
    ),
    tie("any").map((one) => `not(${one})`),
    ...["and", "and", "or"].map((word) => fc.tuple(tie("any"), tie("any")).map(([a, b]) => `(${a} ${word} ${b})`)),
    ...COMBINE_FUNCTIONS.map((name) => fc.tuple(tie("any"), tie("any")).map(([a, b]) => `${name}(${a}, ${b})`)),
  ),
})).any;

const withoutFinding = (scorer: ReturnType<typeof lexicalScorer>) => ({
  id: scorer.id,
  cost: scorer.cost,
  score: scorer.score.bind(scorer),
  scoreListed: scorer.scoreListed.bind(scorer),
});

/** A store in a map whose bytes a test may change. */
class MapStore implements DerivedStore {
  readonly entries = new Map<string, Uint8Array>();
  answers = 0;

  get(kind: string, sources: readonly string[]): readonly (Uint8Array | null)[] {
    return sources.map((source) => {
      const bytes = this.entries.get(`${kind} ${source}`) ?? null;
      if (bytes !== null) this.answers++;
      return bytes;
    });
  }

  put(kind: string, entries: Parameters<DerivedStore["put"]>[1]): void {
    for (const { source, bytes } of entries) this.entries.set(`${kind} ${source}`, bytes.slice());
  }

  evict(): void {
    this.entries.clear();
  }
}

describe("an index that is kept", { tags: "slow" }, () => {
  const CONDITIONS = [
    "sea food",
    "museum under 20 dollars",
    "not fish",
    "where is the bookstore?",
    "musuem before 9 am",
  ];
  const scoresIn = async (store: DerivedStore | null, count = 5000): Promise<Float32Array[]> => {
    const tree = placesTree(count);
    const list = { texts: Array.from({ length: tree.size }, (_, i) => nodeText(tree, i + 1)) };
    const numbers = Int32Array.from(list.texts.keys());
    const scorer = lexicalScorer()
      .keptIn(async () => store)
      .forTree(tree);
    return Promise.all(CONDITIONS.map((asked) => scorer.scoreListed(list, numbers, asked, {})));
  };

  it("gives the scores of one that is built, and is not built again", async () => {
    const store = new MapStore();
    const built = await scoresIn(null);
    expect(await scoresIn(store)).toEqual(built);
    expect(store.entries.size).toBe(2);
    expect(store.answers).toBe(0);
    expect(await scoresIn(store)).toEqual(built);
    expect(store.answers).toBe(2);
    expect(store.entries.size).toBe(2);
  });

  it("is another one for other texts, and none for few", async () => {
    const store = new MapStore();
    await scoresIn(store, 100);
    expect(store.entries.size).toBe(0);
    await scoresIn(store, 5000);
    expect(await scoresIn(store, 5001)).toEqual(await scoresIn(null, 5001));
    expect(store.entries.size).toBe(4);
  });

  it("law: is built again where what was kept has another form", async () => {
    const built = await scoresIn(null);
    const whole = new MapStore();
    await scoresIn(whole);
    const damages: ((bytes: Uint8Array) => Uint8Array)[] = [
      () => new Uint8Array(),
      (bytes) => bytes.slice(0, 3),
      (bytes) => bytes.slice(0, bytes.length >> 1),
      (bytes) => bytes.slice(8),
      (bytes) => bytes.map((byte, i) => (i < 64 ? byte ^ 255 : byte)),
      () => new Uint8Array(4096).fill(7),
      () => new TextEncoder().encode("not what was kept"),
    ];
    for (const damage of damages) {
      const store = new MapStore();
      for (const [key, bytes] of whole.entries) store.entries.set(key, damage(bytes));
      expect(await scoresIn(store)).toEqual(built);
    }
  });

  it("needs no store that works", async () => {
    const broken: DerivedStore = {
      get: (_, sources) => sources.map(() => null),
      put: () => undefined,
      evict: () => undefined,
    };
    expect(await scoresIn(broken)).toEqual(await scoresIn(null));
  });

  it("law: of a file that is opened again neither tree nor texts nor index are made again, and all results stay", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sxp-kept-"));
    const path = join(folder, "places.json");
    writeFileSync(path, JSON.stringify(nodeData(placesTree(6000), 1)));
    const queries = [
      "//POI[node =~ $c]",
      "//*[node =~ $c]",
      "//Note[not(node =~ $c)]",
      "//POI[@name =~ $c]",
      "//Note[node =~ $c]",
    ];
    const resultsIn = async (store: DerivedStore | null, order: readonly string[]) => {
      const kept = store === null ? undefined : async () => store;
      const { tree } = (await openData([path], { kept })).trees[0]!;
      const scorer = kept === undefined ? lexicalScorer() : lexicalScorer().keptIn(kept);
      const found = new Map<string, unknown>();
      for (const text of order)
        for (const c of CONDITIONS) {
          const { ids, weights } = await compile(text).query!.run(tree, {
            scorer,
            params: { c },
            limit: 30,
            budget: UNBOUNDED,
          });
          found.set(`${text} ${c}`, {
            ids: [...ids],
            weights: weights && [...weights],
            first: JSON.stringify(tree.node(ids[0] ?? 1)),
          });
        }
      return found;
    };
    const plain = await resultsIn(null, queries);
    const store = new MapStore();
    expect(await resultsIn(store, queries)).toEqual(plain);
    const [made, answers] = [store.entries.size, store.answers];
    expect(answers).toBe(0);
    expect(await resultsIn(store, queries)).toEqual(plain);
    expect(store.entries.size).toBe(made);
    expect(store.answers).toBe(made);
    expect(await resultsIn(store, queries.toReversed())).toEqual(plain);
    writeFileSync(path, JSON.stringify(nodeData(placesTree(6000, 1), 1)));
    expect(await resultsIn(store, queries)).toEqual(await resultsIn(null, queries));
    rmSync(folder, { recursive: true });
  });
});
