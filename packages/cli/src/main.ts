import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sxp } from "./cli.js";
import type { Io } from "./io.js";
import { EXIT } from "./stop.js";

/** The rim: the process as an `Io`, signals and the exit code. */

const FALLBACK_COLUMNS = 80;
/** In a clone the folder of the repository, in a package the copy that the build makes for the demo. */
const examples = ["../../../examples/", "examples/"]
  .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
  .find((folder) => existsSync(`${folder}itinerary/itinerary.xml`));

const interruption = new AbortController();
process.once("SIGINT", () => {
  interruption.abort();
  process.once("SIGINT", () => process.exit(EXIT.interrupted));
});

// A reader such as `head` that has seen enough closes the pipe: nothing went wrong.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? EXIT.fine : EXIT.input));
}

const output = (stream: NodeJS.WriteStream) => ({
  isTerminal: stream.isTTY === true,
  write: (text: string) => void stream.write(text),
});

/** A folder may be gone while a shell is still in it: then relative paths lead nowhere, and absolute ones do. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env.PWD ?? "/";
  }
}

const io: Io = {
  // Touching standard input opens it, so that is left to the command that reads it.
  get stdin() {
    return process.stdin;
  },
  stdout: output(process.stdout),
  stderr: output(process.stderr),
  env: process.env,
  cwd: currentFolder(),
  columns: process.stdout.columns ?? (Number(process.env.COLUMNS) || FALLBACK_COLUMNS),
  examples: examples ?? null,
  signal: interruption.signal,
};

process.exitCode = await sxp(process.argv.slice(2), io);
// An interrupted command may still wait for input or for a scorer.
if (interruption.signal.aborted) process.exit(EXIT.interrupted);
