import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const EXTENSION = join(ROOT, "packages/vscode-extension");

/** Builds the extension and packs it. A failure is an error: the tests are about the packed extension. */
export function packedExtension() {
  for (const name of vsixFiles()) rmSync(join(EXTENSION, name));
  run(EXTENSION, "npm", "run", "--silent", "package");
  const [vsix] = vsixFiles();
  if (vsix === undefined) throw new Error("`npm run package` wrote no .vsix");
  return join(EXTENSION, vsix);
}

/** The `sxp` command, as users have it. */
export function builtCommand() {
  run(ROOT, process.execPath, "packages/cli/build.mjs");
  return join(ROOT, "packages/cli/bin/sxp.js");
}

const vsixFiles = () => readdirSync(EXTENSION).filter((name) => name.endsWith(".vsix"));

function run(/** @type {string} */ cwd, /** @type {string} */ command, /** @type {string[]} */ ...words) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")} failed:\n${stdout}${stderr}`);
}
