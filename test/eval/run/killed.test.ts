// @module-tag process
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type EvalRun, randomFrom } from "@semantic-xpath/eval";
import { expect, it } from "vitest";

const SXP = fileURLToPath(new URL("../../../packages/cli/bin/sxp.js", import.meta.url));
const SUITE = fileURLToPath(new URL("../../../examples/eval/todo.json", import.meta.url));

/** Runs the command; kills the process after so many milliseconds, if it still runs. Resolves with whether it was killed. */
function run(cwd: string, output: string, killAfter: number | null): Promise<boolean> {
  const line = [SXP, "eval", SUITE, "-m", "gold", "-m", "flat", "-m", "bm25", "--json", output];
  const child = spawn(process.execPath, line, {
    cwd,
    env: { ...process.env, SXP_CACHE_DIR: join(cwd, "cache") },
    stdio: "ignore",
  });
  const timer = killAfter === null ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (_, signal) => {
      clearTimeout(timer);
      resolve(signal === "SIGKILL");
    });
  });
}

const timeless = (path: string): unknown => {
  const { times: _, ...rest } = JSON.parse(readFileSync(path, "utf8")) as EvalRun;
  return rest;
};

it("killed twenty times at random, the result is the one of a run that was not", async () => {
  const [calm, killed] = [mkdtempSync(join(tmpdir(), "sxp-calm-")), mkdtempSync(join(tmpdir(), "sxp-killed-"))];
  const before = performance.now();
  await run(calm, "run.json", null);
  const length = performance.now() - before;
  const expected = timeless(join(calm, "run.json"));
  const random = randomFrom(20);
  for (let kills = 0; kills < 20; ) {
    if (await run(killed, "run.json", (0.1 + 0.9 * random.share()) * length)) kills++;
    else {
      expect(timeless(join(killed, "run.json"))).toEqual(expected);
      rmSync(join(killed, "cache"), { recursive: true });
    }
  }
  await run(killed, "run.json", null);
  expect(timeless(join(killed, "run.json"))).toEqual(expected);
}, 1_200_000);
