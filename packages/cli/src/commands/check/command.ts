import { DATA, ENCODING, FORMAT_IN, MAPPING, SCHEMA, TEXT_OR_JSON, TYPE_KEY } from "../../spec/shared.js";
import { type CommandLine, command, operand, option, options } from "../../spec/spec.js";

const OPTIONS = options([
  SCHEMA,
  { ...DATA, summary: "also check this data: its format, and that it fits the schema, if there is one" },
  FORMAT_IN,
  TYPE_KEY,
  ENCODING,
  MAPPING,
  option("--fix", "repair errors and warnings that have only one possible meaning"),
  option("--hints", "with --fix: apply hints as well, although some change the meaning of a query", { needs: "fix" }),
  option("--dry-run", "with --fix: show what would change, and write nothing", { needs: "fix" }),
  TEXT_OR_JSON,
]);
export type CheckLine = CommandLine<typeof OPTIONS>;

export const check = command({
  name: "check",
  summary: "report errors in queries and data; repair with --fix",
  description:
    "Reports errors with their place, a code and a repair, and runs nothing. A file that imports a schema is checked against it. In data files (by " +
    "their extension, or with --data) it reports all errors, and what does not fit the schema.",
  operands: [operand("[QUERY|FILE...]")],
  options: OPTIONS,
  examples: {
    "Check files, each against the schema that it imports.":
      "check examples/itinerary/itinerary.sxp examples/todo/todo.sxp",
    "Check the format of data, and that it fits a schema.":
      "check --data examples/itinerary/itinerary.xml --schema examples/itinerary/itinerary.schema.json",
    "Apply a hint: the position moves before the relevance.": `check '//Day/POI[node =~ "park"][1]' --fix --hints`,
  },
  load: async () => (await import("./check.js")).check,
});
