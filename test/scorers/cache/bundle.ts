import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { onTestFinished } from "vitest";
import { FOR_NODE } from "../../support/bundle.js";

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sxp-cache-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const folderOf = (path: string): string => fileURLToPath(new URL(`../../../packages/${path}`, import.meta.url));

/** The sources as one file that a process of its own can run; `code` imports from `@semantic-xpath/runtime` and `/node`. */
export async function bundled(code: string, folder: string): Promise<string> {
  const outfile = join(folder, "child.mjs");
  await build({
    ...FOR_NODE,
    stdin: { contents: code, resolveDir: folderOf("runtime"), loader: "ts" },
    outfile,
  });
  return outfile;
}
