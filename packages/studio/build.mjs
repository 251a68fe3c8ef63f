import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { at, playgroundScripts } from "./bundle/playgroundScripts.mjs";

/**
 * What a browser loads of a site, as static files in one flat folder. Scripts are modules that share chunks, which a page loads when it
 * needs them; a chunk is named after its content, so that it may be kept for ever, and an entry is not.
 */
const site = (outdir, entryPoints, options) =>
  build({
    entryPoints,
    outdir,
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    platform: "browser",
    target: ["chrome114", "firefox120", "safari17"],
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    treeShaking: true,
    legalComments: "none",
    charset: "utf8",
    metafile: true,
    // Our packages from their sources: the condition is in each manifest.
    conditions: ["@semantic-xpath/source", "module"],
    ...options,
  });

/** The language server as a worker: importing it starts it. */
const languageWorker = "@semantic-xpath/lsp/browser";

/** The page that `sxp studio` serves. */
export async function bundlePage(folder = at("dist/web/page"), options = {}) {
  emptied(folder);
  copyFileSync(at("src/page/index.html"), join(folder, "index.html"));
  const entries = { page: at("src/page/main.tsx"), style: at("src/page/page.css"), languageWorker };
  return site(folder, entries, options);
}

/** The same page without a server: the studio is a worker over a memory that is in it alone. */
export async function bundlePlayground(folder = at("dist/web/playground")) {
  emptied(folder);
  copyFileSync(at("src/playground/index.html"), join(folder, "index.html"));
  writeExamples(folder);
  await site(folder, { style: at("src/playground/playground.css") });
  await playgroundScripts(folder);
}

/** The trees of the examples, each with its schema and its format, by the names that addresses use. */
const EXAMPLES = {
  itinerary: { file: "itinerary.xml", title: "A week in Canada" },
  todo: { file: "todo.xml", title: "A to-do list" },
  mealplan: { file: "mealplan.json", title: "A week of meals" },
};

/** An example is a module that is imported when it is opened, so that the page needs no other connection than for its own scripts. */
function writeExamples(folder) {
  for (const [name, { file, title }] of Object.entries(EXAMPLES)) {
    const text = (path) => readFileSync(at(`../../examples/${name}/${path}`), "utf8");
    const example = { file, title, text: text(file), schema: text(`${name}.schema.json`) };
    writeFileSync(join(folder, `example-${name}.js`), `export default ${JSON.stringify(example)};\n`);
  }
}

function emptied(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await Promise.all([bundlePage(), bundlePlayground()]);
