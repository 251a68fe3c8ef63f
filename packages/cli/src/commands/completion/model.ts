import { COMMANDS } from "../../options/commands.js";
import { COMMON, SCORERS } from "../../spec/shared.js";
import type { Completion, OptionSpec } from "../../spec/spec.js";

/** The command table as completion scripts need it. */
export interface CompletedCommand {
  /** One or two words. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly options: readonly OptionSpec[];
  readonly operand: Completion;
}

export const completedCommands = (): readonly CompletedCommand[] =>
  COMMANDS.map(({ name, summary, options, operands }) => ({
    words: name.split(" "),
    summary,
    options: [...options, ...COMMON],
    operand: operands[0]?.completes ?? { kind: "nothing" },
  }));

/** A word that a shell offers, with what it says beside it. */
export interface Offered {
  readonly word: string;
  readonly summary: string;
}

/** What can stand right behind `sxp`. */
export function firstWords(): readonly Offered[] {
  const single = COMMANDS.filter(({ name }) => !name.includes(" "));
  return [
    ...single.map(({ name, summary }) => ({ word: name, summary })),
    ...[...groups()].map(([word, seconds]) => ({ word, summary: seconds.map(({ word }) => word).join(", ") })),
  ];
}

/** First words that need a second, with the second ones. */
export function groups(): ReadonlyMap<string, readonly Offered[]> {
  const map = new Map<string, Offered[]>();
  for (const { name, summary } of COMMANDS) {
    const [first = "", word] = name.split(" ");
    if (word !== undefined) map.set(first, [...(map.get(first) ?? []), { word, summary }]);
  }
  return map;
}

/** The words alone, as a list in a script. */
export const wordsOf = (offered: readonly Offered[]): string => offered.map(({ word }) => word).join(" ");

/** What completes the value of an option: its choices, else what the table says, else nothing. */
export const valueCompletion = ({ value }: OptionSpec): Completion =>
  value?.choices === undefined ? (value?.completes ?? { kind: "nothing" }) : { kind: "words", words: value.choices };

/** Words behind which the value goes on: `recorded:`, then a file. */
export const isPrefix = (word: string): boolean => word.endsWith(":");

/** The prefixes behind which a file stands, without the colon. */
export const FILE_PREFIXES = SCORERS.filter(({ form }) => form.endsWith(":FILE")).map(({ name }) => name);

/** `--data` and `-d`. */
export const spellings = ({ name, short }: OptionSpec): readonly string[] => [
  `--${name}`,
  ...(short === undefined ? [] : [`-${short}`]),
];

/** A text in single quotes of a POSIX shell. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
