import {
  ANY_FILES,
  DATA,
  format,
  LIMIT,
  MIN_SCORE,
  NO_CACHE,
  PARAM,
  QUERY_FILES,
  QUERY_NAME,
  QUERY_OPERAND,
  REDACT,
  SCHEMA,
  SCORER,
  TIMEOUT,
} from "../spec/shared.js";
import { command, options } from "../spec/spec.js";

/** The commands that take a query: run, check, explain, format. */

export const RUN_OPTIONS = options([
  DATA,
  SCHEMA,
  QUERY_NAME,
  PARAM,
  SCORER,
  NO_CACHE,
  LIMIT,
  MIN_SCORE,
  format("text", "json", "paths"),
  { name: "tree", short: "t", summary: "show the results in their place in the tree" },
  {
    name: "trace",
    summary: "write what the run did to a file, as JSON",
    value: { name: "FILE", type: "text", completes: ANY_FILES },
  },
  { name: "full-trace", summary: "with --trace: every score, without pruning" },
  {
    name: "why",
    summary: "say why this node is in the result, instead of printing it",
    value: { name: "PATH", type: "text" },
  },
  {
    name: "why-not",
    summary: "say why this node is not in it, and the smallest change",
    value: { name: "PATH", type: "text" },
  },
  {
    name: "report",
    summary: "write a page that shows the run: plan, tree, scores, and why or why not of nodes",
    value: { name: "FILE", type: "text", completes: ANY_FILES },
  },
  REDACT,
  TIMEOUT,
]);

export const RUN = command({
  name: "run",
  summary: "run a query and print what it finds, best first",
  description:
    'QUERY is the text of a query, unless it names a file that ends in .sxp. Quote it for the shell: single quotes leave $, * and " alone. ' +
    "A query without relevance finds nodes in document order; one with =~ ranks them by weight, a number from 0 to 1.",
  operands: [QUERY_OPERAND],
  options: RUN_OPTIONS,
  examples: [
    {
      line: `run '//Day[avg(/POI[node =~ "conference sessions"])]' --data examples/itinerary/itinerary.xml`,
      says: "Which day is most taken up by conference sessions?",
    },
    {
      line: "run examples/itinerary/itinerary.sxp --query day_plan --param n=4",
      says: "A declared query with an argument; the file names its data and its schema.",
    },
    {
      line: `run '(//Task[@status != "Done"][node =~ "urgent repair"])[1:5]' --data examples/todo/todo.xml --tree`,
      says: "The five most urgent open repairs, shown in the tree.",
    },
  ],
  load: async () => (await import("../commands/run/run.js")).run,
});

export const CHECK_OPTIONS = options([
  SCHEMA,
  { ...DATA, summary: "also check this tree against the schema" },
  { name: "fix", summary: "repair errors and warnings that have a fix" },
  { name: "hints", summary: "with --fix: follow hints as well, although some change what a query means" },
  { name: "dry-run", summary: "with --fix: show what would change, and write nothing" },
  format("text", "json"),
]);

export const CHECK = command({
  name: "check",
  summary: "report mistakes in queries, and repair them with --fix",
  description:
    "Reports mistakes with their place, a code and what to do, and runs nothing. A file that imports a schema is checked against it. " +
    "With --data the data is checked against the schema, too.",
  operands: [{ name: "QUERY|FILE.sxp", required: true, multiple: true, completes: QUERY_FILES }],
  options: CHECK_OPTIONS,
  examples: [
    {
      line: "check examples/itinerary/itinerary.sxp examples/todo/todo.sxp",
      says: "Check files, each against the schema that it imports.",
    },
    {
      line: `check '//Day[@city = "Ottawa"]/POI[3]' --schema examples/itinerary/itinerary.schema.json`,
      says: "Check a query against a schema.",
    },
    {
      line: `check '//Day/POI[node =~ "park"][1]' --fix --hints`,
      says: "Follow a hint: the position moves before the relevance.",
    },
  ],
  load: async () => (await import("../commands/check/check.js")).check,
});

export const EXPLAIN_OPTIONS = options([
  QUERY_NAME,
  SCHEMA,
  DATA,
  { name: "analyze", short: "a", summary: "run the query and show rows, pairs and times of each operator" },
  PARAM,
  SCORER,
  NO_CACHE,
  TIMEOUT,
  format("text", "json", "mermaid"),
  {
    name: "without",
    summary: "switch an optimiser pass off; may be repeated",
    value: { name: "PASS", type: "text", multiple: true },
  },
]);

export const EXPLAIN = command({
  name: "explain",
  summary: "print the plan of a query, or what a run did with it",
  description:
    "Prints the operators in the order in which they run, with the node types they can reach and bounds on rows and on pairs that a scorer " +
    "is asked for. With --data the bounds are counts of that tree; --analyze runs the query and adds what each operator did.",
  operands: [QUERY_OPERAND],
  options: EXPLAIN_OPTIONS,
  examples: [
    {
      line: `explain '//POI[@category = "park"][node =~ "lake"]' --schema examples/itinerary/itinerary.schema.json`,
      says: "The plan, with the node types that the schema allows.",
    },
    {
      line: "explain examples/itinerary/itinerary.sxp --query busiest_conference_day --analyze",
      says: "The plan and what the run did, operator by operator.",
    },
    {
      line: `explain '//Day[2]/POI' --format mermaid`,
      says: "A flow chart for a Markdown file.",
    },
  ],
  load: async () => (await import("../commands/explain/explain.js")).explain,
});

export const FORMAT_OPTIONS = options([
  { name: "write", short: "w", summary: "write the files instead of printing" },
  { name: "check", short: "c", summary: "name the files that are not formatted, and exit with 1 if there are any" },
]);

export const FORMAT = command({
  name: "format",
  summary: "write queries in the usual layout",
  description:
    "Prints the formatted text; the meaning never changes and comments stay. - reads standard input. A file with a syntax error is left as it is.",
  operands: [{ name: "FILE.sxp", required: true, multiple: true, completes: QUERY_FILES }],
  options: FORMAT_OPTIONS,
  examples: [
    { line: "format examples/todo/todo.sxp", says: "Print a file in the usual layout." },
    {
      line: "format --check examples/todo/todo.sxp examples/mealplan/mealplan.sxp",
      says: "For continuous integration.",
    },
    { line: "format -", says: "Format standard input, for editors." },
  ],
  load: async () => (await import("../commands/format.js")).format,
});
