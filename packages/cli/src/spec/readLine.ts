import { parseArgs } from "node:util";
import { usage } from "../stop.js";
import { COMMON } from "./shared.js";
import type { CommandSpec, Invocation, OptionSpec, OptionValues } from "./spec.js";

/** A command line in the terms of a command, or that its help is asked for. */
type ReadLine<O extends readonly OptionSpec[]> = Invocation<O> | "help";

type Shape<O extends readonly OptionSpec[]> = Pick<CommandSpec<O>, "name" | "operands" | "options">;

/**
 * Reads the words behind a command's name. Rejects with exit code 2 for what the command does not know: unknown options (with
 * the nearest known one), values that are missing or unsuitable, too many or too few operands.
 */
export async function readOptions<O extends readonly OptionSpec[]>(
  spec: Shape<O>,
  words: readonly string[],
): Promise<ReadLine<O>> {
  const known: readonly OptionSpec[] = [...spec.options, ...COMMON];
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(known.map(parsedAs)),
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | number | boolean | (string | number)[]> = {};
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const option = known.find(({ name }) => name === token.name);
    if (option === undefined) throw await unknownOption(spec, known, token.rawName);
    if (option.value === undefined) {
      if (token.inlineValue) throw usage(`${token.rawName} takes no value.`, spec.name);
      values[option.name] = true;
      continue;
    }
    const isValue = token.value !== undefined && (token.inlineValue || !/^-[^\d]/.test(token.value));
    if (!isValue) throw usage(`${token.rawName} needs a value: ${token.rawName} ${option.value.name}`, spec.name);
    const value = await readValue(spec, option, token.value);
    if (option.value.multiple) values[option.name] = [...((values[option.name] as string[]) ?? []), value as string];
    else values[option.name] = value;
  }
  if (values.help === true) return "help";
  checkOperands(spec, operands);
  const color = values["no-color"] === true ? false : values.color === true ? true : null;
  return { operands, options: withDefaults(spec.options, values), color };
}

const parsedAs = ({ name, short, value }: OptionSpec) =>
  [name, { type: value === undefined ? "boolean" : "string", ...(short === undefined ? {} : { short }) }] as const;

async function readValue(
  spec: Shape<readonly OptionSpec[]>,
  option: OptionSpec,
  text: string,
): Promise<string | number> {
  const { type, choices } = option.value!;
  if (type === "number") {
    const number = Number(text);
    if (text.trim() === "" || !Number.isFinite(number))
      throw usage(`--${option.name} is a number, not "${text}".`, spec.name);
    return number;
  }
  if (choices !== undefined && !choices.includes(text)) {
    throw usage(
      `--${option.name} is ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}, not "${text}".${await didYouMean(text, choices)}`,
      spec.name,
    );
  }
  return text;
}

function checkOperands({ name, operands }: Shape<readonly OptionSpec[]>, given: readonly string[]): void {
  const needed = operands.filter(({ required }) => required).length;
  if (given.length < needed) throw usage(`${name} needs ${operands[given.length]!.name}.`, name);
  if (given.length > operands.length && !operands.some(({ multiple }) => multiple)) {
    const hint = given.some((word) => /[/[\]]/.test(word))
      ? " Put a query in single quotes, so that the shell leaves it whole."
      : "";
    throw usage(`"${given[operands.length]}" is one argument too many.${hint}`, name);
  }
}

/** Switches that are not there are false, lists empty; the rest stays undefined. */
function withDefaults<O extends readonly OptionSpec[]>(
  options: O,
  values: Readonly<Record<string, unknown>>,
): OptionValues<O> {
  const complete = options.map(({ name, value }) => [
    name,
    values[name] ?? (value === undefined ? false : value.multiple ? [] : undefined),
  ]);
  return Object.fromEntries(complete) as OptionValues<O>;
}

async function unknownOption(spec: Shape<readonly OptionSpec[]>, known: readonly OptionSpec[], written: string) {
  const names = known.map(({ name }) => `--${name}`);
  return usage(`${spec.name} has no option ${written}.${await didYouMean(written, names)}`, spec.name);
}

/** ` Did you mean "--limit"?`, or nothing. The parser is loaded only for that. */
export async function didYouMean(written: string, candidates: Iterable<string>): Promise<string> {
  const { suggest } = await import("@semantic-xpath/parser");
  const [nearest] = suggest(written, candidates);
  return nearest === undefined ? "" : ` Did you mean ${nearest}?`;
}

/** The record without what is undefined: an option that was not given stays out of what it is passed on to. */
export function defined<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** `--param NAME=VALUE…` as arguments. The runtime reads numbers where a parameter is one, and says where a value does not suit. */
export function readArguments(given: readonly string[], command: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null);
  for (const text of given) {
    const [, name, value] = /^\$?([^=]+)=([\s\S]*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) throw usage(`--param is NAME=VALUE, not "${text}".`, command);
    values[name] = value;
  }
  return values;
}
