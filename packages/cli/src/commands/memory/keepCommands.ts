import { format, TEXT_OR_JSON } from "../../spec/shared.js";
import { type CommandLine, command, operand, option, options } from "../../spec/spec.js";
import { AT, FOLDER, YES } from "./shared.js";

const INIT_OPTIONS = options([
  option("--keep-last N", "how many versions of a task prune keeps. Default: all", {
    range: { whole: true, least: 1 },
  }),
]);
export type InitLine = CommandLine<typeof INIT_OPTIONS>;

export const init = command({
  name: "memory init",
  summary: "create an empty memory",
  description:
    "Creates a folder with a file, memory.db, that keeps trees with their versions. Any SQLite can read it; only sxp may write to it.",
  operands: [FOLDER],
  options: INIT_OPTIONS,
  examples: {
    "In this folder.": "memory init notebook",
    "A memory that keeps a hundred versions when it is pruned.": "memory init archive --keep-last 100",
    "Without colour.": "memory init plain --no-color",
  },
  load: async () => (await import("./keep.js")).init,
});

export const gc = command({
  name: "memory gc",
  summary: "give free space of a memory back",
  description: "Writes the file of the memory again without free pages, and takes over its log. All versions stay.",
  operands: [FOLDER],
  options: [],
  examples: {
    "Give free space back.": "memory gc trips",
    "In colour.": "memory gc trips --color",
    "Without colour.": "memory gc trips --no-color",
  },
  load: async () => (await import("./keep.js")).gc,
});

const PRUNE_OPTIONS = options([
  option("--task TASK", "only of this task"),
  option("--before VERSION", "versions before this one", { needs: "task" }),
  option("--keep-last N", "how many versions of each task to keep. Default: the setting of the memory", {
    range: { whole: true, least: 1 },
  }),
  option("--node KEY", "remove this node from every version; a key such as #17, may be repeated", {
    multiple: true,
    needs: "task",
  }),
  YES,
]);
export type PruneLine = CommandLine<typeof PRUNE_OPTIONS>;

export const prune = command({
  name: "memory prune",
  summary: "delete old versions permanently",
  description:
    "Rewrites the memory without them: their content is in no file afterwards, logs in the folder included. It says what it removed, and what others who read meanwhile have kept on the disk. Without --yes it shows what would be deleted, and changes no byte.",
  operands: [FOLDER],
  options: PRUNE_OPTIONS,
  examples: {
    "Show what would be deleted.": "memory prune trips --keep-last 1",
    "Do it.": "memory prune trips --keep-last 1 --yes",
    "Remove the content of deleted tasks.": "memory prune trips --yes",
  },
  load: async () => (await import("./keep.js")).prune,
});

const DOCTOR_OPTIONS = options([
  TEXT_OR_JSON,
  option("--expect FINGERPRINT", "that an earlier report gave: its events must still be there"),
]);
export type DoctorLine = CommandLine<typeof DOCTOR_OPTIONS>;

export const doctor = command({
  name: "memory doctor",
  summary: "check whether a memory is intact",
  description:
    "Reads every byte and every version: whether hashes, the chain of events, trees and changes agree. It reports what is damaged, and where, and changes nothing. With --expect it also finds that the newest events were taken away.",
  operands: [FOLDER],
  options: DOCTOR_OPTIONS,
  examples: {
    "Is it intact?": "memory doctor trips",
    "For programs.": "memory doctor trips --format json",
    "In colour.": "memory doctor trips --color",
  },
  load: async () => (await import("./keep.js")).doctor,
});

export const backup = command({
  name: "memory backup",
  summary: "copy a memory while it is in use",
  description:
    "Copies the memory as it is now, while others may write. Into a folder with an earlier backup of it only what is new is copied. Every byte is checked on the way.",
  operands: [FOLDER, operand("TO")],
  options: [],
  examples: {
    "Keep a copy.": "memory backup trips trips-copy",
    "In colour.": "memory backup trips trips-copy-2 --color",
    "Without colour.": "memory backup trips trips-copy-3 --no-color",
  },
  load: async () => (await import("./keep.js")).backup,
});

export const push = command({
  name: "memory push",
  summary: "copy to another memory what it lacks",
  description:
    "Adds the events that TO lacks, a folder or the memory on a server, which is made if it is missing. TO must be an earlier copy: if it has events of its own, nothing is written. A copy that was interrupted continues from its last step.",
  operands: [FOLDER, operand("TO")],
  options: [],
  examples: {
    "To another folder.": "memory push trips trips-shared",
    "Again: only what is new.": "memory push trips trips-shared --no-color",
    "In colour.": "memory push trips trips-other --color",
  },
  load: async () => (await import("./keep.js")).push,
});

export const pull = command({
  name: "memory pull",
  summary: "copy from another memory what is missing here",
  description:
    "The same as push in the other direction: adds the events of FROM that FOLDER lacks. FOLDER is made if it is missing.",
  operands: [FOLDER, operand("FROM")],
  options: [],
  examples: {
    "From a copy that somebody else has added to.": "memory pull trips-mine trips",
    "In colour.": "memory pull trips-mine-2 trips --color",
    "Without colour.": "memory pull trips-mine-3 trips --no-color",
  },
  load: async () => (await import("./keep.js")).pull,
});

export const exporting = command({
  name: "memory export",
  summary: "write a task as files that git can compare",
  description: "Writes a folder with the versions as XML or JSON, and their metadata. memory import reads it again.",
  operands: [FOLDER, "TASK", operand("TO")],
  options: [{ ...AT, summary: "only this version. Default: all" }, format("xml", "json")],
  examples: {
    "With its history.": "memory export trips acl acl-files",
    "As JSON.": "memory export trips acl acl-json --format json",
    "The first version.": "memory export trips acl acl-first --at 1",
  },
  load: async () => (await import("./keep.js")).exportTask,
});

const WATCH_OPTIONS = options([format("text", "jsonl")]);
export type WatchLine = CommandLine<typeof WATCH_OPTIONS>;

export const watch = command({
  name: "memory watch",
  summary: "show changes as they are made, until Ctrl-C",
  description: "Prints a line for each new version with its changes, also those of other processes.",
  operands: [FOLDER],
  options: WATCH_OPTIONS,
  examples: {
    "Look on.": "memory watch trips",
    "For programs, an object on each line.": "memory watch trips --format jsonl",
    "Without colour.": "memory watch trips --no-color",
  },
  load: async () => (await import("./keep.js")).watch,
});
