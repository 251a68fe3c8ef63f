import { fileURLToPath } from "node:url";

/** Options for esbuild of the command and of the published library: modules for Node that share chunks, bundled from the sources. */
export const SCRIPTS = {
  absWorkingDir: fileURLToPath(new URL("../../..", import.meta.url)),
  splitting: true,
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
  // The bundle is a module; what is CommonJS in it asks for `require`.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
  // Our packages from their sources: the condition is in each manifest.
  conditions: ["@semantic-xpath/source", "module"],
};

/**
 * Leaves out packages that a program around ours has as well, if one of our files imports them: the program's copy is used, or none. What
 * the packages in the bundle import of them is bundled.
 */
export const sharedPeers = {
  name: "shared peers",
  setup(build) {
    build.onResolve({ filter: /^(?:@opentelemetry\/.*|@langchain\/core\/.*|pg)$/ }, ({ path, importer }) =>
      isOurs(importer) ? { path, external: true } : undefined,
    );
    // The adapter shares the AI SDK with the program; models bring a copy of their own.
    build.onResolve({ filter: /^ai$/ }, ({ path, importer }) =>
      isOurs(importer) && /[\\/]agents[\\/]/.test(importer) ? { path, external: true } : undefined,
    );
  },
};

const isOurs = (path) => !/[\\/]node_modules[\\/]/.test(path);

/** The library of shapes has its messages in fifty languages, in the file that every user of it loads; ours are English, and shapes say most of them. */
export const englishShapes = {
  name: "English shapes",
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};
