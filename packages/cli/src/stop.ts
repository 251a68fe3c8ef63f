import type { Io } from "./io.js";

/** What the command answers to the shell. The numbers are part of its interface. */
export const EXIT = {
  fine: 0,
  /** The query, the schema or the data has an error. */
  diagnostics: 1,
  usage: 2,
  /** A file is missing or can't be read. */
  input: 3,
  scorer: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with an exit code. `message` may be several lines and is printed as it stands; empty: all is said. */
export class Stop extends Error {
  override readonly name = "Stop";

  constructor(
    readonly exitCode: ExitCode,
    message = "",
  ) {
    super(message);
  }
}

/** A command line that can't be understood, with where to read how it is meant. */
export function usage(message: string, command?: string): Stop {
  const help = command === undefined ? "sxp help" : `sxp help ${command}`;
  return new Stop(EXIT.usage, `sxp: ${message}\nSee "${help}".`);
}

/** Says on standard error why a command ended, and answers with its exit code. A stack is for us: SXP_DEBUG=1 shows it. */
export function report(error: unknown, io: Pick<Io, "stderr" | "env">): ExitCode {
  if (error instanceof Stop) {
    if (error.message !== "") io.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  io.stderr.write(`sxp: ${message}\n`);
  if (io.env.SXP_DEBUG === "1" && error instanceof Error) io.stderr.write(`${error.stack}\n`);
  else io.stderr.write("This is a bug in sxp. SXP_DEBUG=1 shows where it happened.\n");
  return EXIT.diagnostics;
}
