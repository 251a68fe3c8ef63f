import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { minify } from "rolldown/utils";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

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

/** Packages of which a page needs little, some only for one importer: a module of ours has that with the same meaning, as tests beside the packages show. */
const GRAMMAR = [
  [/^lodash-es$/, "src/smaller/lodash.ts"],
  [/\/lexer_public\.js$/, "src/smaller/chevrotainLexer.ts"],
  [/\/errors_public\.js$/, "src/smaller/chevrotainErrors.ts", /[\\/]chevrotain[\\/]/],
  [/\/checks\.js$/, "src/smaller/chevrotainChecks.ts", /[\\/]chevrotain[\\/]/],
];
const SMALLER = [
  ...GRAMMAR,
  [/^vscode-languageserver(?:\/browser)?$/, "../lsp/src/server/workerProtocol.ts"],
  [/^marked$/, "src/smaller/marked.ts"],
  [/^picomatch$/, "src/smaller/picomatch.ts"],
  [/^\.\/run\/(?:ask|keptRuns|run|schemaText)\.js$/, "src/smaller/noRequests.ts"],
];
const inPlaceOf = (list) => ({
  name: "smaller",
  setup(build) {
    for (const [filter, path, importing] of list)
      build.onResolve({ filter }, ({ importer }) =>
        importing === undefined || importing.test(importer) ? { path: at(path) } : undefined,
      );
  },
});
export const smaller = inPlaceOf(SMALLER);
/** Those of the parser alone, for what starts often. */
export const smallerGrammar = inPlaceOf(GRAMMAR);

/** What a playground leaves out beside models: by what is imported, and by whom. */
const WITHOUT = [
  [/^\.\/olderForm\.js$/, "codeActions.ts"],
  [/^\.\/prune\.js$/, "memory.ts"],
  [/^\.\/backup\.js$/, "storedJournal.ts"],
  [/^\.\/mapping\/mapping\.js$/, "readers/src/index.ts"],
];
const leftOut = {
  name: "left-out",
  setup(build) {
    for (const [filter, importing] of WITHOUT)
      build.onResolve({ filter }, ({ importer }) =>
        importer.endsWith(importing) ? { path: at("src/smaller/notInPages.ts") } : undefined,
      );
  },
};

/** Dates are read in a script of their own, when a request may name one. */
const datesLater = {
  name: "dates-later",
  setup(build) {
    build.onResolve({ filter: /^chrono-node\/en$/ }, ({ importer }) =>
      importer.endsWith("chronoWhole.ts") ? undefined : { path: at("src/smaller/chrono.ts") },
    );
  },
};

/** What esbuild has joined, once more by a minifier that looks into expressions: a thirtieth less to load. */
async function minified(outcome) {
  await Promise.all(
    Object.keys(outcome.metafile.outputs)
      .filter((path) => path.endsWith(".js"))
      .map(async (path) => {
        const { code, errors } = await minify(path, readFileSync(path, "utf8"), {
          module: true,
          compress: { target: "es2022" },
          mangle: { toplevel: true },
        });
        if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
        writeFileSync(path, code);
      }),
  );
  return outcome;
}

/** The page that `sxp studio` serves. */
export async function bundlePage(folder = at("dist/web/page"), options = {}) {
  emptied(folder);
  copyFileSync(at("src/page/index.html"), join(folder, "index.html"));
  const entries = { page: at("src/page/main.tsx"), style: at("src/page/page.css"), languageWorker };
  return site(folder, entries, { plugins: [smaller], ...options });
}

/** A playground has no model, so that what speaks to one is not loaded. */
const withoutModel = {
  name: "without-model",
  setup(build) {
    const none = (name) => `export const ${name} = () => { throw new Error("A playground has no model."); };`;
    build.onLoad({ filter: /[\\/]chat[\\/]src[\\/]model[\\/]model(?:Reader|Writer)\.ts$/ }, ({ path }) => ({
      contents: none(/model(?:Reader|Writer)(?=\.ts$)/.exec(path)[0]),
    }));
  },
};

/** The same page without a server: the studio is a worker over a memory that is in it alone. */
export async function bundlePlayground(folder = at("dist/web/playground"), options = {}) {
  emptied(folder);
  copyFileSync(at("src/playground/index.html"), join(folder, "index.html"));
  writeExamples(folder);
  const entries = {
    playground: at("src/playground/main.tsx"),
    style: at("src/playground/playground.css"),
    studioWorker: at("src/playground/worker.ts"),
    languageWorker,
  };
  return minified(await site(folder, entries, { plugins: [withoutModel, leftOut, smaller, datesLater], ...options }));
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
