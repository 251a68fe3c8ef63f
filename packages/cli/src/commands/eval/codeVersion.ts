import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Names the code that runs, by the contents of all its files and the version of Node: a result of other code is never taken for one of this code. What
 * other packages a manifest names it names by their exact version, so that the manifest stands for them.
 *
 * `module`: the path of a module of the command. Reads some megabytes.
 */
export function codeVersion(module: string = fileURLToPath(import.meta.url)): string {
  return digestOfFiles(codeFiles(module), [process.version]);
}

/**
 * Files of the code, sorted. Of the bundle (`dist/chunks`) all of its parts; of a package as it is developed what its kind of folder (`src` or `dist`)
 * holds, and the same of each of our packages that it depends on.
 */
export function codeFiles(module: string): readonly string[] {
  const root = packageOf(module);
  const [kind = "", first] = relative(root, module).split(sep);
  if (first === "chunks")
    return [join(root, "package.json"), join(root, kind, "sxp.js"), ...scriptsIn(join(root, kind, first))];
  const packages = new Set<string>();
  addPackages(root, packages);
  return [...packages].sort().flatMap((folder) => [join(folder, "package.json"), ...scriptsIn(join(folder, kind))]);
}

function packageOf(path: string): string {
  const folder = dirname(path);
  return existsSync(join(folder, "package.json")) ? folder : packageOf(folder);
}

function addPackages(folder: string, packages: Set<string>): void {
  if (packages.has(folder)) return;
  packages.add(folder);
  const manifest = join(folder, "package.json");
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, "utf8")) as {
    dependencies?: Record<string, string>;
  };
  const { resolve: find } = createRequire(manifest);
  for (const name of Object.keys(dependencies))
    if (name.startsWith("@semantic-xpath/")) addPackages(dirname(find(`${name}/package.json`)), packages);
}

const scriptsIn = (folder: string): readonly string[] =>
  readdirSync(folder, { encoding: "utf8", recursive: true })
    .filter((path) => /\.(?:js|ts|json)$/.test(path) && !path.endsWith(".d.ts"))
    .sort()
    .map((path) => join(folder, path));

/**
 * Names a module of a user by its text, and by that of each file that a relative path in quotes names, there and in the modules so named. A file that is
 * found in another way is not seen: a module says its version then, as text in it.
 */
export function moduleVersion(path: string): string {
  const files = new Set<string>();
  const add = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    if (!MODULE_ENDINGS.has(extname(file))) return;
    for (const [, named = ""] of readFileSync(file, "utf8").matchAll(/["'`](\.\.?\/[^"'`\n]+)["'`]/g)) {
      const other = resolve(dirname(file), named);
      if (statSync(other, { throwIfNoEntry: false })?.isFile()) add(other);
    }
  };
  add(path);
  return digestOfFiles([...files].sort(), []);
}

const MODULE_ENDINGS = new Set([".js", ".mjs", ".cjs", ".ts", ".mts"]);

function digestOfFiles(files: readonly string[], more: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of more) hash.update(`${text}\n`);
  for (const file of files) {
    const bytes = readFileSync(file);
    hash.update(`${basename(file)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex").slice(0, 32);
}
