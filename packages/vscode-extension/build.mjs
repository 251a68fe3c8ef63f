import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { englishShapes } from "../cli/bundle/scripts.mjs";
import { bundleRenderer, bundle as bundleViews } from "../views/build.mjs";

/** Builds everything that the packed extension has in `dist`: six scripts, the panel, schemas, examples and the reference. */
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
// Of the language service the client needs the names of its requests; everything else stays in the server.
const LANGUAGE_SERVICE = {
  "@semantic-xpath/lsp/server": at("../lsp/src/server/node.ts"),
  "@semantic-xpath/lsp/browser": at("../lsp/src/server/browser.ts"),
  "@semantic-xpath/lsp/scorers": at("../lsp/src/server/nodeScorers.ts"),
  "@semantic-xpath/lsp/files": at("../lsp/src/server/nodeFiles.ts"),
  "@semantic-xpath/lsp": at("../lsp/src/server/requests.ts"),
};
/** The part of lodash that Chevrotain uses. */
const LODASH = { "lodash-es": at("../cli/src/grammar/lodash.ts") };

const COMMON = {
  bundle: true,
  minify: true,
  treeShaking: true,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  alias: { ...LANGUAGE_SERVICE, ...LODASH },
  // Our packages from their sources: the condition is in each manifest.
  conditions: ["@semantic-xpath/source", "module"],
  // The module form where a package has one: the CommonJS form of jsonc-parser cannot be bundled.
  mainFields: ["module", "main"],
};
const NODE = {
  ...COMMON,
  platform: "node",
  target: "node20",
  format: "cjs",
  define: { "import.meta.url": "__moduleUrl" },
  banner: { js: 'const __moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
  // An optional peer with native code: never inside.
  external: ["vscode", "onnxruntime-node"],
};
const BROWSER = {
  ...COMMON,
  platform: "browser",
  target: "es2022",
  conditions: ["@semantic-xpath/source", "browser", "module"],
  mainFields: ["browser", "module", "main"],
};

/** The stemmers of all languages but English are a script of their own, which is loaded by the first text in one. */
const STEMMERS = "snowball-stemmers";
/** Files beside the extension's own, which it loads when it needs them: the engine is in the server's file, so that it is packed once. */
const BESIDE = {
  "../server/node.js": "./server.js",
  "./library.js": "./client.js",
  "./cells.js": "./notebook.js",
  [STEMMERS]: "./stemmers.js",
};
const filesBeside = {
  name: "files-beside",
  setup({ onResolve }) {
    onResolve({ filter: /\/(?:node|library)\.js$|^snowball-stemmers$/ }, ({ path }) =>
      path in BESIDE ? { path: BESIDE[path], external: true } : undefined,
    );
  },
};

const stemmersBeside = {
  name: "stemmers-beside",
  setup({ onResolve }) {
    onResolve({ filter: /^snowball-stemmers$/ }, ({ path }) => ({ path: BESIDE[path], external: true }));
  },
};

/** The editor has a JSON service of its own for suites, so that the server's is never called. */
const withoutSuiteHints = {
  name: "without-suite-hints",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/suiteHints\.js$/ }, ({ path }) => ({ path, namespace: "none" }));
    onLoad({ filter: /.*/, namespace: "none" }, () => ({ contents: "module.exports = {}" }));
  },
};

/** Names of characters in Markdown are looked up in the table that the parser of HTML has. In a worker the usual one fails: it asks a document. */
export const namedCharacters = {
  name: "named-characters",
  setup(given) {
    const own = at("namedCharacters.mjs");
    given.onResolve({ filter: /^decode-named-character-reference$/ }, () => ({ path: own }));
    given.onResolve({ filter: /^entities\/decode$/ }, async ({ importer, path, kind }) => {
      if (importer !== own) return undefined;
      const parser = await given.resolve("parse5", { kind, resolveDir: at("../readers/src") });
      return given.resolve(path, { kind, resolveDir: dirname(parser.path) });
    });
  },
};

/** The scripts by their names in `dist`. */
export const SCRIPTS = {
  "extension.js": {
    ...NODE,
    entryPoints: [at("src/extension.ts")],
    plugins: [filesBeside],
    // What is imported when needed is loaded as the editor loads this file itself.
    supported: { "dynamic-import": false },
  },
  "client.js": { ...NODE, entryPoints: [at("src/client/library.ts")], plugins: [stemmersBeside] },
  "server.js": {
    ...NODE,
    entryPoints: [at("src/server/node.ts")],
    plugins: [stemmersBeside, withoutSuiteHints, namedCharacters, englishShapes],
  },
  "stemmers.js": { ...NODE, entryPoints: [fileURLToPath(import.meta.resolve(STEMMERS))] },
  "web.js": {
    ...BROWSER,
    format: "cjs",
    external: ["vscode"],
    entryPoints: [at("src/web.ts")],
    plugins: [namedCharacters, englishShapes],
  },
  "serverWorker.js": {
    ...BROWSER,
    format: "iife",
    entryPoints: [at("src/server/worker.ts")],
    plugins: [namedCharacters, englishShapes],
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // The declarations are the compiler's, which would not make them again.
  mkdirSync(at("dist"), { recursive: true });
  for (const name of readdirSync(at("dist")))
    if (name !== "types") rmSync(at(`dist/${name}`), { recursive: true, force: true });
  const scripts = Object.entries(SCRIPTS).map(([name, options]) => build({ ...options, outfile: at(`dist/${name}`) }));
  await Promise.all([
    ...scripts,
    bundleViews({ outdir: at("dist/panel"), logLevel: "warning" }),
    bundleRenderer({ outfile: at("dist/renderer.js"), logLevel: "warning" }),
  ]);
  copySchemas();
  copyExamples();
  copyReference();
}

function copySchemas() {
  mkdirSync(at("dist/schemas"), { recursive: true });
  cpSync(at("../planner/schema/sxp-schema.json"), at("dist/schemas/sxp-schema.json"));
  cpSync(at("../readers/schema/sxp-mapping.json"), at("dist/schemas/sxp-mapping.json"));
  cpSync(at("../scorers/schema/sxp-config.json"), at("dist/schemas/sxp-config.json"));
  cpSync(at("../eval/schema/suite-schema.json"), at("dist/schemas/sxp-suite.json"));
}

/** Schemas of the examples name the one of their format by a path of this repository; the extension associates it by itself. */
function copyExamples() {
  for (const name of readdirSync(at("../../examples"))) {
    if (!existsSync(at(`../../examples/${name}/${name}.schema.json`))) continue;
    for (const file of readdirSync(at(`../../examples/${name}`))) {
      const text = readFileSync(at(`../../examples/${name}/${file}`), "utf8");
      mkdirSync(at(`dist/examples/${name}`), { recursive: true });
      writeFileSync(at(`dist/examples/${name}/${file}`), text.replace(/^\s*"\$schema":.*\n/m, ""));
    }
  }
}

/** What the links of diagnostics lead to: pages and their folders, never the site's own files or what is installed for it. */
function copyReference() {
  cpSync(at("../../docs"), at("dist/docs"), {
    recursive: true,
    filter: (path) => path !== at("../../docs/site") && (path.endsWith(".md") || statSync(path).isDirectory()),
  });
}
