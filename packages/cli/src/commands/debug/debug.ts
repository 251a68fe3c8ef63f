import { dirname, resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { DebugHost } from "@semantic-xpath/dap";
import { serveDebugAdapter } from "@semantic-xpath/dap/stdio";
import { SCHEMAS, shippedSchemaUri } from "@semantic-xpath/readers";
import { isSeveral } from "@semantic-xpath/readers/node";
import { readData } from "../../input/data.js";
import { readText } from "../../input/files.js";
import { configuredSchema } from "../../input/mapping.js";
import { readProject } from "../../input/project.js";
import { openScoring } from "../../input/scorer.js";
import type { World } from "../../render/screen.js";
import { verbatim } from "../../render/terminal.js";
import type { DebugLine } from "./command.js";

/** Serves one debugging session; what goes wrong in it is reported to the editor. */
export async function debug({ options }: DebugLine, io: World): Promise<undefined> {
  if (io.stdout.isTerminal) io.stderr.write("sxp debug waits for an editor. How to set one up: docs/how-to/debug.md\n");
  const limits = (await readProject(io))?.config.limits ?? {};
  const host: DebugHost = {
    limits,
    readText: (path) => readText(path, io),
    async openTrees(path, mapping) {
      if (!(await isSeveral(path, io.cwd))) return null;
      return (await readData([path], io, limits, { mapping: mapping ?? undefined })).trees;
    },
    async dataReading(path) {
      if (!(await isSeveral(path, io.cwd))) return (await import("@semantic-xpath/runtime/node")).dataReading(path);
      const schema = await configuredSchema([path], io);
      const isShipped = SCHEMAS.some(({ name }) => name === schema);
      const named = schema !== null && isShipped ? shippedSchemaUri(schema) : schema;
      return { mapping: null, schema: named, sources: [], problem: null };
    },
    resolvePath: (path, from) => resolve(from === null ? io.cwd : dirname(plainPath(from)), plainPath(path)),
    openScorer: async (name) => {
      const { scorer } = await openScoring({ ...options, ...(name !== null && { scorer: name }) }, io);
      return scorer;
    },
  };
  const input = io.stdin instanceof Readable ? io.stdin : Readable.from(io.stdin, { objectMode: false });
  const interrupt = (): void => void input.destroy();
  io.signal.addEventListener("abort", interrupt, { once: true });
  const output = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      io.stdout.write(verbatim(String(text)));
      done();
    },
  });
  await serveDebugAdapter(input, output, host);
  io.signal.removeEventListener("abort", interrupt);
  // A stream that is still open would keep the process.
  input.destroy();
}

/** Editors write paths or URIs of files. */
const plainPath = (path: string): string => (path.startsWith("file:") ? fileURLToPath(path) : path);
