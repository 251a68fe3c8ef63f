import type { BuildOptions } from "esbuild";

/** Options of esbuild for a script that Node runs, made from the sources. */
export const FOR_NODE: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // The module form where a package has one: the CommonJS form of jsonc-parser cannot be bundled.
  mainFields: ["module", "main"],
  // The bundle is a module; CommonJS in it asks for `require`.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
  external: ["onnxruntime-node"],
  conditions: ["@semantic-xpath/source", "module"],
  logLevel: "error",
};
