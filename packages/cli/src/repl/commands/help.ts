import { codeHelp } from "../../commands/help/codeHelp.js";
import { termLines, wrap } from "../../render/columns.js";
import type { Screen } from "../../render/screen.js";
import { say } from "../session/session.js";
import { STEP_KEYS } from "../session/stepping.js";
import type { Groups, ReplCommand } from "./command.js";
import { going } from "./stepping.js";

/** `:help` over a table of commands, itself among them. */
export const helpOf = (groups: () => Groups, named: (name: string) => ReplCommand): ReplCommand => ({
  name: "help",
  usage: "[COMMAND|CODE]",
  summary: "what there is to type, how a command is meant, what a code means",
  details:
    "Commands may be shortened as long as it stays clear which one is meant. CODE is the code of a message, such as SXP2001.",
  examples: [
    ["Everything.", ":help"],
    ["One command.", ":help why"],
    ["What the keys do.", ":help keys"],
    ["A message, with what is wrong and what is right.", ":help SXP2001"],
  ],
  words: () => [
    ...groups().flatMap(([, commands]) => commands.map(({ name, summary }) => ({ word: name, says: summary }))),
    { word: "keys", says: "what the keys do" },
  ],
  run: async (session, rest) => {
    const { screen } = session;
    const { paint, columns } = screen;
    if (/^sxp\w+$/i.test(rest)) return say(session, await codeHelp(rest, screen));
    if (rest === "keys")
      return say(
        session,
        KEYS.flatMap(([keys, says]) => termLines(keys, says, KEY_COLUMNS, screen)),
      );
    if (rest !== "") return say(session, commandHelp(named(rest.replace(/^:/, "")), screen));
    say(session, wrap("Type a query, such as //Day, the name of one (see :def), or a command:", columns));
    for (const [title, commands] of groups()) say(session, ["", paint.bold(title), ...rows(commands, screen)]);
    const more = ":help NAME shows how a command is meant, with examples; :help keys what the keys do.";
    say(session, ["", ...wrap(more, columns).map(paint.dim)]);
  },
});

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
  const isGoing = (command: ReplCommand): boolean => going.includes(command);
  const lines = own
    .filter((command) => !isGoing(command))
    .flatMap(({ name, summary }) => termLines(`:${name}`, summary, NAME_COLUMNS, screen));
  if (!own.some(isGoing)) return lines;
  return [...lines, ...termLines(going.map(({ name }) => `:${name}`).join(" "), STEP_KEYS, NAME_COLUMNS, screen)];
}

const NAME_COLUMNS = 10;

function commandHelp(command: ReplCommand, { paint, columns }: Screen): string[] {
  const { name, usage = "", summary, details, examples } = command;
  return [
    ...wrap(`:${name} ${usage}`.trimEnd(), columns).map(paint.bold),
    ...wrap(`${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`.replace("?.", "?"), columns),
    ...wrap(details, columns),
    "",
    ...examples.flatMap(([says, ...lines]) => [
      `  ${paint.dim(says)}`,
      ...lines.map((line) => `  ${paint.cyan(line)}`),
    ]),
  ];
}
