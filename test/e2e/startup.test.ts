// @module-tag process
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const bundle = at("packages/cli/dist/sxp.js");
const isBuilt = existsSync(bundle);

/** Notes each file that Node loads as a module. */
const HOOK = `
  import { appendFileSync } from "node:fs";
  export async function load(url, context, next) {
    if (url.startsWith("file:")) appendFileSync(process.env.SXP_LOADED, url + "\\n");
    return next(url, context);
  }`;
const asData = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;
const REGISTERED = asData(`import { register } from "node:module"; register(${JSON.stringify(asData(HOOK))});`);

/** What a process of the built command loads: files, and how many kilobytes they are. */
function loadedBy(...words: string[]) {
  const list = join(mkdtempSync(join(tmpdir(), "sxp-loaded-")), "files.txt");
  const { status } = spawnSync(process.execPath, ["--import", REGISTERED, bundle, ...words], {
    cwd: at("."),
    env: { ...process.env, SXP_LOADED: list },
  });
  expect(status).toBe(0);
  const files = readFileSync(list, "utf8")
    .trim()
    .split("\n")
    .map((url) => fileURLToPath(url));
  return { files: files.length, kilobytes: files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000 };
}

describe.skipIf(!isBuilt)(`what a command loads${isBuilt ? "" : " (skipped: npm run build makes it)"}`, () => {
  // A tenth more than it was. What is over a limit came by an import that the command does not need at its start.
  it.each<[string, number, number, string[]]>([
    ["its version", 4, 6, ["--version"]],
    ["help", 8, 260, ["--help"]],
    ["check", 12, 850, ["check", "//Day"]],
    ["run", 28, 1750, ["run", "//Day", "--data", "examples/itinerary/itinerary.xml"]],
  ])("%s: at most %i files and %i kB", (_, files, kilobytes, words) => {
    const loaded = loadedBy(...words);
    expect(loaded.files).toBeLessThanOrEqual(files);
    expect(loaded.kilobytes).toBeLessThanOrEqual(kilobytes);
  });
});
