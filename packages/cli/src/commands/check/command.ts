import { ANY_FILES, DATA, ENCODING, FORMAT_IN, format, MAPPING, SCHEMA, TYPE_KEY } from "../../spec/shared.js";
import { type CommandLine, command, options } from "../../spec/spec.js";

const OPTIONS = options([
  SCHEMA,
  { ...DATA, summary: "also check this data: how it is written, and against the schema if there is one" },
  FORMAT_IN,
  TYPE_KEY,
  ENCODING,
  MAPPING,
  { name: "fix", summary: "repair errors and warnings that can be meant in one way only" },
  {
    name: "hints",
    summary: "with --fix: follow hints as well, although some change what a query means",
    needs: "fix",
  },
  { name: "dry-run", summary: "with --fix: show what would change, and write nothing", needs: "fix" },
  format("text", "json"),
]);
export type CheckLine = CommandLine<typeof OPTIONS>;

export const check = command({
  name: "check",
  summary: "report mistakes in queries and data; repair with --fix",
  description:
    "Reports mistakes with their place, a code and what to do, and runs nothing. A file that imports a schema is checked against it. " +
    "Of data all mistakes are reported, and what in it is against the schema: files with an ending of data, or --data.",
  operands: [{ name: "QUERY|FILE", completes: ANY_FILES, multiple: true }],
  options: OPTIONS,
  examples: {
    "Check files, each against the schema that it imports.":
      "check examples/itinerary/itinerary.sxp examples/todo/todo.sxp",
    "Check how data is written, and against a schema.":
      "check --data examples/itinerary/itinerary.xml --schema examples/itinerary/itinerary.schema.json",
    "Follow a hint: the position moves before the relevance.": `check '//Day/POI[node =~ "park"][1]' --fix --hints`,
  },
  run: async (line, io) => (await import("./check.js")).check(line, io),
});
