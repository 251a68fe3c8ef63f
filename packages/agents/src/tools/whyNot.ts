import { inspect } from "@semantic-xpath/inspect";
import { z } from "zod";
import { significant } from "../results/numbers.js";
import { runOptions } from "./query.js";
import { compiled, NODE, nodeAt, PARAMS, QUERY, queryText, TASK, VERSION } from "./shared.js";
import { tool } from "./tool.js";

export const whyNot = tool({
  name: "why_not",
  title: "Why a node is or is not found",
  description:
    "Explains why a node is in the result of a query, or why not, with the smallest change of the query that finds it.",
  does: "read",
  input: z.object({
    ...QUERY,
    node: NODE.describe("key or path"),
    ...TASK,
    ...VERSION,
    ...PARAMS,
    limit: z.int().min(1).optional(),
    minScore: z.number().min(0).max(1).optional(),
  }),
  output: z.object({
    task: z.string(),
    version: z.int(),
    isFound: z.boolean(),
    rank: z.int().optional(),
    weight: z.number().optional(),
    reasons: z.array(z.string()),
    change: z.looseObject({ query: z.string(), message: z.string() }).optional(),
  }),
  async run(session, input, context) {
    const task = session.taskNamed(input.task);
    const view = session.scope.view(task, input.version);
    const { query } = compiled(queryText("why_not", input), view.schema);
    const node = nodeAt(view, input.node);
    const inspection = await inspect(query, view.tree, runOptions(session, input, context));
    // Folded fields change node numbers but not keys.
    const place = inspection.tree === view.tree ? node : inspection.tree.nodeOfKey(view.tree.keyOf(node));
    const about = { task, version: view.version.number };
    if (place < 1)
      return { ...about, isFound: false, reasons: ["The schema makes it an attribute of its parent: ask about that."] };
    const why = inspection.why(place);
    if (why !== null)
      return { ...about, isFound: true, rank: why.rank, weight: significant(why.weight), reasons: [...why.sentences] };
    const { message } = inspection.whyNot(place)!;
    const { signal } = context;
    const change = await inspection.change(place, signal === undefined ? {} : { signal });
    return {
      ...about,
      isFound: false,
      reasons: [message],
      ...(change !== null && { change: { query: change.text, message: change.message, options: change.options } }),
    };
  },
});
