// @module-tag process
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Metafile } from "esbuild";
import { expect, it } from "vitest";
import { bundlePage } from "../../../packages/studio/build.mjs";

/** Bytes of the scripts of a first screen after gzip, at most; 140 000 are what the page may ever need before its editor is loaded. Measured: 56 070, of which types of a version are 900. */
const MAX_BYTES = 56_200;

/** A script with all that it imports before it runs. */
function withImports({ outputs }: Metafile, entry: string): ReadonlySet<string> {
  const byName = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const { path, kind } of byName.get(name)?.imports ?? []) if (kind === "import-statement") add(basename(path));
  };
  add(entry);
  return found;
}

it("loads little for the first screen: no parser, no editor", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sxp-page-"));
  try {
    const { metafile } = await bundlePage(folder);
    const names = [...withImports(metafile!, "page.js")];
    const bytes = names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    const inputs = names.flatMap((name) => {
      const path = Object.keys(metafile!.outputs).find((each) => basename(each) === name)!;
      return Object.keys(metafile!.outputs[path]!.inputs);
    });
    expect(inputs.filter((path) => /chevrotain|codemirror|packages\/parser\/src\/grammar/.test(path))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
