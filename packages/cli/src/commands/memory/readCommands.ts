import {
  format,
  IN_TREE,
  LIMIT,
  NOW,
  output,
  QUERY_OPERAND,
  RUNNING,
  TEXT_OR_JSON,
  TIMEOUT,
  TRACE,
  WHY,
} from "../../spec/shared.js";
import { type CommandLine, command, option, options } from "../../spec/spec.js";
import { AT, BRANCH, FOLDER } from "./shared.js";

export const list = command({
  name: "memory list",
  summary: "list the tasks of a memory",
  description:
    "Lists each task with its title, its branches, the number of its versions and nodes, and the time of its last change.",
  operands: [FOLDER],
  options: [TEXT_OR_JSON],
  examples: {
    "The tasks.": "memory list trips",
    "For programs.": "memory list trips --format json",
    "In colour.": "memory list trips --color",
  },
  load: async () => (await import("./read.js")).list,
});

const LOG_OPTIONS = options([
  { ...BRANCH, summary: "only the versions that led to the newest one of this branch" },
  { ...LIMIT, summary: "the K newest versions only" },
  option("--since DATE", "only versions committed at this time or later"),
  option("--by WHO", "only the versions of this author"),
  TEXT_OR_JSON,
]);
export type LogLine = CommandLine<typeof LOG_OPTIONS>;

export const log = command({
  name: "memory log",
  summary: "show the versions of a task, newest first",
  description:
    "Shows each version with its author, time and reason, and its changes in words. Lines on the left are branches.",
  operands: [FOLDER, "TASK"],
  options: LOG_OPTIONS,
  examples: {
    "The history.": "memory log trips acl",
    "The last two steps.": "memory log trips acl --limit 2",
    "What one author did, for programs.": "memory log trips acl --by ada --format json",
  },
  load: async () => (await import("./read.js")).log,
});

const SHOW_OPTIONS = options([
  AT,
  format("tree", "xml", "json", "yaml"),
  option("--keys", "show the key of each node, such as #17, which names it in updates"),
  option("--slots", "of conversations: each slot with its values over time, and what was not kept (text or json)"),
  output(),
]);
export type ShowLine = CommandLine<typeof SHOW_OPTIONS>;

export const show = command({
  name: "memory show",
  summary: "show a task as it is, or as it was",
  description:
    "Shows the newest version, or an older one, as a tree for people, or as XML, JSON or YAML that reads as the same tree.",
  operands: [FOLDER, "TASK"],
  options: SHOW_OPTIONS,
  examples: {
    "As it is.": "memory show trips acl",
    "As it was at first, with keys.": "memory show trips acl --at 1 --keys",
    "As XML, into a file.": "memory show trips acl --format xml -o acl.xml",
    "What is known from conversations.": "memory show talks conversation --slots",
  },
  load: async () => (await import("./read.js")).show,
});

export const diff = command({
  name: "memory diff",
  summary: "show what differs between two versions",
  description:
    "FROM and TO are versions: numbers, -1 for the newest of all, -2 for the one before, or branches. TO defaults to the newest version of main, FROM to the version before it.",
  operands: [FOLDER, "TASK", "[FROM]", "[TO]"],
  options: [TEXT_OR_JSON],
  examples: {
    "What the last step changed.": "memory diff trips acl",
    "What has changed since the first version.": "memory diff trips acl 1",
    "Between two versions, for programs.": "memory diff trips acl 1 2 --format json",
  },
  load: async () => (await import("./read.js")).diff,
});

const BLAME_OPTIONS = options([AT, TEXT_OR_JSON]);
export type BlameLine = CommandLine<typeof BLAME_OPTIONS>;

export const blame = command({
  name: "memory blame",
  summary: "show which version last changed each part of a node",
  description:
    "NODE is a key such as #17, or a query that finds one node. For the node, each of its attributes and its text, shows the version that last changed it, with author and reason.",
  operands: [FOLDER, "TASK", "NODE"],
  options: BLAME_OPTIONS,
  examples: {
    "Who changed this place?": "memory blame trips acl '/Itinerary/Day[1]/POI[1]'",
    "By its key.": "memory blame trips acl '#2'",
    "For programs.": "memory blame trips acl '#2' --format json",
  },
  load: async () => (await import("./read.js")).blame,
});

const QUERY_OPTIONS = options([
  option("--task TASK", "query this task; / is its root. Default: the whole memory, /Memory/Task/Version"),
  { ...AT, needs: "task" },
  ...RUNNING,
  IN_TREE,
  TRACE,
  ...WHY,
  option("--report FILE", "write a page that shows the run"),
  NOW,
  TIMEOUT,
]);
export type QueryLine = CommandLine<typeof QUERY_OPTIONS>;

export const query = command({
  name: "memory query",
  summary: "query a memory: a task, an old version, or all of history",
  description:
    "The whole memory is one tree: /Memory/Task/Version, and below each version the tree as it was. With --task the tree is that of one task, with --at that of an older version.",
  operands: [FOLDER, QUERY_OPERAND],
  options: QUERY_OPTIONS,
  examples: {
    "The newest version of a task.": `memory query trips '//POI[node =~ "museum"]' --task acl --limit 3`,
    "As it was at first.": "memory query trips '/Itinerary/Day[2]/POI' --task acl --at 1 --format paths",
    "Over all tasks and versions.": `memory query trips '/Memory/Task[@name = "acl"]/Version[1]//POI[node =~ "museum"]' --limit 3`,
  },
  load: async () => (await import("./query.js")).query,
});
