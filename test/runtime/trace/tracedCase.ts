import { AGGREGATE_FUNCTIONS, COMBINE_FUNCTIONS } from "@semantic-xpath/parser";
import type { PassName } from "@semantic-xpath/planner";
import {
  type CompiledQuery,
  compile,
  type Match,
  type RunOptions,
  type RunResult,
  readTree,
  type Scorer,
  type Tree,
} from "@semantic-xpath/runtime";
import fc from "fast-check";
import { arbitraryQuery, arbitraryTree, hashScore } from "../../reference/arbitraryCase.js";
import { runs } from "../../support/runs.js";
import type { Scored } from "./recompute.js";

/** How many random cases each law is tried on. */
export const RUNS = runs(200, 40);

/** A random tree and query, with a scorer that is a pure function of the pair. */
export interface Case {
  readonly tree: Tree;
  readonly text: string;
  readonly query: CompiledQuery;
  readonly scored: Scored;
  readonly options: RunOptions & { readonly scorer: Scorer };
}

/** Queries in which brackets of all kinds meet: relevances that depend on places, before and behind offsets and positions. */
const bracket = fc.constantFrom(
  '[node =~ "sun"]',
  '[x =~ "rain"]',
  "[1]",
  "[-1]",
  "[2:3]",
  "[@x]",
  '[node =~ "sun" >= 0.5]',
  '[not(x =~ "rain" > 0.5)]',
  '[text() =~ "sun"][@+1]',
  '[node =~ "sun"][@-1][node =~ "rain"]',
  '[min(node =~ "sun", position() = 1)]',
  '[max(node =~ "rain", last() < 2)]',
  '[avg(node =~ "sun", B =~ "rain", position() < 3)]',
  '[avg(/B[node =~ "sun"])]',
  '[max(//C[node =~ "sun"][node =~ "rain"])]',
  '[gmean(/*[node =~ "rain"][1:2])]',
  '[avg(/B[node =~ "sun"]/*[node =~ "rain"])]',
  '[avg(/B[node =~ "sun"]/C[node =~ "rain"])]',
  '[min(/B[node =~ "sun"][@+1][x =~ "rain"])]',
  '[max(/following-sibling::*[node =~ "sun"])]',
  '[exists(/B[node =~ "sun" >= 0.5])]',
  '[product(node =~ "sun", exists(/B[node =~ "rain" > 0.2]))]',
  '[count(//C[node =~ "sun" >= 0.5]) < 2]',
  '[1-avg(//*[1-(node =~ "sun")])]',
  ...AGGREGATE_FUNCTIONS.map((name) => `[agg_${name}(/B[node =~ "sun"])]`),
  ...COMBINE_FUNCTIONS.map((name) => `[${name}(node =~ "sun", B =~ "rain")]`),
);
const brackets = fc.array(bracket, { maxLength: 3 }).map((list) => list.join(""));
const step = fc
  .tuple(
    fc.constantFrom("/", "//", "/descendant-or-self::", "/following-sibling::", "/ancestor::", "/preceding::"),
    fc.constantFrom("A", "B", "*", "(B|C)"),
    brackets,
  )
  .map(([axis, test, list]) => `${axis}${test}${list}`);
const path = fc
  .tuple(fc.constantFrom("/", "//"), fc.constantFrom("A", "B", "*"), brackets, fc.array(step, { maxLength: 2 }))
  .map(([slash, test, list, steps]) => `${slash}${test}${list}${steps.join("")}`);
const tail = fc.oneof(fc.constant(""), step, fc.constantFrom("/@x", "/..", "/."));
export const bracketQuery: fc.Arbitrary<string> = fc.oneof(
  path,
  fc.tuple(path, brackets, tail).map(([inner, list, end]) => `(${inner})${list}${end}`),
  fc.tuple(path, path, brackets, tail).map(([a, b, list, end]) => `(${a} | ${b})${list}${end}`),
  fc.tuple(path, path).map(([a, b]) => `${a}/@x | ${b}/@y`),
);

const ARGUMENTS = { n: 2, v: "sun", c: "rain" };

export const arbitraryCase = (
  costs: readonly Scorer["cost"][] = ["cheap", "expensive"],
  queries: fc.Arbitrary<string> = fc.oneof(arbitraryQuery, bracketQuery),
): fc.Arbitrary<Case> =>
  fc
    .record({
      plain: arbitraryTree,
      text: queries,
      seed: fc.integer({ min: 1, max: 1 << 20 }),
      cost: fc.constantFrom(...costs),
      limit: fc.constantFrom(undefined, 1, 2, 4),
      minScore: fc.constantFrom(0, 0, 0.3, 0.7),
      without: fc.constantFrom<readonly PassName[]>([], ["mergeContexts"], ["filtersFirst", "pushPositions"]),
    })
    .map(({ plain, text, seed, cost, limit, minScore, without }) => {
      const scored: Scored = (t, c) => hashScore(t, c, seed);
      const scorer: Scorer = {
        id: "hash",
        cost,
        score: async (texts, condition) => Float32Array.from(texts, (t) => scored(t, condition)),
      };
      const params = Object.fromEntries(Object.entries(ARGUMENTS).filter(([name]) => text.includes(`$${name}`)));
      const tree = readTree(plain);
      const query = compile(text, { without }).query!;
      const options = { scorer, params, minScore, ...(limit && { limit }) };
      const shown = JSON.stringify({ text, without, cost, limit, minScore, seed, root: tree.root });
      return { tree, text, query, scored, options, [fc.toStringMethod]: () => shown };
    });

export const traced = ({ query, tree, options }: Case, trace: true | "full"): Promise<RunResult> =>
  query.run(tree, { ...options, trace });

export const told = (matches: readonly Match[]): string[] => matches.map(({ path, weight }) => `${path} ${weight}`);
