import { listed } from "@semantic-xpath/values";
import { COMMANDS } from "./commands/table.js";
import type { Io } from "./io.js";
import { worldOf } from "./render/screen.js";
import { guarded } from "./render/terminal.js";
import { commandNamed, didYouMean, readLine } from "./spec/readLine.js";
import { EXIT, type ExitCode, report, type Stop, usage } from "./stop.js";

/** Runs the command of the words and reports its errors. */
export async function runWords(words: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return (await dispatch(words, io)) ?? EXIT.fine;
  } catch (error) {
    return report(error, guarded(io), commandNamed(words, COMMANDS)?.command.name);
  }
}

async function dispatch(words: readonly string[], io: Io): Promise<ExitCode | undefined> {
  const [first, second] = words;
  if (first === undefined || isHelp(first)) return run(["help"], io);
  if (isHelp(second) && seconds(first).length > 0) return run(["help", first], io);
  return run(words, io);
}

async function run(words: readonly string[], io: Io): Promise<ExitCode | undefined> {
  const named = commandNamed(words, COMMANDS);
  if (named === null) throw await unknownCommand(words);
  const { command, taken } = named;
  const line = await readLine(command, words.slice(taken));
  return line === "help" ? run(["help", command.name], io) : command.run(line, worldOf(io, line.color), COMMANDS);
}

const isHelp = (word: string | undefined): boolean => word === "--help" || word === "-h";

/** The commands of two words that begin with this one. */
const seconds = (first: string) => COMMANDS.filter(({ name }) => name.startsWith(`${first} `));

async function unknownCommand([first = "", second]: readonly string[]): Promise<Stop> {
  const group = seconds(first).map(({ name }) => name);
  if (group.length > 0) {
    const subcommands = group.map((name) => name.slice(first.length + 1));
    const near = second === undefined ? "" : await didYouMean(second, subcommands);
    return usage(`"${first}" needs a second word: ${listed(group, "or")}.${near}`, first);
  }
  if (/^[/(]/.test(first)) return usage(`a query is not a command. Write sxp run '${first}' --data FILE`);
  const names = COMMANDS.flatMap(({ name }) => [name, ...name.split(" ").slice(0, 1)]);
  return usage(`there is no command "${first}".${await didYouMean(first, new Set(names))}`);
}
