import { DATA, QUERY_OPERAND, READING, SCHEMA, TEXT_OR_JSON } from "../../spec/shared.js";
import { type CommandLine, command, option, options } from "../../spec/spec.js";

const OPTIONS = options([
  { ...SCHEMA, summary: "determines a root that a query may have left out. Default: what the file imports" },
  { ...DATA, summary: "data; without a schema it determines the root" },
  ...READING,
  option("--from DIALECT", "demo: read the text as the authors' demo did, even if it is valid today", {
    choices: ["demo"],
  }),
  option("-w, --write", "write the file instead of printing it, if each of its queries has one reading"),
  TEXT_OR_JSON,
]);
export type MigrateLine = CommandLine<typeof OPTIONS>;

export const migrate = command({
  name: "migrate",
  summary: "write older queries in today's language",
  description:
    "Reads the language of the paper and of its authors' demo, and what language models write: wrappers, other words, missing slashes, several queries " +
    "in one text. Prints today's language. If a form has several readings, it explains them and leaves the choice to you. - reads standard input.",
  operands: [{ ...QUERY_OPERAND, usage: "QUERY|FILE.sxp|-" }],
  options: OPTIONS,
  examples: {
    "A query of the demo.": `migrate 'Read(/Itinerary/Day[agg_exists(POI[atom(content =~ "museum")])])'`,
    "The schema determines the root that was left out.":
      "migrate 'Delete(/Day[2]/desc::POI)' --schema examples/itinerary/itinerary.schema.json",
    "In the demo a position applies first, whatever the written order.": `migrate --from demo '/Itinerary/Day/POI[node =~ "park"][1]'`,
  },
  load: async () => (await import("./migrate.js")).migrate,
});
