import type { TEXT_OR_JSON } from "../../spec/shared.js";
import { type CommandLine, operand, option } from "../../spec/spec.js";

/** Operands and options that the commands about a memory have in common. */

export const FOLDER = operand("FOLDER");

export const BRANCH = option("-b, --branch NAME", "the branch. Default: main");

export const AT = option(
  "--at VERSION",
  "the version: its number, -1 for the newest of all, or a branch for its newest. Default: main",
);

const PROVENANCE = [
  option("--author WHO", "the author of the change; kept with the version"),
  option("-m, --reason TEXT", "the reason; kept with the version"),
  option("--turn ID", "the turn of a conversation that led to the change"),
  option("--time DATE", "the time of the event in the world: a date, or a date and time with its zone"),
] as const;

/** Options of every command that makes a version. */
export const WRITING = [
  ...PROVENANCE,
  option("--if-version N", "only if this is still the newest version of the branch", {
    range: { whole: true, least: 1 },
  }),
  option("--key KEY", "a key that you choose: repeating the command with it changes nothing more"),
] as const;

/** Options of creating, without an earlier version. */
export const CREATING = PROVENANCE;

export const DRY_RUN = option("-n, --dry-run", "show what would change, and write nothing");

export const YES = option("-y, --yes", "do it");

export const RESOLVE = option(
  "--resolve SIDE",
  "what to take if both sides changed the same: ours or theirs. Default: list the conflicts, and write nothing",
  { choices: ["ours", "theirs"] },
);

/** Line of a command with the format as its only option. */
export type FormatLine = CommandLine<readonly [typeof TEXT_OR_JSON]>;
