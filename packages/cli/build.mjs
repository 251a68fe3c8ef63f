import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Bundles the sources into one file, so that starting reads one file and commands that are not used are not evaluated. */
await build({
  entryPoints: [at("src/main.ts")],
  outfile: at("dist/sxp.js"),
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // The module form where a package has one: the CommonJS form of jsonc-parser cannot be bundled.
  mainFields: ["module", "main"],
  treeShaking: true,
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
  sourcemap: "external",
  // The bundle is a module; what is CommonJS in it asks for `require`.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  // An optional peer with native code: found at run time, or not.
  external: ["onnxruntime-node"],
  alias: {
    "@semantic-xpath/parser": at("../parser/src/index.ts"),
    "@semantic-xpath/planner": at("../planner/src/index.ts"),
    "@semantic-xpath/runtime/node": at("../runtime/src/node/index.ts"),
    "@semantic-xpath/runtime": at("../runtime/src/index.ts"),
  },
});
