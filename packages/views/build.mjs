import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What a browser loads: one script and one stylesheet for the panel, and the same for the report. */
export const bundle = (options = {}) =>
  build({
    entryPoints: ["panel", "report"].flatMap((out) => [
      { in: at(`src/entries/${out}.tsx`), out },
      { in: at(`src/styles/${out}.css`), out },
    ]),
    outdir: at("dist"),
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
    ...options,
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
