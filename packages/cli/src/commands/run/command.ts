import {
  ANY_FILES,
  DATA,
  format,
  LANGUAGE,
  LIMIT,
  MIN_SCORE,
  NO_CACHE,
  NOW,
  PARAM,
  QUERY_NAME,
  QUERY_OPERAND,
  READING,
  REDACT,
  SCHEMA,
  SCORER,
  TIMEOUT,
} from "../../spec/shared.js";
import { type CommandLine, command, options } from "../../spec/spec.js";

const OPTIONS = options([
  DATA,
  ...READING,
  SCHEMA,
  QUERY_NAME,
  PARAM,
  SCORER,
  LANGUAGE,
  NO_CACHE,
  LIMIT,
  MIN_SCORE,
  format("text", "json", "paths", "values", "jsonl", "csv"),
  {
    name: "watch",
    short: "w",
    summary: "run again whenever the data, the query or the schema changes, until Ctrl-C",
  },
  { name: "tree", short: "t", summary: "show the results at their places in the tree" },
  {
    name: "trace",
    summary: "write what the run did to a file, as JSON",
    value: { name: "FILE", completes: ANY_FILES },
  },
  { name: "full-trace", summary: "with --trace: every score, without pruning", needs: "trace" },
  {
    name: "why",
    summary: "explain why this node is in the result, instead of printing the result",
    value: { name: "PATH" },
  },
  {
    name: "why-not",
    summary: "explain why this node is not in the result, and the smallest change",
    value: { name: "PATH" },
  },
  {
    name: "report",
    summary: "write a page that shows the run: plan, tree, scores, and why or why not of nodes",
    value: { name: "FILE", completes: ANY_FILES },
  },
  REDACT,
  NOW,
  TIMEOUT,
]);
export type RunLine = CommandLine<typeof OPTIONS>;

export const run = command({
  name: "run",
  summary: "run a query and print what it finds, best first",
  description:
    'QUERY is the text of a query, unless it names a file that ends in .sxp. Quote it for the shell: single quotes leave $, * and " alone. ' +
    "A query without relevance gives nodes in document order; one with =~ ranks them by weight, a number from 0 to 1.",
  operands: [QUERY_OPERAND],
  options: OPTIONS,
  examples: {
    "Which day is most about conference sessions?": `run '//Day[avg(/POI[node =~ "conference sessions"])]' --data examples/itinerary/itinerary.xml`,
    "A declared query with an argument; the file names its data and its schema.":
      "run examples/itinerary/itinerary.sxp --query day_plan --param n=4",
    "The five most urgent open repairs, shown in the tree.": `run '(//Task[@status != "Done"][node =~ "urgent repair"])[1:5]' --data examples/todo/todo.xml --tree`,
  },
  run: async (line, io) => (await import("./run.js")).run(line, io),
});
