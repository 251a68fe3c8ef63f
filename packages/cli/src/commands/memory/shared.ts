import { ANY_FILES } from "../../spec/shared.js";

/** Operands and options that the commands about a memory have in common. */

export const FOLDER = { name: "FOLDER", required: true, completes: ANY_FILES } as const;
export const TASK = { name: "TASK", required: true } as const;

export const BRANCH = {
  name: "branch",
  short: "b",
  summary: "the branch. Default: main",
  value: { name: "NAME" },
} as const;

export const AT = {
  name: "at",
  summary: "the version: its number, -1 for the newest of all, or a branch for its newest. Default: main",
  value: { name: "VERSION" },
} as const;

const PROVENANCE = [
  { name: "author", summary: "the author of the change; kept with the version", value: { name: "WHO" } },
  { name: "reason", short: "m", summary: "the reason; kept with the version", value: { name: "TEXT" } },
  { name: "turn", summary: "the turn of a conversation that led to the change", value: { name: "ID" } },
  {
    name: "time",
    summary: "the time of the event in the world: a date, or a date and time with its zone",
    value: { name: "DATE" },
  },
] as const;

/** Of every command that makes a version. */
export const WRITING = [
  ...PROVENANCE,
  {
    name: "if-version",
    summary: "only if this is still the newest version of the branch",
    value: { name: "N", type: "number", range: { whole: true, least: 1 } },
  },
  {
    name: "key",
    summary: "a key that you choose: repeating the command with it changes nothing more",
    value: { name: "KEY" },
  },
] as const;

/** Of creating, where there is no version before. */
export const CREATING = PROVENANCE;

export const DRY_RUN = { name: "dry-run", short: "n", summary: "show what would change, and write nothing" } as const;

export const YES = { name: "yes", short: "y", summary: "do it" } as const;

export const RESOLVE = {
  name: "resolve",
  summary:
    "what to take if both sides changed the same: ours or theirs. Default: list the conflicts, and write nothing",
  value: { name: "SIDE", choices: ["ours", "theirs"] },
} as const;
