import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCE = /^packages\/([^/]+)\/src\/(.*)\.js$/;

/** Files that Node reads itself: what was built. */
export const BUILT = /\/packages\/[^/]+\/dist\//;

/** Imports of the project's sources by their paths lead to what was built of them; the extension is only ever bundled. */
export const builtSources: Plugin = {
  name: "built sources",
  enforce: "pre",
  resolveId(module, importer) {
    if (!module.startsWith(".") || importer === undefined) return null;
    const path = relative(ROOT, join(dirname(importer), module)).replaceAll(sep, "/");
    const [, name, file] = SOURCE.exec(path) ?? [];
    return name === undefined || name === "vscode-extension"
      ? null
      : join(ROOT, "packages", name, "dist", `${file}.js`);
  },
};
