import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NO_GALLERY } from "./codeServer.mjs";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const EXTENSION = join(ROOT, "packages/vscode-extension");

/** Builds the extension and packs it. A failure is an error: the tests are about the packed extension. */
export function packedExtension() {
  for (const name of vsixFiles()) rmSync(join(EXTENSION, name));
  run(EXTENSION, "npm", ["run", "--silent", "package"]);
  const [vsix] = vsixFiles();
  if (vsix === undefined) throw new Error("`npm run package` wrote no .vsix");
  return join(EXTENSION, vsix);
}

/**
 * Installs a packed extension as users do, by VS Code's own command, into a profile in a folder. The result is the profile's folder of extensions.
 *
 * @param {string} entry
 * @param {string} vsix
 * @param {string} folder
 */
export function installedExtension(entry, vsix, folder) {
  const extensions = join(folder, "extensions");
  const profile = ["--config", join(folder, "config.yaml"), "--user-data-dir", join(folder, "user")];
  const words = [entry, ...profile, "--extensions-dir", extensions, "--install-extension", vsix];
  run(ROOT, process.execPath, words, { HOME: folder, ...NO_GALLERY });
  return extensions;
}

/** The `sxp` command, as users have it. */
export function builtCommand() {
  run(ROOT, process.execPath, ["packages/cli/build.mjs"]);
  return join(ROOT, "packages/cli/bin/sxp.js");
}

const vsixFiles = () => readdirSync(EXTENSION).filter((name) => name.endsWith(".vsix"));

/**
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} words
 */
function run(cwd, command, words, environment = {}) {
  const env = { ...process.env, ...environment };
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")} failed:\n${stdout}${stderr}`);
}
