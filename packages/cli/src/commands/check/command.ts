import { DATA, format, QUERY_OPERAND, READING, SCHEMA } from "../../spec/shared.js";
import { type CommandLine, command, options } from "../../spec/spec.js";

const OPTIONS = options([
  SCHEMA,
  { ...DATA, summary: "also check this data against the schema" },
  ...READING,
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
  summary: "report mistakes in queries, and repair them with --fix",
  description:
    "Reports mistakes with their place, a code and what to do, and runs nothing. A file that imports a schema is checked against it. " +
    "With --data the data is checked against the schema, too.",
  operands: [{ ...QUERY_OPERAND, multiple: true }],
  options: OPTIONS,
  examples: {
    "Check files, each against the schema that it imports.":
      "check examples/itinerary/itinerary.sxp examples/todo/todo.sxp",
    "Check a query against a schema.": `check '//Day[@city = "Ottawa"]/POI[3]' --schema examples/itinerary/itinerary.schema.json`,
    "Follow a hint: the position moves before the relevance.": `check '//Day/POI[node =~ "park"][1]' --fix --hints`,
  },
  run: async (line, io) => (await import("./check.js")).check(line, io),
});
