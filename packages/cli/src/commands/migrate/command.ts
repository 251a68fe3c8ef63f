import { DATA, format, QUERY_OPERAND, READING, SCHEMA } from "../../spec/shared.js";
import { type CommandLine, command, options } from "../../spec/spec.js";

const OPTIONS = options([
  { ...SCHEMA, summary: "says which root a query may have left out. Default: what the file imports" },
  { ...DATA, summary: "data; without a schema it says what its root is" },
  ...READING,
  {
    name: "from",
    summary: "demo: the text means what it meant in the authors' demo, even where it is correct today",
    value: { name: "DIALECT", choices: ["demo"] },
  },
  { name: "write", short: "w", summary: "write the file instead of printing, if every query in it is sure" },
  format("text", "json"),
]);
export type MigrateLine = CommandLine<typeof OPTIONS>;

export const migrate = command({
  name: "migrate",
  summary: "write older queries in today's language",
  description:
    "Reads the language of the paper and of its authors' demo, and what language models write: wrappers, other words, missing slashes, several " +
    "queries in one text. Prints today's language. What can mean several things is explained and left to you. - reads standard input.",
  operands: [{ ...QUERY_OPERAND, name: "QUERY|FILE.sxp|-" }],
  options: OPTIONS,
  examples: {
    "A query of the demo.": `migrate 'Read(/Itinerary/Day[agg_exists(POI[atom(content =~ "museum")])])'`,
    "The schema says which root was left out.":
      "migrate 'Delete(/Day[2]/desc::POI)' --schema examples/itinerary/itinerary.schema.json",
    "In the demo a position comes first, whatever the order written.": `migrate --from demo '/Itinerary/Day/POI[node =~ "park"][1]'`,
  },
  run: async (line, io) => (await import("./migrate.js")).migrate(line, io),
});
