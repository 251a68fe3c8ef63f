import { RUN_OPTIONS } from "../../spec/runOptions.js";
import { QUERY_OPERAND } from "../../spec/shared.js";
import { command } from "../../spec/spec.js";

export const run = command({
  name: "run",
  summary: "run a query and print what it finds, best first",
  description:
    'QUERY is the text of a query, unless it names a file that ends in .sxp. Quote it for the shell: single quotes leave $, * and " alone. A data file needs no --data before or after it. ' +
    "A query without relevance gives nodes in document order; one with =~ ranks them by weight, a number from 0 to 1.",
  operands: [QUERY_OPERAND],
  options: RUN_OPTIONS,
  examples: {
    "Which day is most about conference sessions?": `run '//Day[avg(/POI[node =~ "conference sessions"])]' --data examples/itinerary/itinerary.xml`,
    "A declared query with an argument; the file names its data and its schema.":
      "run examples/itinerary/itinerary.sxp --query day_plan --param n=4",
    "The five most urgent open repairs, shown in the tree.": `run '(//Task[@status != "Done"][node =~ "urgent repair"])[1:5]' --data examples/todo/todo.xml --tree`,
  },
  load: async () => (await import("./run.js")).run,
});
