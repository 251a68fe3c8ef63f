import {
  DATA,
  LANGUAGE,
  NOW,
  PARAM,
  QUERY_FILES,
  QUERY_NAME,
  READING,
  SCHEMA,
  SCORER,
  TEXT_OR_JSON,
} from "../../spec/shared.js";
import { type CommandLine, command, operand, option, options } from "../../spec/spec.js";
import { AT, BRANCH, CREATING, DRY_RUN, FOLDER, RESOLVE, WRITING, YES } from "./shared.js";

const CREATE_OPTIONS = options([
  { ...DATA, summary: "the first tree of the task: a file or a folder" },
  ...READING,
  SCHEMA,
  option("--title TEXT", "the title that people see"),
  option("--description TEXT", "the purpose of the task"),
  ...CREATING,
  TEXT_OR_JSON,
]);
export type CreateLine = CommandLine<typeof CREATE_OPTIONS>;

export const create = command({
  name: "memory create",
  summary: "put a tree into a memory as a new task",
  description:
    "Reads data and saves it as the first version of a task. With a schema every later change is checked against it.",
  operands: [FOLDER, "TASK"],
  options: CREATE_OPTIONS,
  examples: {
    "A plan with its schema.":
      "memory create trips acl --data examples/itinerary/itinerary.xml --schema examples/itinerary/itinerary.schema.json",
    "With a title to find it by.":
      'memory create trips meals --data examples/mealplan/mealplan.json --title "Meals of the week"',
    "Say who and why.":
      'memory create trips todo --data examples/todo/todo.xml --author ada --reason "moved from the notebook"',
  },
  load: async () => (await import("./write.js")).create,
});

const UPDATE_OPTIONS = options([
  { ...QUERY_NAME, name: "update", short: "u", summary: "which update of the file; needed if it declares several" },
  PARAM,
  SCORER,
  LANGUAGE,
  BRANCH,
  option("--json", "UPDATE is a list of operations in JSON, as tools send it"),
  DRY_RUN,
  option(
    "--confidence S",
    "the minimum weight of a target that is found by relevance; below it sxp asks. Default 0.3",
    { range: { least: 0, most: 1 } },
  ),
  option("--allow-broken", "write even if the schema's bounds on the number of children are broken"),
  option(
    "--supersedes KEY",
    "the node whose place the one inserted node takes: its key, or a query. It stays, marked with its successor",
  ),
  option("--duplicates HOW", "what to do if nearly the same content exists: report (default), refuse, skip", {
    choices: ["report", "refuse", "skip"],
  }),
  ...WRITING,
  NOW,
  TEXT_OR_JSON,
]);
export type UpdateLine = CommandLine<typeof UPDATE_OPTIONS>;

export const update = command({
  name: "memory update",
  summary: "change a task; every change is a new version",
  description:
    "UPDATE is the text of an update, such as delete node //POI[3], or a file that ends in .sxp. It creates one new version, or changes nothing. The schema is checked before anything is written, and if a target that is found by relevance is not clear, sxp asks. With --format json every command that writes prints task, branch, base (the version before), status, version, isDryRun and changes.",
  operands: [FOLDER, "TASK", operand("UPDATE|FILE.sxp", QUERY_FILES)],
  options: UPDATE_OPTIONS,
  examples: {
    "See what it would change.": "memory update trips acl 'delete node /Itinerary/Day[1]/POI[1]' --dry-run",
    "Change it, and say who and why.": `memory update trips todo 'replace value of node //Task[2]/@status with "Done"' --author ada --reason "finished on Monday"`,
    "With an argument.":
      "memory update trips todo 'replace value of node //Task[3]/@status with $status' --param status=Done",
    "In place of an older node, which stays, from a day on.": `memory update trips todo 'insert node <Task title="Draft the methods and the sampling plan"/> into /TodoList/Category[1]/Project[1]' --supersedes '//Task[@id = "t02"]' --time 2026-10-01`,
  },
  load: async () => (await import("./write.js")).update,
});

const REVERT_OPTIONS = options([BRANCH, RESOLVE, DRY_RUN, ...WRITING, TEXT_OR_JSON]);
export type RevertLine = CommandLine<typeof REVERT_OPTIONS>;

export const revert = command({
  name: "memory revert",
  summary: "undo what one version changed; later changes stay",
  description:
    "Creates a new version without the changes of VERSION. If later versions changed the same, it lists the conflicts and writes nothing.",
  operands: [FOLDER, "TASK", "VERSION"],
  options: REVERT_OPTIONS,
  examples: {
    "See what it would change.": "memory revert trips acl 2 --dry-run",
    "Undo it.": 'memory revert trips acl 2 --reason "the wrong day"',
    "In case of a conflict keep what is there.": "memory revert trips todo 2 --resolve ours",
  },
  load: async () => (await import("./write.js")).revert,
});

export const restore = command({
  name: "memory restore",
  summary: "make an old version the newest one again",
  description: "Creates a new version with the content of VERSION. The history stays.",
  operands: [FOLDER, "TASK", "VERSION"],
  options: options([BRANCH, DRY_RUN, ...WRITING, TEXT_OR_JSON]),
  examples: {
    "Back to the beginning.": "memory restore trips acl 1",
    "See what it would change.": "memory restore trips acl 1 --dry-run",
    "Say why.": 'memory restore trips acl 1 --reason "start again"',
  },
  load: async () => (await import("./write.js")).restore,
});

export const branch = command({
  name: "memory branch",
  summary: "list, create or delete branches of a task",
  description:
    "Without NAME it lists the branches. A new branch starts at a version and costs next to nothing, however large the tree.",
  operands: [FOLDER, "TASK", "[NAME]"],
  options: [
    { ...AT, summary: "the version where it starts. Default: the newest of main" },
    option("--delete", "delete the branch; its versions stay, by their numbers"),
    TEXT_OR_JSON,
  ],
  examples: {
    "List them.": "memory branch trips acl",
    "Try something.": "memory branch trips acl rainy-days",
    "From an older version.": "memory branch trips acl from-the-start --at 1",
  },
  load: async () => (await import("./write.js")).branch,
});

const MERGE_OPTIONS = options([
  option("--into BRANCH", "the branch to merge into. Default: main"),
  RESOLVE,
  DRY_RUN,
  ...WRITING,
  TEXT_OR_JSON,
]);
export type MergeLine = CommandLine<typeof MERGE_OPTIONS>;

export const merge = command({
  name: "memory merge",
  summary: "merge the changes of a branch into another one",
  description:
    "Merges node by node, from the version where the two branched. If both changed the same, it lists the conflicts and writes nothing; with --format json conflicts has path, part, base, ours and theirs of each, and resolve what each --resolve does.",
  operands: [FOLDER, "TASK", "BRANCH"],
  options: MERGE_OPTIONS,
  examples: {
    "See what it would change.": "memory merge trips acl draft --dry-run",
    "Into main.": "memory merge trips acl draft",
    "Where both changed the same, take those of the branch.": "memory merge trips acl draft --resolve theirs",
  },
  load: async () => (await import("./write.js")).merge,
});

export const remove = command({
  name: "memory delete",
  summary: "delete a task",
  description:
    "Without --yes it shows what would be deleted. The content of the task stays in the files until memory prune.",
  operands: [FOLDER, "TASK"],
  options: [YES, TEXT_OR_JSON],
  examples: {
    "Show what would be deleted.": "memory delete trips meals",
    "Do it.": "memory delete trips meals --yes",
    "Without colour.": "memory delete trips acl --no-color",
  },
  load: async () => (await import("./write.js")).remove,
});

export const importing = command({
  name: "memory import",
  summary: "import an exported task, or a newer tree of a task",
  description:
    "FROM is a folder that memory export wrote, which is imported with its history under the name TASK. Or it is any data, which becomes the next version of the task; nodes that still exist keep their keys.",
  operands: [FOLDER, "TASK", operand("FROM")],
  options: options([BRANCH, DRY_RUN, ...WRITING, ...READING, TEXT_OR_JSON]),
  examples: {
    "A file that was edited by hand.": "memory import trips acl examples/itinerary/itinerary.xml",
    "See what it would change.": "memory import trips todo examples/todo/todo.xml --dry-run",
    "Say where it is from.": 'memory import trips meals examples/mealplan/mealplan.json --reason "new export"',
  },
  load: async () => (await import("./write.js")).importData,
});
