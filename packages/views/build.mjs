import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const COMMON = {
  bundle: true,
  platform: "browser",
  target: ["chrome114", "firefox120", "safari17"],
  format: "iife",
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  treeShaking: true,
  legalComments: "none",
  charset: "utf8",
  // Our packages from their sources: the condition is in each manifest.
  conditions: ["@semantic-xpath/source", "module"],
};

/** What a browser loads: one script and one stylesheet for the panel, and the same for the report. */
export const bundle = (options = {}) =>
  build({
    ...COMMON,
    entryPoints: ["panel", "report"].flatMap((out) => [
      { in: at(`src/entries/${out}.tsx`), out },
      { in: at(`src/styles/${out}.css`), out },
    ]),
    outdir: at("dist"),
    ...options,
  });

/** The module that renders outputs of notebooks, with its styles in it. */
export async function bundleRenderer(options = {}) {
  const style = async (name) => {
    const { outputFiles } = await build({ ...COMMON, entryPoints: [at(`src/styles/${name}.css`)], write: false });
    return JSON.stringify(outputFiles[0].text);
  };
  const define = { THEME_STYLE: await style("theme"), OUTPUT_STYLE: await style("output") };
  return build({ ...COMMON, entryPoints: [at("src/entries/notebook.tsx")], format: "esm", define, ...options });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
