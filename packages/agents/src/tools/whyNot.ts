import { inspect } from "@semantic-xpath/inspect";
import { defined } from "@semantic-xpath/values";
import { z } from "zod";
import { invalidInput } from "../results/failure.js";
import { shownWeight } from "../results/numbers.js";
import { runOptions } from "./query.js";
import { CUTS, compiled, nodeAt, PARAMS, placeOf, QUERY, queryText, REFERENCE, TASK, VERSION } from "./shared.js";
import { tool } from "./tool.js";

const MAX_MEMBERS = 5;

export const whyNot = tool({
  name: "why_not",
  title: "Why a node is or is not found",
  description: "Says why a node is in the result of a query, or why not, with the smallest change that finds it.",
  does: "read",
  input: z.object({
    ...QUERY,
    node: REFERENCE.describe('key or path; a condition in brackets is about a group: [@who = "Dan"]'),
    ...TASK,
    ...VERSION,
    ...PARAMS,
    ...CUTS,
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
    const { task, view, version } = placeOf(session, input);
    const { query } = compiled(queryText("why_not", input), view.schema);
    const isOfGroup = typeof input.node === "string" && input.node.startsWith("[");
    const node = isOfGroup ? 0 : nodeAt(view, input.node);
    const inspection = await inspect(query, view.tree, runOptions(session, input, context));
    // Folded fields change node numbers but not keys.
    const place = inspection.tree === view.tree ? node : inspection.tree.nodeOfKey(view.tree.keyOf(node));
    const about = { task, version };
    if (isOfGroup) {
      const group = await inspection.whyNotGroup(String(input.node)).catch(({ message }: RangeError) => {
        throw invalidInput("why_not", message);
      });
      if (group === null) return { ...about, isFound: true, reasons: [] };
      const members = group.members
        .slice(0, MAX_MEMBERS)
        .map(({ path, whyNot: left }) => (left === null ? path : `${path}: ${left}`));
      return { ...about, isFound: false, reasons: [group.message, ...members] };
    }
    if (place < 1)
      return { ...about, isFound: false, reasons: ["The schema makes it an attribute of its parent: ask about that."] };
    const value = await inspection.whyNotValue(place);
    const missing =
      value === null ? [] : [`It gives nothing to ${value.field} of ${value.of}: ${value.whyNot.message}`];
    const why = inspection.why(place);
    if (why !== null) {
      const reasons = [...why.sentences, ...missing];
      return { ...about, isFound: true, rank: why.rank, weight: shownWeight(why.weight), reasons };
    }
    const { message } = inspection.whyNot(place)!;
    const change = await inspection.change(place, defined({ signal: context.signal }));
    return {
      ...about,
      isFound: false,
      reasons: [message, ...missing],
      change: change ? { query: change.text, message: change.message, options: change.options } : undefined,
    };
  },
});
