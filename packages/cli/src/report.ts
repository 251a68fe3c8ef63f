import type { Io } from "./io.js";
import { EXIT, type ExitCode, Stop } from "./stop.js";

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
