import { ANY_FILES, DATA, ENCODING, FORMAT_IN, format, MAPPING, SCHEMA, TYPE_KEY } from "../../spec/shared.js";
import { type CommandLine, command, options } from "../../spec/spec.js";

const OPTIONS = options([
  SCHEMA,
  { ...DATA, summary: "also check this data: its format, and that it fits the schema, if there is one" },
  FORMAT_IN,
  TYPE_KEY,
  ENCODING,
  MAPPING,
  { name: "fix", summary: "repair errors and warnings that have only one possible meaning" },
  {
    name: "hints",
    summary: "with --fix: apply hints as well, although some change the meaning of a query",
    needs: "fix",
  },
  { name: "dry-run", summary: "with --fix: show what would change, and write nothing", needs: "fix" },
  format("text", "json"),
]);
export type CheckLine = CommandLine<typeof OPTIONS>;

export const check = command({
  name: "check",
  summary: "report errors in queries and data; repair with --fix",
  description:
    "Reports errors with their place, a code and a repair, and runs nothing. A file that imports a schema is checked against it. In data files (by " +
    "their extension, or with --data) it reports all errors, and what does not fit the schema.",
  operands: [{ name: "QUERY|FILE", completes: ANY_FILES, multiple: true }],
  options: OPTIONS,
  examples: {
    "Check files, each against the schema that it imports.":
      "check examples/itinerary/itinerary.sxp examples/todo/todo.sxp",
    "Check the format of data, and that it fits a schema.":
      "check --data examples/itinerary/itinerary.xml --schema examples/itinerary/itinerary.schema.json",
    "Apply a hint: the position moves before the relevance.": `check '//Day/POI[node =~ "park"][1]' --fix --hints`,
  },
  run: async (line, io) => (await import("./check.js")).check(line, io),
});
