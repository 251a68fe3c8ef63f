import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { onTestFinished } from "vitest";

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
    stdin: { contents: code, resolveDir: folderOf("runtime"), loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    mainFields: ["module", "main"],
    logLevel: "error",
    external: ["onnxruntime-node"],
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    conditions: ["@semantic-xpath/source", "module"],
  });
  return outfile;
}
