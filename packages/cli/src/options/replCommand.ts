import { DATA, NO_CACHE, PARAM, QUERY_FILES, SCHEMA, SCORER, TIMEOUT } from "../spec/shared.js";
import { command, options } from "../spec/spec.js";

export const REPL_OPTIONS = options([
  { ...DATA, summary: "the tree, XML or JSON. Default: what the file imports" },
  SCHEMA,
  PARAM,
  SCORER,
  NO_CACHE,
  { name: "limit", short: "k", summary: "at most the first K results", value: { name: "K", type: "number" } },
  { name: "min-score", summary: "leave out results that weigh less than S", value: { name: "S", type: "number" } },
  TIMEOUT,
  { name: "keep-going", summary: "in a script: go on behind a mistake" },
]);

export const REPL = command({
  name: "repl",
  summary: "type queries at a prompt, and ask why they find it",
  description:
    "Queries, and commands that begin with a colon: :help lists them. With completion, history, stepping, and answers to why a node is in a result " +
    "or is not. FILE.sxp brings its queries, its data and its schema. From a pipe it reads one input a line, prints no escape codes, and ends at " +
    "the first mistake with its exit code.",
  operands: [{ name: "FILE.sxp", required: false, multiple: false, completes: QUERY_FILES }],
  options: REPL_OPTIONS,
  examples: [
    { line: "repl examples/itinerary/itinerary.sxp", says: "The queries of a file, with its data and its schema." },
    { line: "repl --data examples/itinerary/itinerary.xml --limit 5", says: "Data alone." },
    {
      line: "repl --data examples/todo/todo.xml --keep-going",
      says: "For a script: echo '//Task[1]' | sxp repl --data examples/todo/todo.xml",
    },
  ],
  load: async () => (await import("../repl/repl.js")).repl,
});
