import type { Io } from "./io.js";
import { EXIT, type ExitCode } from "./stop.js";

/** The version of the package; a test compares it with package.json. */
export const VERSION = "0.1.0";

/**
 * The command: reads the words after `sxp`, runs what they ask for and answers with the exit code. Never rejects; it ends no process.
 *
 * @example await sxp(["run", "//Day[2]", "--data", "plan.xml"], io) // 0
 */
export async function sxp(words: readonly string[], io: Io): Promise<ExitCode> {
  const [first] = words;
  if (first !== "--version" && first !== "-V") return (await import("./dispatch.js")).runWords(words, io);
  io.stdout.write(`${VERSION}\n`);
  return EXIT.fine;
}
