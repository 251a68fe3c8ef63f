import { DATA, LIMIT, NOW, PARAM, SCHEMA, SCORING, TEXT_OR_JSON, TIMEOUT } from "../../spec/shared.js";
import { type CommandLine, command, operand, option, options } from "../../spec/spec.js";

const OPTIONS = options([
  option("--check", "print only what is wrong, and one line for each notebook: for continuous integration"),
  option("--html FILE", "write a page with the text, the queries and their results"),
  { ...DATA, summary: "the data of cells for which the notebook names none; may be repeated" },
  { ...SCHEMA, summary: "the schema of cells for which the notebook names none" },
  PARAM,
  ...SCORING,
  LIMIT,
  TEXT_OR_JSON,
  NOW,
  TIMEOUT,
]);
export type NotebookLine = CommandLine<typeof OPTIONS>;

export const notebookRun = command({
  name: "notebook run",
  summary: "run the queries in a Markdown file, and check them",
  description:
    "A notebook is a Markdown file whose fences sxp are cells. Its front matter names data or memory, task, schema and scorer; a cell of imports alone holds for " +
    "the cells after it. Cells run in their order; updates are previews. A cell without data, or with a parameter that --param does not give, is compiled. " +
    "A cell sxp error has to show a diagnostic, a cell sxp error SXP2001 that one.",
  operands: [operand("FILE...", { kind: "files", endings: ["sxpnb", "md"] })],
  options: OPTIONS,
  examples: {
    "Run all cells.": "notebook run examples/itinerary/tour.sxpnb",
    "Check notebooks and documentation in continuous integration.":
      "notebook run examples/itinerary/tour.sxpnb examples/README.md --check",
    "A page to show around.": "notebook run examples/itinerary/tour.sxpnb --html tour.html",
  },
  load: async () => (await import("./notebookRun.js")).runNotebooks,
});
