import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundlePage, bundlePlayground } from "../studio/build.mjs";
import { bundle as bundleViews } from "../views/build.mjs";
import { directImports } from "./bundle/directImports.mjs";
import { grammarParts } from "./bundle/grammarParts.mjs";
import { joinedChunks } from "./bundle/joinChunks.mjs";
import { englishShapes, SCRIPTS, sharedPeers } from "./bundle/scripts.mjs";

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
    ...SCRIPTS,
    metafile: true,
    entryPoints: [{ in: at("src/main.ts"), out: "sxp" }],
    outdir: at("dist"),
    chunkNames: "chunks/[name]-[hash]",
    sourcemap: "external",
    // The stemmers, which most texts do not need.
    external: ["onnxruntime-node", "snowball-stemmers"],
    plugins: [sharedPeers, englishShapes, grammarParts, segmenterLater, directImports(joined)],
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

// The demo runs from a package too.
for (const name of ["itinerary.xml", "itinerary.schema.json"])
  cpSync(at(`../../examples/itinerary/${name}`), at(`dist/examples/itinerary/${name}`));
