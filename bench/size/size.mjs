import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { progress } from "../report/progress.mjs";
import { sizeTable } from "./tables.mjs";

const OURS = {
  "parse and format": 'export { parse, format } from "@semantic-xpath/parser"',
  "compile and run, XML": 'export { compile, readXml } from "@semantic-xpath/runtime"',
  "everything in the runtime": 'export * from "@semantic-xpath/runtime"',
  "with why, stepping and views": 'export * from "@semantic-xpath/runtime"; export * from "@semantic-xpath/inspect"',
};
const PEERS = {
  "fontoxpath, with slimdom": 'export * from "fontoxpath"; export * from "slimdom"',
  jsonata: 'export { default } from "jsonata"',
  nimma: 'export { default } from "nimma"',
};

/** What a page loads: bundled for a browser, minified, compressed. The readers of formats that it does not use are files of their own. */
export async function measure() {
  const records = [];
  for (const [entries, ours] of [
    [OURS, true],
    [PEERS, false],
  ]) {
    for (const [name, contents] of Object.entries(entries)) {
      progress(`  ${name}`);
      records.push({ name, ours, ...(await sizeOf(contents)) });
    }
  }
  return { records, tables: [sizeTable(records)] };
}

async function sizeOf(contents) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    splitting: true,
    outdir: "page",
    platform: "browser",
    format: "esm",
    legalComments: "none",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const loaded = loadedAtOnce(metafile.outputs);
  const files = outputFiles.filter(({ path }) => loaded.has(basename(path))).map(({ contents }) => contents);
  const sum = (bytesOf) => files.reduce((total, file) => total + bytesOf(file), 0);
  return {
    minified: sum((file) => file.length),
    compressed: sum((file) => gzipSync(file, { level: 9 }).length),
  };
}

/** The names of the entry's file and of those that it imports, but for what is imported later. */
function loadedAtOnce(outputs) {
  const entry = Object.keys(outputs).find((path) => outputs[path].entryPoint === "<stdin>");
  const waiting = [entry];
  const found = new Set();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const { path: imported, kind } of outputs[path].imports)
      if (kind === "import-statement") waiting.push(imported);
  }
  return new Set([...found].map((path) => basename(path)));
}
