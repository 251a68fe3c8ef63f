import type { Io } from "./io.js";

/** Exit codes for the shell. The numbers are part of its interface. */
export const EXIT = {
  fine: 0,
  /** The query, its arguments, the schema or the configuration have an error, or the data does not follow its schema. */
  diagnostics: 1,
  usage: 2,
  /** A file is missing, unreadable, not writable or not data, or exceeds a limit of the reader. */
  input: 3,
  /** The scorer failed, or the run is over a limit of time, calls or pairs. */
  scorer: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Meanings of the exit codes, for the documentation. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  fine: "success; an empty result is a success too",
  diagnostics:
    "a query, a schema or the configuration has an error, a parameter has no argument that suits it, or the data does not fit its schema",
  usage: "an unknown command, option, scorer or model, or one that is missing",
  input: "a file is missing, can't be read or written, is in no known format or over a limit; a model can't be fetched",
  scorer: "the scorer failed or can't be created, or the run is over a limit of time, calls or pairs",
  interrupted: "interrupted from the keyboard",
};

/**
 * Ends a command with an exit code. `message` may be several lines; empty: all is said. `frame`: how it is printed on a command line, where
 * several programs may write; the prompt and editors show it without. `named` begins it with the name of the program, `help` ends it with
 * where to read about a command (empty: about all of them; null: about the one that was called).
 */
export class Stop extends Error {
  override readonly name = "Stop";

  constructor(
    readonly exitCode: ExitCode,
    message = "",
    readonly frame: { readonly named?: boolean; readonly help?: string | null } = {},
  ) {
    super(message);
  }
}

/** Failure in the program's own words. */
export const problem = (exitCode: ExitCode, message: string): Stop => new Stop(exitCode, message, { named: true });

/** A command line that can't be understood, with where to read how it is meant: the help of the command, unless another is named. */
export const usage = (message: string, help: string | null = null): Stop =>
  new Stop(EXIT.usage, message, { named: true, help });

/** Says on standard error why a command ended, and answers with its exit code. A stack is for us: SXP_DEBUG=1 shows it. */
export function report(error: unknown, { stderr, env }: Pick<Io, "stderr" | "env">, command = ""): ExitCode {
  if (error instanceof Stop) {
    const { named, help } = error.frame;
    const hint = help === undefined ? "" : `\nSee "${`sxp help ${help ?? command}`.trimEnd()}".`;
    if (error.message !== "") stderr.write(`${named ? "sxp: " : ""}${error.message}${hint}\n`);
    return error.exitCode;
  }
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  stderr.write(`sxp: ${message}\n`);
  stderr.write(env.SXP_DEBUG === "1" ? `${stack}\n` : "This is a bug in sxp. SXP_DEBUG=1 shows where it happened.\n");
  return EXIT.diagnostics;
}

/** Waits for something no longer than the user does: what can't be stopped goes on unheard. */
export function abortable<T>(signal: AbortSignal, work: Promise<T>, message = ""): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(new Stop(EXIT.interrupted, message));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
