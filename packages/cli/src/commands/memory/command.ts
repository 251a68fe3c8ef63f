import {
  ANY_FILES,
  DATA,
  format,
  LANGUAGE,
  LIMIT,
  MIN_SCORE,
  NO_CACHE,
  NOW,
  output,
  PARAM,
  QUERY_FILES,
  QUERY_NAME,
  QUERY_OPERAND,
  READING,
  SCHEMA,
  SCORER,
  TIMEOUT,
} from "../../spec/shared.js";
import { type CommandLine, type CommandSpec, command, options } from "../../spec/spec.js";
import { AT, BRANCH, CREATING, DRY_RUN, FOLDER, RESOLVE, TASK, WRITING, YES } from "./shared.js";

/**
 * The commands about a memory: a folder with tasks, each a tree with all its versions. What they do is in the files beside, which are loaded when one
 * of them runs.
 */

const init = command({
  name: "memory init",
  summary: "make an empty memory",
  description:
    "Makes a folder in which versions of trees are kept. The folder may be there already if it is empty. Nothing else writes into it than sxp.",
  operands: [FOLDER],
  options: [
    {
      name: "keep-last",
      summary: "how many versions of a task prune keeps. Default: all",
      value: { name: "N", type: "number", range: { whole: true, least: 1 } },
    },
  ],
  examples: {
    "In this folder.": "memory init notebook",
    "One that keeps a hundred versions when it is pruned.": "memory init archive --keep-last 100",
    "Without colour.": "memory init plain --no-color",
  },
  run: async ({ operands: [folder = ""], options }, io) =>
    (await import("./keep.js")).init(folder, options["keep-last"], io),
});

const CREATE_OPTIONS = options([
  { ...DATA, summary: "what the task holds at first: a file or a folder" },
  ...READING,
  SCHEMA,
  { name: "title", summary: "what people call it", value: { name: "TEXT" } },
  { name: "description", summary: "what it is for", value: { name: "TEXT" } },
  ...CREATING,
]);
export type CreateLine = CommandLine<typeof CREATE_OPTIONS>;

const create = command({
  name: "memory create",
  summary: "put a tree into a memory as a new task",
  description:
    "Reads data and keeps it as the first version of a task. With a schema every later change is checked against it.",
  operands: [FOLDER, TASK],
  options: CREATE_OPTIONS,
  examples: {
    "A plan with its schema.":
      "memory create trips acl --data examples/itinerary/itinerary.xml --schema examples/itinerary/itinerary.schema.json",
    "With a title to find it by.":
      'memory create trips meals --data examples/mealplan/mealplan.json --title "Meals of the week"',
    "Say who and why.":
      'memory create trips todo --data examples/todo/todo.xml --author ada --reason "moved from the notebook"',
  },
  run: async (line, io) => (await import("./write.js")).create(line, io),
});

const list = command({
  name: "memory list",
  summary: "list the tasks of a memory",
  description:
    "Each task with its title, its branches, how many versions and nodes it has, and when it was changed last.",
  operands: [FOLDER],
  options: [format("text", "json")],
  examples: {
    "The tasks.": "memory list trips",
    "For programs.": "memory list trips --format json",
    "In colour.": "memory list trips --color",
  },
  run: async ({ operands: [folder = ""], options }, io) => (await import("./read.js")).list(folder, options.format, io),
});

const LOG_OPTIONS = options([
  { ...BRANCH, summary: "only what led to the newest version of this branch" },
  { ...LIMIT, summary: "at most the K newest" },
  { name: "since", summary: "committed then or later", value: { name: "DATE" } },
  { name: "by", summary: "only what this author changed", value: { name: "WHO" } },
  format("text", "json"),
]);
export type LogLine = CommandLine<typeof LOG_OPTIONS>;

const log = command({
  name: "memory log",
  summary: "show the versions of a task, newest first",
  description:
    "Each version with who made it, when and why, and what it changed, in words. Lines on the left are branches.",
  operands: [FOLDER, TASK],
  options: LOG_OPTIONS,
  examples: {
    "The history.": "memory log trips acl",
    "The last two steps.": "memory log trips acl --limit 2",
    "What one author did, for programs.": "memory log trips acl --by ada --format json",
  },
  run: async (line, io) => (await import("./read.js")).log(line, io),
});

const SHOW_OPTIONS = options([
  AT,
  format("tree", "xml", "json", "yaml"),
  { name: "keys", summary: "with the key of each node, as #17: what a change can be aimed at" },
  output(ANY_FILES),
]);
export type ShowLine = CommandLine<typeof SHOW_OPTIONS>;

const show = command({
  name: "memory show",
  summary: "show a task as it is, or as it was",
  description:
    "The newest version, or an older one, as a tree for people, or as XML, JSON or YAML that reads as the same tree.",
  operands: [FOLDER, TASK],
  options: SHOW_OPTIONS,
  examples: {
    "As it is.": "memory show trips acl",
    "As it was at first, with keys.": "memory show trips acl --at 1 --keys",
    "As XML, into a file.": "memory show trips acl --format xml -o acl.xml",
  },
  run: async (line, io) => (await import("./read.js")).show(line, io),
});

const DIFF_OPTIONS = options([format("text", "json")]);
export type DiffLine = CommandLine<typeof DIFF_OPTIONS>;

const diff = command({
  name: "memory diff",
  summary: "show what differs between two versions",
  description:
    "FROM and TO are versions: numbers, -1 for the newest of all, -2 for the one before, or branches. Without TO it is the newest of main, without FROM the version before.",
  operands: [FOLDER, TASK, { name: "FROM" }, { name: "TO" }],
  options: DIFF_OPTIONS,
  examples: {
    "What the last step changed.": "memory diff trips acl",
    "What has changed since the first version.": "memory diff trips acl 1",
    "Between two versions, for programs.": "memory diff trips acl 1 2 --format json",
  },
  run: async (line, io) => (await import("./read.js")).diff(line, io),
});

const blame = command({
  name: "memory blame",
  summary: "show which version made a node as it is",
  description:
    "NODE is a key such as #17, or a query that finds one node. For the node, and each of its attributes and its text, the version that said it last, with who and why.",
  operands: [FOLDER, TASK, { name: "NODE", required: true }],
  options: [AT, format("text", "json")],
  examples: {
    "Who changed this place?": "memory blame trips acl '/Itinerary/Day[1]/POI[1]'",
    "By its key.": "memory blame trips acl '#2'",
    "For programs.": "memory blame trips acl '#2' --format json",
  },
  run: async ({ operands: [folder = "", task = "", node = ""], options }, io) =>
    (await import("./read.js")).blame({ folder, task, node, ...options }, io),
});

const QUERY_OPTIONS = options([
  {
    name: "task",
    summary: "query this task; / is its root. Default: the whole memory, /Memory/Task/Version",
    value: { name: "TASK" },
  },
  { ...AT, needs: "task" },
  QUERY_NAME,
  PARAM,
  SCORER,
  LANGUAGE,
  NO_CACHE,
  LIMIT,
  MIN_SCORE,
  format("text", "json", "paths", "values", "jsonl", "csv"),
  { name: "tree", short: "t", summary: "show the results in their place in the tree" },
  {
    name: "trace",
    summary: "write what the run did to a file, as JSON",
    value: { name: "FILE", completes: ANY_FILES },
  },
  { name: "why", summary: "say why this node is in the result, instead of printing it", value: { name: "PATH" } },
  { name: "why-not", summary: "say why this node is not in it, and the smallest change", value: { name: "PATH" } },
  { name: "report", summary: "write a page that shows the run", value: { name: "FILE", completes: ANY_FILES } },
  NOW,
  TIMEOUT,
]);
export type QueryLine = CommandLine<typeof QUERY_OPTIONS>;

const query = command({
  name: "memory query",
  summary: "query a memory: a task, an old version, or all of history",
  description:
    "The whole memory is one tree: /Memory/Task/Version, and below each version the tree as it was. With --task it is the tree of one task, with --at of an older version.",
  operands: [FOLDER, QUERY_OPERAND],
  options: QUERY_OPTIONS,
  examples: {
    "The newest version of a task.": `memory query trips '//POI[node =~ "museum"]' --task acl --limit 3`,
    "As it was at first.": "memory query trips '/Itinerary/Day[2]/POI' --task acl --at 1 --format paths",
    "Over all tasks and versions.": `memory query trips '/Memory/Task[@name = "acl"]/Version[1]//POI[node =~ "museum"]' --limit 3`,
  },
  run: async (line, io) => (await import("./query.js")).query(line, io),
});

const UPDATE_OPTIONS = options([
  { ...QUERY_NAME, name: "update", short: "u", summary: "which update of the file; needed if it declares several" },
  PARAM,
  SCORER,
  LANGUAGE,
  BRANCH,
  {
    name: "json",
    summary: "UPDATE is a list of operations as JSON, as tools give it",
  },
  DRY_RUN,
  {
    name: "confidence",
    summary: "the least weight of a target that is found by relevance; below it sxp asks. Default 0.5",
    value: { name: "S", type: "number", range: { least: 0, most: 1 } },
  },
  { name: "allow-broken", summary: "write even where the schema's bounds on how many children are broken" },
  {
    name: "duplicates",
    summary: "what to do about what is inserted and nearly there already: report (default), refuse, skip",
    value: { name: "HOW", choices: ["report", "refuse", "skip"] },
  },
  ...WRITING,
  NOW,
  format("text", "json"),
]);
export type UpdateLine = CommandLine<typeof UPDATE_OPTIONS>;

const update = command({
  name: "memory update",
  summary: "change a task; every change is a new version",
  description:
    "UPDATE is the text of an update, such as delete node //POI[3], or a file that ends in .sxp. All of it is made as one new version, or nothing. What it would break is said before anything is written, and a target that is found by relevance and is not clear is asked for.",
  operands: [FOLDER, TASK, { name: "UPDATE|FILE.sxp", required: true, completes: QUERY_FILES }],
  options: UPDATE_OPTIONS,
  examples: {
    "See what it would change.": "memory update trips acl 'delete node /Itinerary/Day[1]/POI[1]' --dry-run",
    "Change it, and say who and why.": `memory update trips todo 'replace value of node //Task[2]/@status with "Done"' --author ada --reason "finished on Monday"`,
    "With an argument.":
      "memory update trips todo 'replace value of node //Task[3]/@status with $status' --param status=Done",
  },
  run: async (line, io) => (await import("./write.js")).update(line, io),
});

const REVERT_OPTIONS = options([BRANCH, RESOLVE, DRY_RUN, ...WRITING, format("text", "json")]);
export type RevertLine = CommandLine<typeof REVERT_OPTIONS>;

const revert = command({
  name: "memory revert",
  summary: "undo what one version changed; later changes stay",
  description:
    "Makes a new version without the changes of VERSION. Where later versions changed the same, it lists the conflicts and writes nothing.",
  operands: [FOLDER, TASK, { name: "VERSION", required: true }],
  options: REVERT_OPTIONS,
  examples: {
    "See what it would change.": "memory revert trips acl 2 --dry-run",
    "Undo it.": 'memory revert trips acl 2 --reason "it was a mistake"',
    "In case of a conflict keep what is there.": "memory revert trips todo 2 --resolve ours",
  },
  run: async (line, io) => (await import("./write.js")).revert(line, io),
});

const restore = command({
  name: "memory restore",
  summary: "make an old version the newest one again",
  description: "Makes a new version that says what VERSION said. Nothing of the history goes away.",
  operands: [FOLDER, TASK, { name: "VERSION", required: true }],
  options: options([BRANCH, DRY_RUN, ...WRITING, format("text", "json")]),
  examples: {
    "Back to the beginning.": "memory restore trips acl 1",
    "See what it would change.": "memory restore trips acl 1 --dry-run",
    "Say why.": 'memory restore trips acl 1 --reason "start again"',
  },
  run: async ({ operands, options }, io) => (await import("./write.js")).restore({ operands, options }, io),
});

const branch = command({
  name: "memory branch",
  summary: "list, make or take away branches of a task",
  description:
    "Without NAME it lists them. A new branch begins at a version and costs next to nothing, however large the tree.",
  operands: [FOLDER, TASK, { name: "NAME" }],
  options: [
    { ...AT, summary: "where it begins. Default: the newest version of main" },
    { name: "delete", summary: "take the branch away; its versions stay, by their numbers" },
    format("text", "json"),
  ],
  examples: {
    "List them.": "memory branch trips acl",
    "Try something.": "memory branch trips acl rainy-days",
    "From an older version.": "memory branch trips acl from-the-start --at 1",
  },
  run: async ({ operands: [folder = "", task = "", name], options }, io) =>
    (await import("./write.js")).branch({ folder, task, name, ...options }, io),
});

const MERGE_OPTIONS = options([
  { name: "into", summary: "the branch that gets it. Default: main", value: { name: "BRANCH" } },
  RESOLVE,
  DRY_RUN,
  ...WRITING,
  format("text", "json"),
]);
export type MergeLine = CommandLine<typeof MERGE_OPTIONS>;

const merge = command({
  name: "memory merge",
  summary: "bring the changes of a branch into another one",
  description:
    "Node by node, from where the two parted. Where both changed the same, it lists the conflicts and writes nothing.",
  operands: [FOLDER, TASK, { name: "BRANCH", required: true }],
  options: MERGE_OPTIONS,
  examples: {
    "See what it would change.": "memory merge trips acl draft --dry-run",
    "Into main.": "memory merge trips acl draft",
    "Where both changed the same, take those of the branch.": "memory merge trips acl draft --resolve theirs",
  },
  run: async (line, io) => (await import("./write.js")).merge(line, io),
});

const remove = command({
  name: "memory delete",
  summary: "take a task away",
  description: "Without --yes it says what would go. What the task said is in the files until memory prune.",
  operands: [FOLDER, TASK],
  options: [YES],
  examples: {
    "What would go.": "memory delete trips meals",
    "Do it.": "memory delete trips meals --yes",
    "Without colour.": "memory delete trips acl --no-color",
  },
  run: async ({ operands: [folder = "", task = ""], options }, io) =>
    (await import("./write.js")).remove(folder, task, options.yes, io),
});

const gc = command({
  name: "memory gc",
  summary: "put the files of a memory in order",
  description:
    "Packs small files into larger ones, and takes away what writers left that were killed. No version goes away.",
  operands: [FOLDER],
  options: [],
  examples: {
    "Put it in order.": "memory gc trips",
    "In colour.": "memory gc trips --color",
    "Without colour.": "memory gc trips --no-color",
  },
  run: async ({ operands: [folder = ""] }, io) => (await import("./keep.js")).gc(folder, io),
});

const PRUNE_OPTIONS = options([
  { name: "task", summary: "only of this task", value: { name: "TASK" } },
  { name: "before", summary: "versions before this one", value: { name: "VERSION" }, needs: "task" },
  {
    name: "keep-last",
    summary: "keep so many versions of each task. Default: as the memory was made",
    value: { name: "N", type: "number", range: { whole: true, least: 1 } },
  },
  {
    name: "node",
    summary: "take what this node said out of every version; a key such as #17, may be repeated",
    value: { name: "KEY", multiple: true },
    needs: "task",
  },
  YES,
]);
export type PruneLine = CommandLine<typeof PRUNE_OPTIONS>;

const prune = command({
  name: "memory prune",
  summary: "delete old versions for good",
  description:
    "Writes the memory anew without them: what they alone said is in no file afterwards, caches and logs in the folder included. Without --yes it says what would go.",
  operands: [FOLDER],
  options: PRUNE_OPTIONS,
  examples: {
    "What would go.": "memory prune trips --keep-last 1",
    "Do it.": "memory prune trips --keep-last 1 --yes",
    "What deleted tasks said.": "memory prune trips --yes",
  },
  run: async (line, io) => (await import("./keep.js")).prune(line, io),
});

const doctor = command({
  name: "memory doctor",
  summary: "look whether a memory is whole",
  description:
    "Reads every file and every version, and says what is wrong, where, and what is lost. It changes nothing.",
  operands: [FOLDER],
  options: [format("text", "json")],
  examples: {
    "Is it whole?": "memory doctor trips",
    "For programs.": "memory doctor trips --format json",
    "In colour.": "memory doctor trips --color",
  },
  run: async ({ operands: [folder = ""], options }, io) =>
    (await import("./keep.js")).doctor(folder, options.format, io),
});

const backup = command({
  name: "memory backup",
  summary: "copy a memory while it is in use",
  description:
    "Copies it to a folder that is new or empty, as it is at this moment; others may go on writing. Every byte is checked on the way.",
  operands: [FOLDER, { name: "TO", required: true, completes: ANY_FILES }],
  options: [],
  examples: {
    "Keep a copy.": "memory backup trips trips-copy",
    "In colour.": "memory backup trips trips-copy-2 --color",
    "Without colour.": "memory backup trips trips-copy-3 --no-color",
  },
  run: async ({ operands: [folder = "", to = ""] }, io) => (await import("./keep.js")).backup(folder, to, io),
});

const exporting = command({
  name: "memory export",
  summary: "write a task as files that git can compare",
  description: "A folder with the versions as XML or JSON, and what is known about each. memory import reads it again.",
  operands: [FOLDER, TASK, { name: "TO", required: true, completes: ANY_FILES }],
  options: [{ ...AT, summary: "only this version. Default: all" }, format("xml", "json")],
  examples: {
    "With its history.": "memory export trips acl acl-files",
    "As JSON.": "memory export trips acl acl-json --format json",
    "The first version.": "memory export trips acl acl-first --at 1",
  },
  run: async ({ operands: [folder = "", task = "", to = ""], options }, io) =>
    (await import("./keep.js")).exportTask({ folder, task, to, ...options }, io),
});

const importing = command({
  name: "memory import",
  summary: "bring in a task that was exported, or a newer tree of a task",
  description:
    "FROM is what memory export wrote; its history comes along under the name TASK. Else it is any data: the next version of the task, in which nodes that are still there keep their keys.",
  operands: [FOLDER, TASK, { name: "FROM", required: true, completes: ANY_FILES }],
  options: options([BRANCH, DRY_RUN, ...WRITING, ...READING]),
  examples: {
    "A file that was edited by hand.": "memory import trips acl examples/itinerary/itinerary.xml",
    "See what it would change.": "memory import trips todo examples/todo/todo.xml --dry-run",
    "Say where it is from.": 'memory import trips meals examples/mealplan/mealplan.json --reason "new export"',
  },
  run: async ({ operands, options }, io) => (await import("./write.js")).importData({ operands, options }, io),
});

const watch = command({
  name: "memory watch",
  summary: "show changes as they are made, until Ctrl-C",
  description: "Also those of other processes. One line for each version, with what it changed.",
  operands: [FOLDER],
  options: [format("text", "jsonl")],
  examples: {
    "Look on.": "memory watch trips",
    "For programs, an object on each line.": "memory watch trips --format jsonl",
    "Without colour.": "memory watch trips --no-color",
  },
  run: async ({ operands: [folder = ""], options }, io) =>
    (await import("./keep.js")).watch(folder, options.format, io),
});

/** In the order of the help. */
export const MEMORY_COMMANDS: readonly CommandSpec[] = [
  init,
  create,
  list,
  show,
  query,
  update,
  log,
  diff,
  blame,
  revert,
  restore,
  branch,
  merge,
  importing,
  exporting,
  remove,
  prune,
  gc,
  doctor,
  backup,
  watch,
];
