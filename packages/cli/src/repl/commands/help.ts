import { codeHelp } from "../../commands/help/codeHelp.js";
import { pad, widthOf, wrap } from "../../render/columns.js";
import type { Screen } from "../../render/screen.js";
import { say } from "../session/session.js";
import { STEP_KEYS } from "../session/stepping.js";
import { commandNamed, type ReplCommand, replCommand } from "./command.js";
import { steps, stop } from "./stepping.js";

const GROUPS: readonly (readonly [ReplCommand["group"], string])[] = [
  ["ask", "Ask about a result"],
  ["debug", "Step through a query"],
  ["set", "What queries run with"],
  ["files", "Files"],
  ["session", "Session"],
];

/** `:help` over a table of commands, itself among them. */
export const helpOf = (table: () => readonly ReplCommand[]): ReplCommand =>
  replCommand({
    name: "help",
    usage: "[COMMAND|CODE]",
    group: "session",
    summary: "what there is to type, how a command is meant, what a code means",
    details:
      "Commands may be shortened as long as it stays clear which one is meant. CODE is the code of a message, such as SXP2001.",
    examples: [
      { line: ":help", says: "Everything." },
      { line: ":help why", says: "One command." },
      { line: ":help keys", says: "What the keys do." },
      { line: ":help SXP2001", says: "A message, with what is wrong and what is right." },
    ],
    completes: {
      kind: "words",
      words: () => [
        ...table().map(({ name, summary }) => ({ word: name, says: summary })),
        { word: "keys", says: "what the keys do" },
      ],
    },
    run: async (session, rest) => {
      const { screen } = session;
      if (rest === "") say(session, overview(table(), screen).join("\n"));
      else if (rest === "keys")
        say(session, KEYS.flatMap(([keys, says]) => row(keys, says, KEY_COLUMNS, screen)).join("\n"));
      else if (/^sxp\w+$/i.test(rest)) say(session, (await codeHelp(rest, screen)).join("\n"));
      else say(session, commandHelp(await commandNamed(rest.replace(/^:/, ""), table()), screen).join("\n"));
    },
  });

function overview(commands: readonly ReplCommand[], screen: Screen): string[] {
  const { paint, columns } = screen;
  return [
    ...wrap("Type a query, such as //Day, the name of one (see :def), or a command:", columns),
    ...GROUPS.flatMap(([group, title]) => [
      "",
      paint.bold(title),
      ...rows(
        commands.filter((command) => command.group === group),
        screen,
      ),
    ]),
    "",
    ...wrap(":help NAME shows how a command is meant, with examples; :help keys what the keys do.", columns).map(
      paint.dim,
    ),
  ];
}

const KEY_COLUMNS = 16;
const KEYS: readonly (readonly [string, string])[] = [
  ["Tab, arrows", "choose what may follow; Enter or right takes it, Escape closes the list"],
  ["Enter", "run; goes on in a new line while a bracket, a string or an operator is open"],
  ["Alt-Enter", "a new line in any case"],
  ["C-r", "search what was typed; up and down go through it"],
  ["right at the end", "take what the history suggests"],
  ["C-a C-e M-b M-f", "start and end of the line, words"],
  ["C-w C-u C-k C-y", "cut the word, the line before and after, and paste; C-_ undoes"],
  ["C-c", "cancel the query, or clear the line"],
  ["C-d", "leave, on an empty line"],
];

/** A line for each command of a group; those that only go on while stepping share one. */
function rows(own: readonly ReplCommand[], screen: Screen): string[] {
  const going = own.filter((command) => steps.includes(command) || command === stop);
  const lines = own
    .filter((command) => !going.includes(command))
    .flatMap(({ name, summary }) => row(`:${name}`, summary, NAME_COLUMNS, screen));
  if (going.length === 0) return lines;
  return [...lines, ...row(going.map(({ name }) => `:${name}`).join(" "), STEP_KEYS, NAME_COLUMNS, screen)];
}

const NAME_COLUMNS = 10;

/** Two columns; one below the other if the terminal is narrow. */
function row(term: string, says: string, width: number, { paint, columns }: Screen): string[] {
  const room = columns - width - 4;
  if (room < 24)
    return [
      ...titleLines(term, columns, paint),
      ...wrap(says, Math.max(16, columns - 6)).map((line) => `      ${line}`),
    ];
  const lines = wrap(says, room);
  const isLong = widthOf(term) > width;
  return [
    ...(isLong ? titleLines(term, columns, paint) : []),
    ...lines.map((line, i) => `  ${i === 0 && !isLong ? paint.cyan(pad(term, width)) : " ".repeat(width)}  ${line}`),
  ];
}

const titleLines = (term: string, columns: number, paint: Screen["paint"]): string[] =>
  wrap(term, columns - 2).map((line) => `  ${paint.cyan(line)}`);

const titleOf = ({ name, usage }: ReplCommand): string => `:${name}${usage === "" ? "" : ` ${usage}`}`;

function commandHelp(command: ReplCommand, { paint, columns }: Screen): string[] {
  return [
    ...wrap(titleOf(command), columns).map(paint.bold),
    ...wrap(`${command.summary.slice(0, 1).toUpperCase()}${command.summary.slice(1)}.`.replace("?.", "?"), columns),
    ...wrap(command.details, columns),
    "",
    ...command.examples.flatMap(({ line, says, after = [] }) => [
      `  ${paint.dim(says)}`,
      ...[...after, line].map((each) => `  ${paint.cyan(each)}`),
    ]),
  ];
}
