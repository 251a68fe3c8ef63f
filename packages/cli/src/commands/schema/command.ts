import { output, QUERY_FILES, READING, SCHEMA_FILES, TEXT_OR_JSON, TREE_FILES, TYPE_KEY } from "../../spec/shared.js";
import { type CommandLine, command, operand, option, options } from "../../spec/spec.js";

const FIELDS = option("--fields", "let child elements that only hold text become attributes (field elements)");

const INFER_OPTIONS = options([
  FIELDS,
  option("--stubs KIND", "documentation to fill in: empty, or examples with a value of the data", {
    choices: ["empty", "examples"],
  }),
  ...READING,
  option("--into FILE", "merge with this schema: show what would change in it", { completes: SCHEMA_FILES }),
  option("--write", "with --into: change the file", { needs: "into" }),
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
  operands: [operand("FILE...", TREE_FILES)],
  options: INFER_OPTIONS,
  examples: {
    "Print the schema of a tree.": "schema infer examples/mealplan/mealplan.json",
    "Write it to a file, with documentation to fill in.":
      "schema infer examples/todo/todo.xml --fields --stubs examples -o todo.schema.json",
    "What would new data change in the schema?":
      "schema infer examples/itinerary/itinerary.xml --into examples/itinerary/itinerary.schema.json",
  },
  load: async () => (await import("./infer.js")).infer,
});

const IMPORT_OPTIONS = options([
  { ...TYPE_KEY, summary: 'JSON Schema: the member whose text is the type of its object, "" for none. Default: type' },
  output(SCHEMA_FILES),
]);
export type ImportLine = CommandLine<typeof IMPORT_OPTIONS>;

export const schemaImport = command({
  name: "schema import",
  summary: "write the schema of a JSON Schema",
  description:
    "Reads a JSON Schema (draft 4 to 2020-12) and prints a schema of the trees of such data: references within the file, allOf joined, each branch of alternatives, required, bounds on items, enum and const, formats of dates and times, descriptions. What a schema can't express is reported; nothing is fetched.",
  operands: [operand("FILE")],
  options: IMPORT_OPTIONS,
  examples: {
    "From a JSON Schema.": "schema import examples/schemas/trips.definition.json",
    "To a file.": "schema import examples/schemas/trips.definition.json -o trips.schema.json",
    "No member names the type of its object.": "schema import examples/schemas/trips.definition.json --type-key ''",
  },
  load: async () => (await import("./importFile.js")).importFile,
});

const DIFF_OPTIONS = options([TEXT_OR_JSON]);
export type DiffLine = CommandLine<typeof DIFF_OPTIONS>;

export const schemaDiff = command({
  name: "schema diff",
  summary: "report a schema change, and which queries it breaks",
  description:
    "Prints the changes from one schema to another. With query files, folders of them or patterns, each query is compiled with both: it breaks if the " +
    "new schema gives it an error or a warning that it did not have. Queries that give other types of nodes are listed too. Exit code 1 if a " +
    "query breaks.",
  operands: [operand("OLD", SCHEMA_FILES), operand("NEW", SCHEMA_FILES), operand("[QUERIES...]", QUERY_FILES)],
  options: DIFF_OPTIONS,
  examples: {
    "Two versions of a schema.":
      "schema diff examples/schemas/trips.schema.json examples/schemas/trips-next.schema.json",
    "Which queries break? Exit code 1 if one does.":
      "schema diff examples/schemas/trips.schema.json examples/schemas/trips-next.schema.json examples/schemas/trips.sxp",
    "For programs, and all queries of a folder.":
      "schema diff examples/todo/todo.schema.json examples/todo/todo.schema.json examples/todo --format json",
  },
  load: async () => (await import("./diff.js")).diff,
});

const CHECK_OPTIONS = options([TEXT_OR_JSON]);
export type CheckSchemaLine = CommandLine<typeof CHECK_OPTIONS>;

export const schemaCheck = command({
  name: "schema check",
  summary: "report errors in schema files",
  description: "Reports what is wrong in schema files, with the place, a code and what to do.",
  operands: [operand("FILE.schema.json...", SCHEMA_FILES)],
  options: CHECK_OPTIONS,
  examples: {
    "Check one schema.": "schema check examples/itinerary/itinerary.schema.json",
    "Check several.": "schema check examples/todo/todo.schema.json examples/mealplan/mealplan.schema.json",
    "For programs.": "schema check examples/todo/todo.schema.json --format json",
  },
  load: async () => (await import("./check.js")).check,
});
