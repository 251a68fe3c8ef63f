import {
  DATA,
  LANGUAGE,
  LIMIT,
  MIN_SCORE,
  NO_CACHE,
  NOW,
  PARAM,
  QUERY_FILES,
  READING,
  SCHEMA,
  SCORER,
  TIMEOUT,
} from "../spec/shared.js";
import { type CommandLine, command, options } from "../spec/spec.js";

const OPTIONS = options([
  {
    ...DATA,
    summary: "data: a file, a folder, or a pattern in quotes. May be repeated. Default: what the file imports",
  },
  ...READING,
  SCHEMA,
  PARAM,
  SCORER,
  LANGUAGE,
  NO_CACHE,
  LIMIT,
  MIN_SCORE,
  NOW,
  TIMEOUT,
  { name: "keep-going", summary: "in a script: go on after a mistake" },
]);
export type ReplLine = CommandLine<typeof OPTIONS>;

export const repl = command({
  name: "repl",
  summary: "type queries at a prompt, and ask why they find it",
  description:
    "Queries, and commands that begin with a colon: :help lists them. With completion, history, stepping, and answers to why a node is in a result " +
    "or is not. FILE.sxp brings its queries, its data and its schema. From a pipe it reads one input a line, prints no escape codes, and ends at " +
    "the first mistake with its exit code.",
  operands: [{ name: "FILE.sxp", completes: QUERY_FILES }],
  options: OPTIONS,
  examples: {
    "The queries of a file, with its data and its schema.": "repl examples/itinerary/itinerary.sxp",
    "Data alone.": "repl --data examples/itinerary/itinerary.xml --limit 5",
    "For a script: echo '//Task[1]' | sxp repl --data examples/todo/todo.xml":
      "repl --data examples/todo/todo.xml --keep-going",
  },
  run: async (line, io) => (await import("../repl/repl.js")).repl(line, io),
});
