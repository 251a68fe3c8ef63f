import { REPL_OPTIONS } from "../spec/runOptions.js";
import { QUERY_FILES } from "../spec/shared.js";
import { command, operand } from "../spec/spec.js";

export const repl = command({
  name: "repl",
  summary: "try queries at a prompt, and ask why they find a node",
  description:
    "Takes queries, and commands that start with a colon: :help lists them. It has completion, history and stepping, and explains why a node is in a " +
    "result or not. FILE.sxp names its queries, its data and its schema. From a pipe it reads one input per line, prints no escape codes, and " +
    "ends at the first error with its exit code.",
  operands: [operand("[FILE.sxp]", QUERY_FILES)],
  options: REPL_OPTIONS,
  examples: {
    "The queries of a file, with its data and its schema.": "repl examples/itinerary/itinerary.sxp",
    "Data alone.": "repl --data examples/itinerary/itinerary.xml --limit 5",
    "For a script: echo '//Task[1]' | sxp repl --data examples/todo/todo.xml":
      "repl --data examples/todo/todo.xml --keep-going",
  },
  load: async () => (await import("../repl/repl.js")).repl,
});
