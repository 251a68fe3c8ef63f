import {
  Collection,
  compile,
  lexicalScorer,
  type Match,
  type RunOptions,
  readTree,
  type Scorer,
} from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  arbitraryTree as arbitraryObject,
  arbitraryQuery,
  arbitraryValueQuery,
  hashScore,
} from "../../reference/arbitraryCase.js";
import { runs } from "../../support/runs.js";

const arbitraryTree = arbitraryObject.map((object) => readTree(object));

const scorerOf = (cost: Scorer["cost"]): Scorer => ({
  id: `hash ${cost}`,
  cost,
  score: async (texts, condition) => Float32Array.from(texts, (text) => hashScore(text, condition, 7)),
});

const found = (matches: readonly Match[]): string[] => matches.map(({ path, weight }) => `${path} ${weight}`);
const placed = (matches: readonly Match[]): string[] =>
  matches.map(({ source, path, weight }) => `${source} ${path} ${weight}`);

const text = fc.oneof(arbitraryQuery, arbitraryValueQuery);
const options = fc.record({
  limit: fc.constantFrom(1, 2, 5, Number.POSITIVE_INFINITY),
  minScore: fc.constantFrom(0, 0.3),
});
const GIVEN: Record<string, string | number> = { n: 2, v: "sun", c: "rain" };

/** A query of random text with what it needs; null where it can't run. */
function ready(written: string) {
  const { query, diagnostics } = compile(written);
  if (query === undefined || diagnostics.some(({ severity }) => severity === "error")) return null;
  const params = Object.fromEntries(Object.entries(GIVEN).filter(([name]) => written.includes(`$${name}`)));
  return { query, params };
}

it("a collection of one tree gives what the tree gives, bit for bit", async () => {
  const scorers = [scorerOf("cheap"), scorerOf("expensive"), lexicalScorer()];
  await fc.assert(
    fc.asyncProperty(arbitraryTree, text, options, fc.constantFrom(...scorers), async (tree, written, cut, scorer) => {
      const made = ready(written);
      if (made === null) return;
      const given: RunOptions = { ...cut, scorer, params: made.params, now: "2026-05-01T10:00:00Z" };
      const alone = await made.query.run(tree, given).catch((error: Error) => error);
      const all = await made.query
        .runAll(new Collection([{ name: "one", tree }]), given)
        .catch((error: Error) => error);
      if (alone instanceof Error || all instanceof Error) {
        expect(String(all)).toBe(String(alone));
        return;
      }
      expect(found(all.matches)).toEqual(found(alone.matches));
      expect(all.values?.[0]?.value).toEqual(alone.value);
      expect(withoutTime(all.stats)).toEqual(withoutTime(alone.stats));
    }),
    { numRuns: runs(600, 150) },
  );
});

const withoutTime = ({ milliseconds: _, ...stats }: { readonly milliseconds: number }) => stats;

it("pruning, and the weight that trees share for it, change no result", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryTree, { minLength: 2, maxLength: 4 }),
      arbitraryQuery,
      options,
      async (trees, written, cut) => {
        const made = ready(written);
        if (made === null) return;
        const collection = new Collection(trees.map((tree, i) => ({ name: `${i}`, tree })));
        const run = (cost: Scorer["cost"], trace: RunOptions["trace"] = false) =>
          made.query
            .runAll(collection, { ...cut, params: made.params, scorer: scorerOf(cost), trace })
            .then(({ matches }) => placed(matches), String);
        const whole = await run("cheap");
        expect(await run("expensive")).toEqual(whole);
        expect(await run("expensive", true)).toEqual(whole);
      },
    ),
    { numRuns: runs(600, 50) },
  );
});

it("by weight, the result is that of all trees put together: weight first, then the order of the trees, then of the document", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryTree, { minLength: 1, maxLength: 4 }), options, async (trees, cut) => {
      const { query } = compile('//B[@x =~ "sun"]');
      const scorer = scorerOf("expensive");
      const collection = new Collection(trees.map((tree, i) => ({ name: `${i}`, tree })));
      const each = await Promise.all(trees.map((tree) => query!.run(tree, { scorer })));
      const expected = each
        .flatMap(({ matches }, t) => matches.map(({ id, path, weight }) => ({ t, id, path, weight })))
        .filter(({ weight }) => weight >= cut.minScore)
        .sort((a, b) => b.weight - a.weight || a.t - b.t || a.id - b.id)
        .slice(0, cut.limit)
        .map(({ t, path, weight }) => `${t} ${path} ${weight}`);
      const { matches } = await query!.runAll(collection, { ...cut, scorer });
      expect(placed(matches)).toEqual(expected);
    }),
    { numRuns: runs(300, 90) },
  );
});

it("other trees change no score of the lexical scorer, not in the last bit", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryTree, { minLength: 1, maxLength: 5 }), async (trees) => {
      const { query } = compile('//B[@x =~ "sun and rain"]');
      const scorer = lexicalScorer();
      const each = await Promise.all(trees.map((tree) => query!.run(tree, { scorer })));
      const { matches } = await query!.runAll(new Collection(trees.map((tree, i) => ({ name: `${i}`, tree }))), {
        scorer,
      });
      const said = (found: readonly { path: string; weight: number }[]) =>
        found.map(({ path, weight }) => `${path} ${weight}`).sort();
      expect(said(matches)).toEqual(said(each.flatMap((result) => result.matches)));
    }),
    { numRuns: runs(200, 20) },
  );
});
