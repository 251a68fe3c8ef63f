import { COMMANDS } from "../options/commands.js";
import { COMMON } from "../options/shared.js";
import type { Completion, OptionSpec } from "../options/spec.js";

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
    operand:
      name === "help"
        ? { kind: "words", words: firstWords().filter((word) => word !== "help") }
        : (operands[0]?.completes ?? { kind: "nothing" }),
  }));

/** What can stand right behind `sxp`. */
export const firstWords = (): readonly string[] => [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0]!))];

/** First words that need a second, with the second ones. */
export function groups(): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>();
  for (const { name } of COMMANDS) {
    const [first = "", second] = name.split(" ");
    if (second !== undefined) map.set(first, [...(map.get(first) ?? []), second]);
  }
  return map;
}

/** What completes the value of an option: its choices, else what the table says, else nothing. */
export const valueCompletion = ({ value }: OptionSpec): Completion =>
  value?.choices === undefined ? (value?.completes ?? { kind: "nothing" }) : { kind: "words", words: value.choices };

/** `--data` and `-d`. */
export const spellings = ({ name, short }: OptionSpec): readonly string[] => [
  `--${name}`,
  ...(short === undefined ? [] : [`-${short}`]),
];

/** A text in single quotes of a POSIX shell. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
