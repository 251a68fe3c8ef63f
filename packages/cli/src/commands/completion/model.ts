import { append } from "@semantic-xpath/values";
import { commonOf, SCORERS } from "../../spec/shared.js";
import type { CommandSpec, Completion, OptionSpec } from "../../spec/spec.js";

/** The command table as completion scripts need it. */
export type Model = ReturnType<typeof modelOf>;
export type CompletedCommand = Model["commands"][number];

/** A word that a shell offers, with its description. */
export interface Offered {
  readonly word: string;
  readonly summary: string;
}

const NOTHING: Completion = { kind: "nothing" };

export function modelOf(specs: readonly CommandSpec[]) {
  const single: Offered[] = [];
  const groups = new Map<string, Offered[]>();
  for (const { name, summary } of specs) {
    const [first = "", word] = name.split(" ");
    if (word === undefined) single.push({ word: first, summary });
    else append(groups, first, { word, summary });
  }
  const grouped = [...groups].map(([word, seconds]) => ({
    word,
    summary: seconds.map((each) => each.word).join(", "),
  }));
  const commands = specs.map(({ name, options, operands }) => ({
    words: name.split(" "),
    options: [...options, ...commonOf({ name })],
    operand: operands[0]?.completes ?? NOTHING,
  }));
  // Words after `sxp` itself, and the first words that need a second, with the second ones.
  return { commands, firsts: [...single, ...grouped], groups: [...groups] };
}

/** The words alone, as a list in a script. */
export const wordsOf = (offered: readonly Offered[]): string => offered.map(({ word }) => word).join(" ");

/** Completion of an option's value: its choices, else the entry of the table, else nothing. */
export const valueCompletion = ({ value }: OptionSpec): Completion =>
  value?.choices === undefined ? (value?.completes ?? NOTHING) : { kind: "words", words: value.choices };

/** Words after which the value goes on: `recorded:`, then a file. */
export const isPrefix = (word: string): boolean => word.endsWith(":");

/** The prefixes that a file follows, without the colon. */
export const FILE_PREFIXES = SCORERS.filter(({ form }) => form.endsWith(":FILE")).map(({ name }) => name);

/** `--data` and `-d`. */
export const spellings = ({ name, short }: OptionSpec): readonly string[] => [
  `--${name}`,
  ...(short === undefined ? [] : [`-${short}`]),
];

/** A text in single quotes of a POSIX shell. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
