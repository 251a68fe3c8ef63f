import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundlePage, bundlePlayground } from "../studio/build.mjs";
import { bundle as bundleViews } from "../views/build.mjs";
import { directImports } from "./bundle/directImports.mjs";
import { grammarParts } from "./bundle/grammarParts.mjs";
import { joinedChunks } from "./bundle/joinChunks.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const MAIN = "packages/cli/src/main.ts";
/** Commands that start so often that others wait for them. */
const OFTEN = ["commands/check/check.ts", "commands/run/run.ts", "commands/help/commandHelp.ts"];

/** What measures wide characters makes what finds them at once, which costs a sixth of what a start of Node costs: here at the first of them. */
const segmenterLater = {
  name: "segmenter later",
  setup(build) {
    build.onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const made = "const segmenter = new Intl.Segmenter();";
      if (!text.includes(made)) throw new Error(`${path} makes its segmenter in another way.`);
      const later = "let made; const segmenter = { segment: (text) => (made ??= new Intl.Segmenter()).segment(text) };";
      return { contents: text.replace(made, later) };
    });
  },
};

/** Bundles the sources: starting reads one file and the few chunks that the command needs, and no package is looked up. */
const bundled = (joined, options) =>
  build({
    metafile: true,
    absWorkingDir: at("../.."),
    entryPoints: [{ in: at("src/main.ts"), out: "sxp" }],
    outdir: at("dist"),
    chunkNames: "chunks/[name]-[hash]",
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
    sourcemap: "external",
    // The bundle is a module; what is CommonJS in it asks for `require`.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    // An optional peer with native code, found at run time or not; and the stemmers, which most texts do not need.
    external: ["onnxruntime-node", "snowball-stemmers", "@opentelemetry/*"],
    // Our packages from their sources: the condition is in each manifest.
    conditions: ["@semantic-xpath/source", "module"],
    plugins: [grammarParts, segmenterLater, directImports(joined)],
    // Chunks are joined by imports that import nothing.
    logOverride: { "ignored-bare-import": "silent" },
    ...options,
  });

const apart = await bundled(new Map(), { write: false, sourcemap: false });
const { metafile } = await bundled(joinedChunks(apart.metafile, MAIN, OFTEN));

/** What is loaded before all else is one file. */
await bundled(new Map(), {
  entryPoints: [{ in: at("src/compileCache.ts"), out: "chunks/compileCache" }],
  splitting: false,
  banner: {},
});

/** Chunks of earlier builds go last: a command that runs meanwhile still finds its own. */
const made = new Set([
  "compileCache.js",
  "compileCache.js.map",
  ...Object.keys(metafile.outputs).map((path) => basename(path)),
]);
for (const name of readdirSync(at("dist/chunks"))) if (!made.has(name)) rmSync(at(`dist/chunks/${name}`));

/** What a report has in it: the page's script and stylesheet, beside the bundle. */
await bundleViews();
mkdirSync(at("dist/page"), { recursive: true });
for (const name of ["report.js", "report.css"]) copyFileSync(at(`../views/dist/${name}`), at(`dist/page/${name}`));

/** The page that `sxp studio` serves; the playground is for any other server. */
await Promise.all([bundlePage(), bundlePlayground()]);
rmSync(at("dist/studio"), { recursive: true, force: true });
cpSync(at("../studio/dist/web/page"), at("dist/studio"), { recursive: true });

/** What `sxp help CODE` shows. */
copyFileSync(at("../../docs/diagnostics.md"), at("dist/diagnostics.md"));
// The demo runs from a package too.
for (const name of ["itinerary.xml", "itinerary.schema.json"])
  cpSync(at(`../../examples/itinerary/${name}`), at(`dist/examples/itinerary/${name}`));
