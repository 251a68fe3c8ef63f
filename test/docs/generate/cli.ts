import { COMMANDS } from "../../../packages/cli/src/commands/table.js";
import { commonOf, SCORERS } from "../../../packages/cli/src/spec/shared.js";
import type { CommandSpec, OptionSpec } from "../../../packages/cli/src/spec/spec.js";
import { EXIT, EXIT_MEANINGS } from "../../../packages/cli/src/stop.js";
import { code, fenced, generatedFrom, page, plain, table } from "./markdown.js";

const usageOf = ({ name, operands }: CommandSpec): string =>
  ["sxp", name, ...operands.map(({ usage }) => usage)].join(" ");

const optionRow = ({ name, short, value, summary }: OptionSpec): readonly string[] => [
  `${short === undefined ? "" : `\`-${short}\`, `}${code(value === undefined ? `--${name}` : `--${name} ${value.name}`)}`,
  plain(summary),
];

/** Served until they are stopped, so no test runs them from here. */
const SERVES = /^(?:mcp|studio|lsp|debug)$/;

const [RUN] = COMMANDS;

/** Whether an option says the same as that of `run`, which is shown once. */
const isAsInRun = (command: CommandSpec, option: OptionSpec): boolean =>
  command !== RUN && RUN!.options.some(({ name, summary }) => name === option.name && summary === option.summary);

function sectionOf(command: CommandSpec): string {
  const { name, description, examples } = command;
  const shared = command.options.filter((option) => isAsInRun(command, option));
  const options = command.options.filter((option) => !shared.includes(option));
  const lines = examples.map(({ line, says }) => `# ${says}\n${SERVES.test(name) ? "sxp" : "npx sxp"} ${line}`);
  return [
    `## ${name}`,
    code(usageOf(command)),
    plain(description),
    options.length === 0 ? "" : table(["option", "meaning"], options.map(optionRow)),
    shared.length === 0 ? "" : `As in [run](#run): ${shared.map(({ name: same }) => code(`--${same}`)).join(", ")}.`,
    fenced("sh", lines.join("\n")),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const linkOf = ({ name }: CommandSpec): string => `[${name}](#${name.replaceAll(" ", "-")})`;

export const cliPage = (): string =>
  page(
    generatedFrom("packages/cli/src/commands"),
    "# The command `sxp`",
    "`sxp help COMMAND` prints a section of this page. Results go to standard output and everything about them to standard error, so a pipe gets only results. Quote queries for the shell in single quotes.",
    table(
      ["command", "does"],
      COMMANDS.map((command) => [linkOf(command), plain(command.summary)]),
    ),
    "Every command has these options, except that only those of a memory have `--store`:",
    table(["option", "meaning"], commonOf({ name: "memory list" }).map(optionRow)),
    ...COMMANDS.map(sectionOf),
    "## Scorers",
    "What `--scorer` takes, besides a name in [`sxp.config.json`](configuration.md):",
    table(
      ["scorer", "what it is"],
      SCORERS.map(({ form, summary }) => [code(form), summary]),
    ),
    "## Exit codes",
    table(
      ["code", "meaning"],
      (Object.keys(EXIT) as (keyof typeof EXIT)[]).map((name) => [String(EXIT[name]), EXIT_MEANINGS[name]]),
    ),
  );
