import { Collection, compile, type RunOptions, readTree, type Scorer } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryQuery, arbitraryTree, hashScore } from "../../reference/arbitraryCase.js";
import { runs } from "../../support/runs.js";
import { bracketQuery } from "../trace/tracedCase.js";

/** Scores that people write, most of which no float32 is equal to. */
const scorerOf = (cost: Scorer["cost"], steps: number): Scorer => ({
  id: `hash ${cost} ${steps}`,
  cost,
  score: async (texts, condition) =>
    Float32Array.from(texts, (text) => Math.ceil(hashScore(text, condition, 3) * steps) / steps),
});

interface Written {
  readonly source?: string;
  readonly path: string;
  readonly weight: number;
}

const written = (matches: readonly { toJSON(): object }[]): readonly Written[] =>
  matches.map((match) => match.toJSON() as Written);

it("a minimum score that is a written weight keeps what is written with at least that weight, in every kind of run", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryTree, { minLength: 2, maxLength: 2 }),
      fc.oneof(arbitraryQuery, bracketQuery),
      fc.constantFrom<Scorer["cost"]>("cheap", "expensive"),
      fc.constantFrom(10, 100, 7),
      fc.constantFrom<RunOptions["trace"]>(undefined, true, "full"),
      fc.constantFrom(1, 3, Number.POSITIVE_INFINITY),
      async (plains, text, cost, steps, trace, limit) => {
        const { query } = compile(text);
        const params = Object.fromEntries(
          Object.entries({ n: 2, v: "sun", c: "rain" }).filter(([name]) => text.includes(`$${name}`)),
        );
        const given: RunOptions = { scorer: scorerOf(cost, steps), params };
        const [tree, other] = plains.map((plain) => readTree(plain));
        const collection = new Collection([
          { name: "one", tree: tree! },
          { name: "other", tree: other! },
        ]);
        const kinds = [
          (options: RunOptions) => query!.run(tree!, options),
          (options: RunOptions) => query!.runAll(collection, options),
        ];
        for (const run of kinds) {
          const all = written((await run(given)).matches);
          for (const minScore of new Set(all.map(({ weight }) => weight).slice(0, 6))) {
            if (minScore > 1) continue;
            const cut = await run({ ...given, minScore, limit, ...(trace && { trace }) });
            const expected = all.filter(({ weight }) => weight >= minScore).slice(0, limit);
            expect(written(cut.matches), `${text} ${minScore}`).toEqual(expected);
          }
        }
      },
    ),
    { numRuns: runs(600, 12) },
  ));
