import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Packs the built extension as `semantic-xpath-<version>.vsix`. Nothing is looked up in the network. With `--store` the file is
 * `semantic-xpath-<version>-store.vsix`, for the Marketplace and Open VSX: they show the README outside of the file, so its pictures are addresses.
 */
const { createVSIX } = createRequire(import.meta.url)("@vscode/vsce");
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
/** Three of its scripts (server, server in a browser, extension in a browser) have engine and translator each, and the first has the protocol of assistants. */
const MAX_BYTES = 3.66 * 1024 * 1024;

const { name, version, homepage } = JSON.parse(readFileSync(at("package.json"), "utf8"));
const isForStores = process.argv.includes("--store");
const packagePath = at(`${name}-${version}${isForStores ? "-store" : ""}.vsix`);
await createVSIX({
  cwd: at("."),
  packagePath,
  dependencies: false,
  rewriteRelativeLinks: isForStores,
  ...(isForStores && {
    baseContentUrl: `${homepage}/blob/v${version}/packages/vscode-extension`,
    baseImagesUrl: `${homepage}/raw/v${version}/packages/vscode-extension`,
  }),
});

const { size } = statSync(packagePath);
console.log(`${name}-${version}.vsix: ${(size / 1024).toFixed(0)} KB`);
if (size > MAX_BYTES) {
  console.error(`It must stay below ${MAX_BYTES / 1024} KB.`);
  process.exitCode = 1;
}
