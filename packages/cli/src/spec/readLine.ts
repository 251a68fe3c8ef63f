import { parseArgs } from "node:util";
import { defined, listed } from "@semantic-xpath/values";
import { usage } from "../stop.js";
import { commonOf, TREE_ENDINGS } from "./shared.js";
import type { CommandLine, CommandSpec, OperandSpec, OptionSpec } from "./spec.js";

type Options = readonly OptionSpec[];
type Value = string | number;

/** The command that the first words name, and how many words that took. */
export function commandNamed(words: readonly string[], commands: readonly CommandSpec[]) {
  for (const taken of [2, 1]) {
    const name = words.slice(0, taken).join(" ");
    const command = commands.find((candidate) => candidate.name === name);
    if (command !== undefined) return { command, taken: Math.min(taken, words.length) };
  }
  return null;
}

/** A command line with its choice of colour; or a request for the help. */
type ReadLine = (CommandLine<Options> & { readonly color: boolean | null }) | "help";

/**
 * Reads the words after a command's name. Rejects with exit code 2 for what the command does not know: unknown options (with
 * the nearest known one), values that are missing or unsuitable, too many or too few operands.
 */
export async function readLine(spec: CommandSpec, words: readonly string[]): Promise<ReadLine> {
  const allOptions: Options = [...spec.options, ...commonOf(spec)];
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(allOptions.map(parsedAs)),
    strict: false,
    tokens: true,
  });
  const values: Record<string, Value | true | Value[]> = {};
  const positional: string[] = [];
  let last = -1;
  for (const token of tokens) {
    if (token.kind === "positional") positional.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value: text, inlineValue, index } = token;
    const word = words[index]!;
    // A number that counts from the end is not a group of short options.
    if (/^-\d+$/.test(word)) {
      if (index !== last) positional.push(word);
      last = index;
      continue;
    }
    const option = allOptions.find((candidate) => candidate.name === name);
    if (option === undefined) {
      const names = allOptions.map((candidate) => `--${candidate.name}`);
      throw usage(`${spec.name} has no option ${rawName}.${await didYouMean(rawName, names)}`);
    }
    if (option.value === undefined) {
      if (inlineValue) throw usage(`${rawName} takes no value.`);
      values[name] = true;
      continue;
    }
    if (text === undefined || (!inlineValue && /^-[^\d]/.test(text)))
      throw usage(`${rawName} needs a value: ${rawName} ${option.value.name}`);
    const value = await readValue(option, text);
    values[name] = option.value.multiple ? [...((values[name] as Value[]) ?? []), value] : value;
  }
  if (values.help === true) return "help";
  const folder = spec.operands.findIndex((operand) => operand.usage === "FOLDER");
  if (typeof values.store === "string" && folder >= 0) positional.splice(folder, 0, values.store);
  const { operands, data } = placed(spec, positional, values.data !== undefined || values.memory !== undefined);
  if (data.length > 0) values.data = [...((values.data as string[] | undefined) ?? []), ...data];
  checkOperands(spec, operands);
  checkNeeds(spec.options, values);
  const color = values["no-color"] === true ? false : values.color === true ? true : null;
  // Switches that are not there are false, lists empty; the rest stays undefined.
  const complete = spec.options.map(({ name, value }) => [
    name,
    values[name] ?? (value === undefined ? false : value.multiple ? [] : undefined),
  ]);
  return { operands, options: Object.fromEntries(complete), color };
}

const parsedAs = ({ name, short, value }: OptionSpec) =>
  [name, { type: value === undefined ? "boolean" : "string", ...defined({ short }) }] as const;

async function readValue({ name, value }: OptionSpec, text: string): Promise<Value> {
  const { range, choices } = value ?? {};
  if (range !== undefined) {
    const number = Number(text);
    if (text.trim() === "" || !Number.isFinite(number)) throw usage(`--${name} is a number, not "${text}".`);
    const { whole, least, most = Number.POSITIVE_INFINITY } = range;
    if (number >= least && number <= most && (!whole || Number.isSafeInteger(number))) return number;
    const upTo = range.most === undefined ? "up" : `to ${most}`;
    throw usage(`--${name} is ${whole ? "a whole number " : ""}from ${least} ${upTo}, not ${number}.`);
  }
  if (choices !== undefined && !choices.includes(text)) {
    const near = await didYouMean(text, choices);
    throw usage(`--${name} is ${listed(choices, "or")}, not "${text}".${near}`);
  }
  return text;
}

const isDataFile = (word: string): boolean => TREE_ENDINGS.some((ending) => word.toLowerCase().endsWith(`.${ending}`));

/**
 * Operands as a command takes them. Names of data files that no operand has room for are values of `--data`, where it may be repeated: of too many words
 * those that stand in the place of something else, such as a query, or else the last. Of words without end, such as a request, the last is one where
 * nothing else says what they are about.
 */
function placed({ operands, options }: CommandSpec, words: readonly string[], isAbout: boolean) {
  const takesData = options.some(({ name, value }) => name === "data" && value?.multiple);
  const placed: { readonly operands: string[]; readonly data: string[] } = { operands: [], data: [] };
  const variadic = operands.find(({ usage }) => usage.includes("..."));
  const hasRoom = (): boolean => variadic !== undefined || words.length - placed.data.length <= operands.length;
  for (const [i, word] of words.entries()) {
    const place = operands[placed.operands.length] ?? variadic;
    const isFile = place?.completes?.kind === "files" && suits(word, place);
    const isLast = place === variadic && !isAbout && i > 0 && i === words.length - 1;
    const isOther =
      !isFile && (place === undefined || !hasRoom() || isLast || (place.usage.startsWith("[") && !suits(word, place)));
    placed[takesData && isOther && isDataFile(word) ? "data" : "operands"].push(word);
  }
  return placed;
}

/** True if the files of an operand may end as a word does. */
const suits = (word: string, { completes }: OperandSpec): boolean =>
  completes?.kind !== "files" ||
  completes.endings.length === 0 ||
  completes.endings.some((ending) => word.endsWith(`.${ending}`));

function checkOperands({ name, operands }: CommandSpec, given: readonly string[]): void {
  const { usage: missing = "[" } = operands[given.length] ?? {};
  if (!missing.startsWith("[")) throw usage(`${name} needs ${missing.replace("...", "")}.`);
  if (given.length > operands.length && !operands.some((operand) => operand.usage.includes("..."))) {
    const hint = given.some((word) => /[/[\]]/.test(word))
      ? " Put a query in single quotes, so that the shell leaves it whole."
      : "";
    throw usage(`"${given[operands.length]}" is one argument too many.${hint}`);
  }
}

function checkNeeds(options: Options, values: Readonly<Record<string, unknown>>): void {
  for (const { name, needs } of options) {
    if (needs === undefined || values[name] === undefined || values[needs] !== undefined) continue;
    const needed = options.find((option) => option.name === needs)?.value?.name ?? "";
    throw usage(`--${name} goes with ${`--${needs} ${needed}`.trim()}.`);
  }
}

/** ` Did you mean "--limit"?`, or nothing. The parser is loaded only for that. */
export async function didYouMean(written: string, candidates: Iterable<string>): Promise<string> {
  const { suggest } = await import("@semantic-xpath/parser");
  const [nearest] = suggest(written, candidates);
  return nearest === undefined ? "" : ` Did you mean ${nearest}?`;
}

/** `--param NAME=VALUE…` as arguments. The runtime reads numbers if a parameter is one, and says if a value does not suit. */
export function readArguments(given: readonly string[]): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null);
  for (const text of given) {
    const [, name, value] = /^\$?([^=]+)=([\s\S]*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) throw usage(`--param is NAME=VALUE, not "${text}".`);
    values[name] = value;
  }
  return values;
}
