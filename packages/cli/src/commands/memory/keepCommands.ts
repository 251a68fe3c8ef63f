import { ANY_FILES, format } from "../../spec/shared.js";
import { type CommandLine, command, options } from "../../spec/spec.js";
import { AT, FOLDER, TASK, YES } from "./shared.js";

export const init = command({
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

export const gc = command({
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

export const prune = command({
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

export const doctor = command({
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

export const backup = command({
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

export const exporting = command({
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

export const watch = command({
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
