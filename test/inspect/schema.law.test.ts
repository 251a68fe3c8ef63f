import { inspect } from "@semantic-xpath/inspect";
import type { Schema } from "@semantic-xpath/planner";
import { compile, inferSchema, readTree, type Scorer } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryQuery, arbitraryTree, hashScore } from "../reference/arbitraryCase.js";
import { bracketQuery, RUNS } from "../runtime/trace/tracedCase.js";

const scorer: Scorer = {
  id: "hash",
  cost: "cheap",
  score: async (texts, condition) => Float32Array.from(texts, (text) => hashScore(text, condition, 1)),
};

const errors = (text: string, schema: Schema): number =>
  compile(text, { schema }).diagnostics.filter(({ severity }) => severity === "error").length;

it("with a schema as well, every node has one answer and a change that compiles as well as the query did", () =>
  fc.assert(
    fc.asyncProperty(
      arbitraryTree,
      fc.oneof(arbitraryQuery, bracketQuery),
      fc.boolean(),
      async (plain, text, withFields) => {
        const tree = readTree(plain);
        const schema = inferSchema(tree, { fields: withFields });
        const { query } = compile(text, { schema });
        if (query === undefined) return;
        const given: Record<string, string | number> = { n: 2, v: "sun", c: "rain" };
        const params = Object.fromEntries(query.plan.parameters.map(({ name }) => [name, given[name]!]));
        const inspection = await inspect(query, tree, { scorer, params });
        for (let node = 1; node <= inspection.tree.size; node++)
          expect([inspection.why(node), inspection.whyNot(node)].filter((answer) => answer !== null)).toHaveLength(1);
        const node = 1 + (text.length % inspection.tree.size);
        const change = await inspection.change(node);
        if (change === null) return;
        expect(errors(change.text, schema), text).toBeLessThanOrEqual(errors(text, schema));
        const changed = compile(change.text, { schema }).query!;
        const { matches } = await changed.run(tree, { scorer, params: change.params, ...change.options });
        expect(
          matches.some((match) => match.node.id === node),
          `${text} ${JSON.stringify(change)}`,
        ).toBe(true);
      },
    ),
    { numRuns: Math.ceil(RUNS / 8) },
  ));
