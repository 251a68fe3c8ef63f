import { COMMANDS } from "../options/commands.js";
import { COMMON } from "../options/shared.js";
import type { CommandSpec, Example, OperandSpec, OptionSpec } from "../options/spec.js";
import { pad, widthOf, wrap } from "./columns.js";
import type { Screen } from "./screen.js";

const INDENT = "  ";
const MOST_COLUMNS = 100;

type Shown = Pick<CommandSpec, "name" | "summary" | "description" | "operands" | "options" | "examples">;

/** All commands, and one query to begin with. */
export function overview(screen: Screen): string {
  const { paint } = screen;
  return [
    `${paint.bold("sxp")} finds nodes in trees by path, position and meaning.`,
    "",
    `${paint.bold("Usage")}  sxp COMMAND [options]`,
    "",
    paint.bold("Commands"),
    ...columns(
      COMMANDS.map(({ name, summary }) => [name, summary] as const),
      screen,
    ),
    "",
    paint.bold("To begin with"),
    ...examples(OPENING, screen),
    "",
    paint.dim(`"sxp help COMMAND" shows options and examples. "sxp --version" shows the version.`),
    paint.dim("Exit codes: 0 fine, 1 mistakes in a query, schema or data, 2 usage, 3 files, 4 scorer."),
    "",
  ].join("\n");
}

export const OPENING: readonly Example[] = [
  { line: "demo", says: "See on one screen what this is about." },
  {
    line: `run '//Day[node =~ "museum"]' --data examples/itinerary/itinerary.xml`,
    says: "Rank the days of a trip by how much they are about museums.",
  },
];

/** One command: synopsis, what it does, options, examples. */
export function commandHelp(spec: Shown, screen: Screen): string {
  const { paint } = screen;
  const width = Math.min(screen.columns, MOST_COLUMNS);
  const synopsis = [
    "sxp",
    spec.name,
    ...(spec.options.length > 0 ? ["[options]"] : []),
    ...spec.operands.map(operandText),
  ].join(" ");
  return [
    `${paint.bold(synopsis)}`,
    "",
    ...wrap(spec.description, width),
    "",
    paint.bold("Options"),
    ...columns(
      [...spec.options, ...COMMON].map((option) => [optionText(option), option.summary] as const),
      screen,
    ),
    "",
    paint.bold("Examples"),
    ...examples(spec.examples, screen),
    "",
  ].join("\n");
}

const operandText = ({ name, required, multiple }: OperandSpec): string => {
  const text = `${name}${multiple ? "..." : ""}`;
  return required ? text : `[${text}]`;
};

export function optionText({ name, short, value }: OptionSpec): string {
  const dashed = `${short === undefined ? "   " : `-${short},`} --${name}`;
  return value === undefined ? dashed : `${dashed} ${value.name}`;
}

/** Two columns, the second wrapped. */
function columns(rows: readonly (readonly [string, string])[], { paint, columns: available }: Screen): string[] {
  const left = Math.max(...rows.map(([term]) => widthOf(term))) + 2;
  const room = Math.max(24, Math.min(available, MOST_COLUMNS) - INDENT.length - left);
  return rows.flatMap(([term, text]) =>
    wrap(text, room).map((line, i) => `${INDENT}${paint.cyan(pad(i === 0 ? term : "", left))}${line}`.trimEnd()),
  );
}

const examples = (list: readonly Example[], { paint }: Screen): string[] =>
  list.flatMap(({ line, says }) => [`${INDENT}${paint.dim(`# ${says}`)}`, `${INDENT}sxp ${line}`]);
