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
  /** Help below the synopsis. */
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
  /** As the help shows it: `FILE`, `FILE...` for several, `[FILE]` for one that may be left out. */
  readonly usage: string;
  readonly completes?: Completion;
}

/** Completion of a value in a shell: file names with one of the endings, after fixed words; words; query names of the file; or nothing. */
export type Completion =
  | { readonly kind: "files"; readonly endings: readonly string[]; readonly words?: readonly string[] }
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "queries" }
  | { readonly kind: "nothing" };

const ANY_FILES: Completion = { kind: "files", endings: [] };

export interface OptionSpec extends Pick<Facts, "needs"> {
  /** Without the dashes. */
  readonly name: string;
  readonly short?: string;
  readonly summary: string;
  /** Absent: a switch. `name`: as shown, `FILE`. */
  readonly value?: (Facts & { readonly name: string }) | undefined;
}

/** Facts of an option beside its usage. */
export interface Facts {
  /** The option without which this one means nothing. */
  readonly needs?: string;
  readonly multiple?: true;
  /** The value is a number: a whole one, or any, from `least` to `most`. */
  readonly range?: { readonly whole?: true; readonly least: number; readonly most?: number };
  /** The only values allowed. */
  readonly choices?: readonly string[];
  readonly completes?: Completion;
}

/** An option with its name, and with a value if its usage has one. */
export interface Named<N extends string, V> extends Omit<OptionSpec, "name" | "value"> {
  readonly name: N;
  readonly value: V;
}
type Option<U extends string, F extends Facts> = U extends `${string}--${infer Name} ${infer Value}`
  ? Named<Name, F & { readonly name: Value }>
  : U extends `${string}--${infer Name}`
    ? Named<Name, undefined>
    : never;

/** An option by its usage: `--tree`, `-k, --limit K`. A FILE or FOLDER is completed by any file unless the facts say otherwise. */
export function option<const U extends string, const F extends Facts = object>(
  usage: U,
  summary: string,
  facts?: F,
): Option<U, F> {
  const [, short, name, value] = /^(?:-(\w), )?--([\w-]+)(?: (.+))?$/.exec(usage)!;
  const about = { name, summary, ...(short && { short }), ...(facts?.needs && { needs: facts.needs }) };
  const completes = /^(?:FILE|FOLDER)$/.test(value ?? "") && { completes: ANY_FILES };
  return { ...about, value: value && { name: value, ...completes, ...facts } } as Option<U, F>;
}

/** An operand and what completes it: any file, unless something else does. */
export const operand = (usage: string, completes: Completion = ANY_FILES): OperandSpec => ({ usage, completes });

export interface Example {
  /** The arguments after `sxp`, as one types them. */
  readonly line: string;
  readonly says: string;
}

/** Option values by name: switches are booleans, repeated options lists, absent values undefined. */
type OptionValues<O extends readonly OptionSpec[]> = {
  readonly [S in O[number] as S["name"]]: ValueOf<S>;
};

type ValueOf<S extends OptionSpec> = S extends { readonly value: infer V extends object }
  ? V extends { readonly multiple: true }
    ? readonly TypedValue<V>[]
    : TypedValue<V> | undefined
  : boolean;

type TypedValue<V> = V extends { readonly range: object }
  ? number
  : V extends { readonly choices: readonly (infer C)[] }
    ? C
    : string;

/** Keeps the literal types of a list of options, so that a command gets each value with its type. */
export const options = <const O extends readonly OptionSpec[]>(list: O): O => list;

/** A command as it is written: operands by their usage alone, each example's line after its description. */
interface WrittenSpec<O extends readonly OptionSpec[]> extends Omit<CommandSpec<O>, "operands" | "examples" | "run"> {
  readonly operands?: readonly (string | OperandSpec)[];
  readonly examples: Readonly<Record<string, string>>;
  readonly run?: CommandSpec<O>["run"];
  /** Instead of `run`: loads the function that runs it. */
  readonly load?: () => Promise<CommandSpec<O>["run"]>;
}

/** Checks a command against its own options; the table takes it whatever they are. */
export function command<const O extends readonly OptionSpec[]>(written: WrittenSpec<O>): CommandSpec {
  const { load, operands = [], examples, ...about } = written as unknown as WrittenSpec<readonly OptionSpec[]>;
  return {
    ...about,
    run: about.run ?? (async (line, io, commands) => (await load!())(line, io, commands)),
    operands: operands.map((operand) => (typeof operand === "string" ? { usage: operand } : operand)),
    examples: Object.entries(examples).map(([says, line]) => ({ line, says })),
  };
}
