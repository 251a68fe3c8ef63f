import type { World } from "../render/screen.js";
import type { ExitCode } from "../stop.js";

/**
 * A command as data with the function that runs it. The parser of the command line, the help, the completion scripts and the types
 * that commands get their options in all come from it.
 */
export interface CommandSpec<O extends readonly OptionSpec[] = readonly OptionSpec[]> {
  /** One or two words: "run", "schema infer". */
  readonly name: string;
  /** A sentence without full stop, for lists. */
  readonly summary: string;
  /** What the help says below the synopsis. */
  readonly description: string;
  readonly operands: readonly OperandSpec[];
  readonly options: O;
  readonly examples: readonly Example[];
  /**
   * Runs it; no exit code means 0. What is expensive to load is imported in here, so that the other commands start without it.
   * `commands`: the whole table, for commands about commands.
   */
  run(line: CommandLine<O>, io: World, commands: readonly CommandSpec[]): Promise<ExitCode | undefined>;
}

/** A command line as it was understood. */
export interface CommandLine<O extends readonly OptionSpec[]> {
  readonly operands: readonly string[];
  readonly options: OptionValues<O>;
}

export interface OperandSpec {
  /** As shown: `QUERY|FILE.sxp`. */
  readonly name: string;
  readonly required?: true;
  readonly multiple?: true;
  readonly completes?: Completion;
}

/** What a shell offers for a value: file names with one of the endings, before them words; words; query names of the file; or nothing. */
export type Completion =
  | { readonly kind: "files"; readonly endings: readonly string[]; readonly words?: readonly string[] }
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "queries" }
  | { readonly kind: "nothing" };

export interface OptionSpec {
  /** Without the dashes. */
  readonly name: string;
  readonly short?: string;
  readonly summary: string;
  /** Absent: a switch. */
  readonly value?: ValueSpec;
  /** The option without which this one means nothing. */
  readonly needs?: string;
}

interface ValueSpec {
  /** As shown: `FILE`. */
  readonly name: string;
  /** What the value becomes. Absent: text. */
  readonly type?: "number";
  /** What numbers are allowed: whole ones, or any, from `least` to `most`. */
  readonly range?: { readonly whole?: true; readonly least: number; readonly most?: number };
  readonly multiple?: true;
  /** The only values allowed. */
  readonly choices?: readonly string[];
  readonly completes?: Completion;
}

export interface Example {
  /** The arguments after `sxp`, as one types them. */
  readonly line: string;
  readonly says: string;
}

/** Option values by name: switches are booleans, repeated options lists, absent values undefined. */
type OptionValues<O extends readonly OptionSpec[]> = {
  readonly [S in O[number] as S["name"]]: ValueOf<S>;
};

type ValueOf<S extends OptionSpec> = S extends { readonly value: infer V }
  ? V extends { readonly multiple: true }
    ? readonly TypedValue<V>[]
    : TypedValue<V> | undefined
  : boolean;

type TypedValue<V> = V extends { readonly type: "number" }
  ? number
  : V extends { readonly choices: readonly (infer C)[] }
    ? C
    : string;

/** Keeps the literal types of a list of options, so that a command gets each value with its type. */
export const options = <const O extends readonly OptionSpec[]>(list: O): O => list;

/** A command as it is written: what is short for none, and each example's line after what it says. */
interface Written<O extends readonly OptionSpec[]> extends Omit<CommandSpec<O>, "operands" | "examples"> {
  readonly operands?: readonly OperandSpec[];
  readonly examples: Readonly<Record<string, string>>;
}

/** Checks a command against its own options; the table takes it whatever they are. */
export const command = <const O extends readonly OptionSpec[]>(written: Written<O>): CommandSpec => ({
  operands: [],
  ...(written as Written<readonly OptionSpec[]>),
  examples: Object.entries(written.examples).map(([says, line]) => ({ line, says })),
});
