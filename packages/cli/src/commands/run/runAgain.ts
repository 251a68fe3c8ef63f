import { resolve } from "node:path";
import { sxpFiles } from "../../input/files.js";
import type { Prepared } from "../../input/prepare.js";
import { changesOf } from "../../input/watch.js";
import type { World } from "../../render/screen.js";
import type { RunLine } from "../../spec/runOptions.js";
import { EXIT, type ExitCode, Stop, usage } from "../../stop.js";

type RunOnce = (
  operand: string,
  options: RunLine["options"],
  io: World,
  seen: (prepared: Prepared) => void,
) => Promise<ExitCode>;

/** Files of data that are looked at, beside the folders and patterns that were named. */
const MAX_WATCHED = 1000;

/** Runs, and runs again whenever a file that the run depends on has changed; what can't run now is said, and the next change is waited for. */
export async function runAgain(
  operand: string,
  options: RunLine["options"],
  io: World,
  runOnce: RunOnce,
): Promise<ExitCode> {
  if (options.data.includes("-")) throw usage("--watch reads files again, and standard input can't be.");
  let watched = [...options.data, options.schema ?? []].flat().map((path) => resolve(io.cwd, path));
  const changed = changesOf(io);
  for (;;) {
    try {
      await runOnce(operand, options, io, (prepared) => {
        watched = filesOf(prepared, options, io);
      });
    } catch (error) {
      if (!(error instanceof Stop) || error.exitCode === EXIT.usage || error.exitCode === EXIT.interrupted) throw error;
      io.stderr.write(`${error.message}\n`);
    }
    io.stderr.write(io.errors.paint.dim("waiting for a change, Ctrl-C ends\n"));
    if (!(await changed([...new Set([...sxpFiles(operand, io), ...watched])]))) return EXIT.interrupted;
    io.stderr.write(io.errors.paint.dim("-- a file has changed: run again\n"));
  }
}

function filesOf({ data, schemaName }: Prepared, { data: named }: RunLine["options"], { cwd }: World): string[] {
  const files = data.trees.slice(0, MAX_WATCHED).map(({ path }) => path);
  return [
    ...files,
    ...named.map((path) => resolve(cwd, path)),
    ...(schemaName === null ? [] : [resolve(cwd, schemaName)]),
  ];
}
