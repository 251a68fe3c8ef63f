import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

/**
 * Whatever tests and the processes that they start write to the temporary folder goes when all have ended. Each project calls it; the first one makes the folder for
 * all, since the path of a socket in it, such as a browser makes, may not be long.
 */
export default function setup({ vitest }: TestProject): () => void {
  if (process.env.SXP_TESTS_FOLDER !== undefined) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), "sxp-tests-"));
  process.env.TMPDIR = folder;
  process.env.SXP_TESTS_FOLDER = folder;
  const { fsModuleCachePath } = vitest.config.experimental;
  return () => {
    for (const made of fsModuleCachePath === undefined ? [folder] : [folder, fsModuleCachePath])
      rmSync(made, { recursive: true, force: true, maxRetries: 3 });
  };
}
