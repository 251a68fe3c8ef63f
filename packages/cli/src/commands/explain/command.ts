import {
  DATA,
  format,
  NOW,
  PARAM,
  QUERY_NAME,
  QUERY_OPERAND,
  READING,
  SCHEMA,
  SCORING,
  TIMEOUT,
} from "../../spec/shared.js";
import { type CommandLine, command, option, options } from "../../spec/spec.js";

const OPTIONS = options([
  QUERY_NAME,
  SCHEMA,
  DATA,
  ...READING,
  option("-a, --analyze", "run the query and show rows, pairs and times of each operator"),
  PARAM,
  ...SCORING,
  NOW,
  TIMEOUT,
  format("text", "json", "mermaid"),
  option("--without PASS", "switch an optimiser pass off; may be repeated", { multiple: true }),
]);
export type ExplainLine = CommandLine<typeof OPTIONS>;

export const explain = command({
  name: "explain",
  summary: "print the plan of a query, or what a run did with it",
  description:
    "Prints the operators in the order in which they run, with the node types they can reach, and bounds on rows and on the pairs to score. With --data the bounds are counts of that tree; --analyze runs the query and adds what each operator did.",
  operands: [QUERY_OPERAND],
  options: OPTIONS,
  examples: {
    "The plan, with the node types that the schema allows.": `explain '//POI[@category = "park"][node =~ "lake"]' --schema examples/itinerary/itinerary.schema.json`,
    "The plan and what the run did, operator by operator.":
      "explain examples/itinerary/itinerary.sxp --query busiest_conference_day --analyze",
    "A flow chart for a Markdown file.": `explain '//Day[2]/POI' --format mermaid`,
  },
  load: async () => (await import("./explain.js")).explain,
});
