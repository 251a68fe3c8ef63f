import { parse, print } from "@semantic-xpath/parser";
import { compile, treeStatistics } from "@semantic-xpath/runtime";
import { z } from "zod";
import { problemsOf, recheckQuery } from "../results/problems.js";
import { schemaIn, unknownIn } from "./schema.js";
import { placeOf, QUERY, queryText, TASK, VERSION } from "./shared.js";
import { tool } from "./tool.js";

export const explain = tool({
  name: "explain",
  title: "Check a query and show its plan",
  description: "Reports errors of a query, with repairs that compile, and its plan. Runs nothing.",
  does: "read",
  input: z.object({ ...QUERY, ...TASK, ...VERSION }),
  output: z.object({
    task: z.string(),
    query: z.string(),
    runs: z.boolean(),
    plan: z.string().optional(),
    problems: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  }),
  run(session, input) {
    const { task, view } = placeOf(session, input);
    const { schema, tree } = view;
    // With a schema of the data alone the query runs all the same.
    const warnings = () => unknownIn(text, view).map((error) => ({ ...error, severity: "warning" as const }));
    const text = queryText("explain", input);
    const { query, diagnostics } = compile(text, { schema });
    const { ast } = parse(text);
    const plan = query?.explain("text", treeStatistics(tree));
    return {
      task,
      query: query !== undefined && ast.query !== null ? print(ast.query) : text,
      runs: query !== undefined,
      plan,
      problems: problemsOf(
        text,
        [...diagnostics, ...(query === undefined ? [] : warnings())],
        recheckQuery(schemaIn(view)),
      ).map((problem) => ({ ...problem })),
    };
  },
});
