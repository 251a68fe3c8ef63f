import type { Io } from "./io.js";
import { COMMANDS, commandNamed } from "./options/commands.js";
import { didYouMean, readOptions } from "./spec/readLine.js";
import type { CommandSpec, OptionSpec } from "./spec/spec.js";
import { EXIT, type ExitCode, report, usage } from "./stop.js";
import { VERSION } from "./version.js";

/**
 * The command: reads the words behind `sxp`, runs what they ask for and answers with the exit code. Never rejects; it ends no process.
 *
 * @example await sxp(["run", "//Day[2]", "--data", "plan.xml"], io) // 0
 */
export async function sxp(words: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(words, io);
  } catch (error) {
    return report(error, io);
  }
}

async function dispatch(words: readonly string[], io: Io): Promise<ExitCode> {
  const [first] = words;
  if (first === "--version" || first === "-V") {
    io.stdout.write(`${VERSION}\n`);
    return EXIT.fine;
  }
  if (first === undefined || first === "--help" || first === "-h") return showHelp([], io);
  const isHelp = words[1] === "--help" || words[1] === "-h";
  if (isHelp && COMMANDS.some(({ name }) => name.startsWith(`${first} `))) return showHelp([first], io);
  const named = commandNamed(words);
  if (named === null) throw await unknownCommand(words);
  // The table's commands differ in their options; each is run with the ones that its own entry reads.
  return runCommand(named.found as unknown as CommandSpec, words.slice(named.taken), io);
}

async function runCommand<O extends readonly OptionSpec[]>(
  spec: CommandSpec<O>,
  words: readonly string[],
  io: Io,
): Promise<ExitCode> {
  const line = await readOptions(spec, words);
  if (line === "help") return showHelp([spec.name], io);
  return (await spec.load())(line, io);
}

async function showHelp(operands: readonly string[], io: Io): Promise<ExitCode> {
  const { help } = await import("./commands/help/help.js");
  return help({ operands, options: {}, color: null }, io);
}

async function unknownCommand(words: readonly string[]) {
  const [first = ""] = words;
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length > 0) return secondWord(first, words[1], group);
  if (/^[/(]/.test(first)) return usage(`a query is not a command. Write sxp run '${first}' --data FILE`);
  const names = COMMANDS.flatMap(({ name }) => [name, name.split(" ")[0]!]);
  return usage(`there is no command "${first}".${await didYouMean(first, new Set(names))}`);
}

async function secondWord(first: string, second: string | undefined, group: readonly { readonly name: string }[]) {
  const seconds = group.map(({ name }) => name.slice(first.length + 1));
  const near = second === undefined ? "" : await didYouMean(second, seconds);
  const forms = group.map(({ name }) => name);
  return usage(`"${first}" needs a second word: ${forms.slice(0, -1).join(", ")} or ${forms.at(-1)}.${near}`, first);
}
