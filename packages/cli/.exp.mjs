import { build } from "esbuild"; import { writeFileSync, rmSync } from "node:fs"; import { fileURLToPath } from "node:url";
import { directImports } from "./bundle/directImports.mjs"; import { joinedChunks } from "./bundle/joinChunks.mjs";
import { smallerGrammar } from "../studio/build.mjs";
const at = (p) => fileURLToPath(new URL(p, import.meta.url));
const out = process.argv[2]; const has = (w) => process.argv.includes(w);
rmSync(out,{recursive:true,force:true});
const options = { metafile: true, entryPoints: [{ in: at("src/main.ts"), out: "sxp" }], outdir: out, chunkNames: "chunks/[name]-[hash]", splitting: true, bundle: true, platform: "node", target: "node20", format: "esm", mainFields: ["module", "main"], treeShaking: true, minifyWhitespace: true, minifySyntax: true, legalComments: "none", 
  logOverride: {"ignored-bare-import":"silent"}, minifyIdentifiers: has("ids"),
  banner: { js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);' }, external: ["onnxruntime-node", "snowball-stemmers"], conditions: ["@semantic-xpath/source", "module"] };
const plugins = (joined) => [...(has("small") ? [smallerGrammar] : []), directImports(joined)];
let joined;
if (has("join")) { const {metafile} = await build({...options, plugins: plugins(), write: false}); console.time("join"); joined = joinedChunks(metafile, "packages/cli/src/main.ts", ["commands/check/check.ts", "commands/run/run.ts", "commands/help/commandHelp.ts"]); console.timeEnd("join"); }
const { metafile } = await build({...options, plugins: plugins(joined)});
writeFileSync(out + "/meta.json", JSON.stringify(metafile));
