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

/** What a page loads: bundled for a browser, minified, compressed. */
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
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    platform: "browser",
    format: "esm",
    legalComments: "none",
    write: false,
    logLevel: "silent",
  });
  const [{ contents: bytes }] = outputFiles;
  return { minified: bytes.length, compressed: gzipSync(bytes, { level: 9 }).length };
}
