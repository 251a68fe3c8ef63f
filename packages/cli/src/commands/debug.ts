import { dirname, resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { DebugHost } from "@semantic-xpath/dap";
import { serveDebugAdapter } from "@semantic-xpath/dap/stdio";
import { readText } from "../input/files.js";
import { readProject } from "../input/project.js";
import { openScoring } from "../input/scorer.js";
import type { Io } from "../io.js";
import type { DEBUG_OPTIONS } from "../options/debugCommand.js";
import { screenOf } from "../render/screen.js";
import type { Command } from "../spec/spec.js";
import { EXIT, Stop } from "../stop.js";

/** `sxp debug`: serves one debugging session; what goes wrong in it is told to the editor. */
export const debug: Command<typeof DEBUG_OPTIONS> = async ({ options, color }, io) => {
  const errors = screenOf(io, "stderr", color);
  if (io.stdout.isTerminal)
    io.stderr.write("sxp debug waits for an editor. How to set one up: docs/guides/debugging.md\n");
  const limits = (await readProject(io, errors))?.config.limits ?? {};
  const host: DebugHost = {
    limits,
    readText: (path) => told(readText(path, io)),
    resolvePath: (path, from) => resolve(from === null ? io.cwd : dirname(plainPath(from)), plainPath(path)),
    openScorer: async (name) => {
      const asked = { scorer: name ?? options.scorer, cache: !options["no-cache"], command: "debug" };
      return (await told(openScoring(asked, io, errors))).scorer;
    },
  };
  const input = io.stdin instanceof Readable ? io.stdin : Readable.from(io.stdin, { objectMode: false });
  const interrupt = (): void => void input.destroy();
  io.signal.addEventListener("abort", interrupt, { once: true });
  await serveDebugAdapter(input, outputOf(io), host);
  io.signal.removeEventListener("abort", interrupt);
  // A stream that is still open would keep the process.
  input.destroy();
  return EXIT.fine;
};

const outputOf = ({ stdout }: Io): Writable =>
  new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      stdout.write(String(text));
      done();
    },
  });

/** Editors write paths or URIs of files. */
const plainPath = (path: string): string => (path.startsWith("file:") ? fileURLToPath(path) : path);

/** What would end a command is an answer to the editor here: without the command's name before it. */
const told = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw error instanceof Stop ? new Error(error.message.replace(/^sxp: /, "")) : error;
  });
