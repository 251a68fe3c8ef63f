import { COMMANDS, commandNamed } from "../../options/commands.js";
import { pad, widthOf, wrap } from "../../render/columns.js";
import { type Screen, screenOf } from "../../render/screen.js";
import { didYouMean } from "../../spec/readLine.js";
import { COMMON } from "../../spec/shared.js";
import type { Command, CommandSpec, Example, OperandSpec, OptionSpec } from "../../spec/spec.js";
import { EXIT, usage } from "../../stop.js";

/** `sxp help [COMMAND]` */
export const help: Command<readonly []> = async ({ operands, color }, io) => {
  const screen = screenOf(io, "stdout", color);
  const words = operands.flatMap((word) => word.split(" "));
  if (words.length === 0) {
    io.stdout.write(overview(screen));
    return EXIT.fine;
  }
  const chosen = commandNamed(words)?.found;
  const several = COMMANDS.filter(({ name }) => name.startsWith(`${words.join(" ")} `));
  if (chosen === undefined && several.length === 0) {
    throw usage(
      `there is no command "${words.join(" ")}".${await didYouMean(
        words[0]!,
        COMMANDS.map(({ name }) => name),
      )}`,
    );
  }
  io.stdout.write((chosen === undefined ? several : [chosen]).map((spec) => commandHelp(spec, screen)).join("\n"));
  return EXIT.fine;
};

const INDENT = "  ";
const MOST_COLUMNS = 100;

type Shown = Pick<CommandSpec, "name" | "summary" | "description" | "operands" | "options" | "examples">;

/** All commands, and one query to begin with. */
function overview(screen: Screen): string {
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
function commandHelp(spec: Shown, screen: Screen): string {
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

function optionText({ name, short, value }: OptionSpec): string {
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
