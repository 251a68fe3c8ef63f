import {
  ANY_FILES,
  format,
  output,
  QUERY_FILES,
  READING,
  SCHEMA_FILES,
  TREE_FILES,
  TYPE_KEY,
} from "../../spec/shared.js";
import { type CommandLine, command, options } from "../../spec/spec.js";

const FIELDS = {
  name: "fields",
  summary: "let child elements that only hold text become attributes (field elements)",
} as const;

const INFER_OPTIONS = options([
  FIELDS,
  {
    name: "stubs",
    summary: "documentation to fill in: empty, or examples with a value of the data",
    value: { name: "KIND", choices: ["empty", "examples"] },
  },
  ...READING,
  {
    name: "into",
    summary: "merge with this schema: show what would change in it",
    value: { name: "FILE", completes: SCHEMA_FILES },
  },
  { name: "write", summary: "with --into: change the file", needs: "into" },
  output(SCHEMA_FILES),
]);
export type InferLine = CommandLine<typeof INFER_OPTIONS>;

export const schemaInfer = command({
  name: "schema infer",
  summary: "write the schema that data follows",
  description:
    "Reads one tree or several, folders and patterns, and prints a schema that all of them follow: a start, to be edited. With --into it is merged " +
    "with an existing schema: what you wrote stays, new parts are added, and what the data contradicts is widened, each with its reason. Nothing " +
    "is written without --write.",
  operands: [{ name: "FILE", required: true, multiple: true, completes: TREE_FILES }],
  options: INFER_OPTIONS,
  examples: {
    "Print the schema of a tree.": "schema infer examples/mealplan/mealplan.json",
    "Write it to a file, with documentation to fill in.":
      "schema infer examples/todo/todo.xml --fields --stubs examples -o todo.schema.json",
    "What would new data change in the schema?":
      "schema infer examples/itinerary/itinerary.xml --into examples/itinerary/itinerary.schema.json",
  },
  run: async (line, io) => (await import("./infer.js")).infer(line, io),
});

const IMPORT_OPTIONS = options([
  FIELDS,
  { ...TYPE_KEY, summary: 'JSON Schema: the member whose text is the type of its object, "" for none. Default: type' },
  output(SCHEMA_FILES),
]);
export type ImportLine = CommandLine<typeof IMPORT_OPTIONS>;

export const schemaImport = command({
  name: "schema import",
  summary: "write the schema of a JSON Schema, an XSD or a DTD",
  description:
    "Reads a JSON Schema, an XML Schema or a DTD (in its own file, or in the DOCTYPE of a document), recognised by extension or content, and prints a " +
    "schema of the trees of such data. What a schema can't express is reported; nothing is fetched.",
  operands: [{ name: "FILE", required: true, completes: ANY_FILES }],
  options: IMPORT_OPTIONS,
  examples: {
    "From a JSON Schema.": "schema import examples/schemas/trips.definition.json",
    "From an XML Schema; elements that only hold text become attributes.":
      "schema import examples/schemas/library.xsd --fields",
    "From a DTD, to a file.": "schema import examples/schemas/notes.dtd -o notes.schema.json",
  },
  run: async (line, io) => (await import("./importFile.js")).importFile(line, io),
});

const DIFF_OPTIONS = options([format("text", "json")]);
export type DiffLine = CommandLine<typeof DIFF_OPTIONS>;

export const schemaDiff = command({
  name: "schema diff",
  summary: "report a schema change, and which queries it breaks",
  description:
    "Prints the changes from one schema to another. With query files, folders of them or patterns, each query is compiled with both: it breaks if the " +
    "new schema gives it an error or a warning that it did not have. Queries that give other types of nodes are listed too. Exit code 1 if a " +
    "query breaks.",
  operands: [
    { name: "OLD", required: true, completes: SCHEMA_FILES },
    { name: "NEW", required: true, completes: SCHEMA_FILES },
    { name: "QUERIES", multiple: true, completes: QUERY_FILES },
  ],
  options: DIFF_OPTIONS,
  examples: {
    "Two versions of a schema.":
      "schema diff examples/schemas/trips.schema.json examples/schemas/trips-next.schema.json",
    "Which queries break? Exit code 1 if one does.":
      "schema diff examples/schemas/trips.schema.json examples/schemas/trips-next.schema.json examples/schemas/trips.sxp",
    "For programs, and all queries of a folder.":
      "schema diff examples/todo/todo.schema.json examples/todo/todo.schema.json examples/todo --format json",
  },
  run: async (line, io) => (await import("./diff.js")).diff(line, io),
});

const CHECK_OPTIONS = options([format("text", "json")]);
export type CheckSchemaLine = CommandLine<typeof CHECK_OPTIONS>;

export const schemaCheck = command({
  name: "schema check",
  summary: "report errors in schema files",
  description: "Reports what is wrong in schema files, with the place, a code and what to do.",
  operands: [{ name: "FILE.schema.json", required: true, multiple: true, completes: SCHEMA_FILES }],
  options: CHECK_OPTIONS,
  examples: {
    "Check one schema.": "schema check examples/itinerary/itinerary.schema.json",
    "Check several.": "schema check examples/todo/todo.schema.json examples/mealplan/mealplan.schema.json",
    "For programs.": "schema check examples/todo/todo.schema.json --format json",
  },
  run: async (line, io) => (await import("./check.js")).check(line, io),
});
