import { readText, writeOut } from "../input/files.js";
import { count } from "../render/columns.js";
import { format, output, READING, SCHEMA_FILES, TREE_FILES } from "../spec/shared.js";
import { command } from "../spec/spec.js";

export const schemaInfer = command({
  name: "schema infer",
  summary: "write the schema that data follows",
  description:
    "Reads one tree or several, from files, folders and patterns, and prints a schema that all of them follow: a start, to be edited. Occurrences are those seen; raise or " +
    "remove a max if more may come.",
  operands: [{ name: "FILE", required: true, multiple: true, completes: TREE_FILES }],
  options: [
    { name: "fields", summary: "let child elements that only hold text become attributes (field elements)" },
    ...READING,
    output(SCHEMA_FILES),
  ],
  examples: {
    "Print the schema of a tree.": "schema infer examples/mealplan/mealplan.json",
    "A child such as <description> becomes an attribute of its parent.": "schema infer examples/todo/todo.xml --fields",
    "Write it to a file.": "schema infer examples/itinerary/itinerary.xml -o itinerary.schema.json",
  },
  async run({ operands, options }, io) {
    const { printSchema } = await import("@semantic-xpath/planner");
    const { inferSchema } = await import("@semantic-xpath/runtime");
    const { exitOf, readData, treesOf } = await import("../input/data.js");
    const data = await readData(operands, io, {}, options);
    await writeOut(printSchema(inferSchema(treesOf(data), { fields: options.fields })), options.output, io);
    return exitOf(data);
  },
});

export const schemaCheck = command({
  name: "schema check",
  summary: "report mistakes in schema files",
  description: "Reports what is wrong in schema files, with the place, a code and what to do.",
  operands: [{ name: "FILE.schema.json", required: true, multiple: true, completes: SCHEMA_FILES }],
  options: [format("text", "json")],
  examples: {
    "Check one schema.": "schema check examples/itinerary/itinerary.schema.json",
    "Check several.": "schema check examples/todo/todo.schema.json examples/mealplan/mealplan.schema.json",
    "For programs.": "schema check examples/todo/todo.schema.json --format json",
  },
  async run({ operands, options }, io) {
    const { parseSchema } = await import("@semantic-xpath/planner");
    const { reportFindings } = await import("../render/findings.js");
    const findings = [];
    for (const name of operands) {
      const source = { name, text: await readText(name, io) };
      findings.push({ source, diagnostics: parseSchema(source.text).diagnostics });
    }
    return reportFindings(findings, count(operands.length, "schema"), options.format === "json", io, io.stdout);
  },
});
