import { largest, termLines, widthOf, wrap } from "../../render/columns.js";
import type { Screen } from "../../render/screen.js";
import { commonOf } from "../../spec/shared.js";
import type { CommandSpec, Example, OptionSpec } from "../../spec/spec.js";

const INDENT = "  ";
const MAX_COLUMNS = 100;
/** Before and between the columns, and of the second one at the least: longer lines are better than words below words. */
const GAP = 4;
const MIN_ROOM = 24;

/** All commands, and one query to begin with. */
export function overview(commands: readonly CommandSpec[], screen: Screen): string {
  const { paint } = screen;
  return [
    `${paint.bold("sxp")} finds nodes in trees by path, position and meaning.`,
    "",
    `${paint.bold("Usage")}  sxp COMMAND [options]`,
    "",
    paint.bold("Commands"),
    ...columns(
      commands.map(({ name, summary }) => [name, summary]),
      screen,
    ),
    "",
    paint.bold("Get started"),
    ...examples(OPENING, screen),
    "",
    paint.dim(`"sxp help COMMAND" shows options and examples. "sxp --version" shows the version.`),
    paint.dim(`"sxp help CODE" explains a message by its code, such as SXP2001.`),
    paint.dim(
      "Exit codes: 0 fine, 1 errors in a query or schema, 2 usage, 3 files, 4 the scorer, or a limit such as time.",
    ),
    "",
  ].join("\n");
}

export const OPENING: readonly Example[] = [
  { line: "demo", says: "See on one screen what sxp does." },
  {
    line: `run '//Day[node =~ "museum"]' --data examples/itinerary/itinerary.xml`,
    says: "Rank the days of a trip by how much they are about museums.",
  },
];

/** One command: synopsis, what it does, options, examples. */
export function commandHelp(spec: CommandSpec, screen: Screen): string {
  const { paint } = screen;
  const width = Math.min(screen.columns, MAX_COLUMNS);
  const synopsis = [
    "sxp",
    spec.name,
    ...(spec.options.length > 0 ? ["[options]"] : []),
    ...spec.operands.map((operand) => operand.usage),
  ].join(" ");
  return [
    `${paint.bold(synopsis)}`,
    "",
    ...wrap(spec.description, width),
    "",
    paint.bold("Options"),
    ...columns(
      [...spec.options, ...commonOf(spec)].map((option) => [optionText(option), option.summary]),
      screen,
    ),
    "",
    paint.bold("Examples"),
    ...examples(spec.examples, screen),
    "",
  ].join("\n");
}

function optionText({ name, short, value }: OptionSpec): string {
  const dashed = `${short === undefined ? "   " : `-${short},`} --${name}`;
  return value === undefined ? dashed : `${dashed} ${value.name}`;
}

function columns(rows: readonly (readonly [string, string])[], screen: Screen): string[] {
  const width = largest(rows.map(([term]) => widthOf(term)));
  const least = width + GAP + MIN_ROOM;
  const fitted = { ...screen, columns: Math.max(least, Math.min(screen.columns, MAX_COLUMNS)) };
  return rows.flatMap(([term, says]) => termLines(term, says, width, fitted));
}

const examples = (list: readonly Example[], { paint }: Screen): string[] =>
  list.flatMap(({ line, says }) => [`${INDENT}${paint.dim(`# ${says}`)}`, `${INDENT}sxp ${line}`]);
