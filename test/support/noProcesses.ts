import childProcess, { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { expect } from "vitest";
import { moduleTags } from "./tags.js";

/** Programs that bundling starts, and that stay for the next one. */
const ALLOWED = /\besbuild\b/;

/**
 * Makes a test that starts a process fail, unless its file declares so with a tag. Placement is checked by what tests do, and not by how long they take.
 */
export function refuseProcesses(): void {
  const room = globalThis as { areProcessesRefused?: boolean };
  if (room.areProcessesRefused === true) return;
  room.areProcessesRefused = true;
  const prototype = ChildProcess.prototype as unknown as { spawn: (options: { file: string }) => unknown };
  const { spawn } = prototype;
  prototype.spawn = function (this: ChildProcess, options) {
    check(options.file);
    return spawn.call(this, options);
  };
  for (const name of ["spawnSync", "execFileSync", "execSync"] as const) {
    const start = childProcess[name] as (...given: unknown[]) => unknown;
    Object.assign(childProcess, {
      [name]: (...given: unknown[]) => {
        check(String(given[0]));
        return start(...given);
      },
    });
  }
  syncBuiltinESMExports();
}

function check(program: string): void {
  const { testPath } = expect.getState();
  if (testPath === undefined || ALLOWED.test(program)) return;
  const tags = moduleTags(readFileSync(testPath, "utf8"));
  if (tags.includes("process") || tags.includes("page")) return;
  throw new Error(`${testPath} starts ${program}: put the test into a file that begins with "// @module-tag process".`);
}
