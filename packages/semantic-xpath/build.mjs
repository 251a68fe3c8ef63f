import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { SCRIPTS, sharedPeers } from "../cli/bundle/scripts.mjs";
import { ENTRIES, namesOfModules, publishedText } from "./bundle/names.mjs";
import { writeDeclarations } from "./bundle/writeDeclarations.mjs";

/** Assembles what is published, after `npm run build`: library, declarations, and the command as packages/cli builds it. */

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(at("package.json"), "utf8"));

if (!existsSync(at("dist/entries/index.d.ts")) || !existsSync(at("../cli/dist/sxp.js")))
  throw new Error('There is nothing to assemble: run "npm run build" first.');
for (const made of ["lib", "types", "chunks", "page", "studio", "examples"])
  rmSync(at(`dist/${made}`), { recursive: true, force: true });

await build({
  ...SCRIPTS,
  entryPoints: ENTRIES.map((name) => ({ in: at(`src/${name}.ts`), out: name })),
  outdir: at("dist/lib"),
  chunkNames: "chunks/[hash]",
  external: [...Object.keys({ ...dependencies, ...optionalDependencies }), "onnxruntime-node"],
  plugins: [sharedPeers],
});

mkdirSync(at("dist/chunks"), { recursive: true });
const cli = (path) => at(`../cli/${path}`);
for (const folder of ["page", "studio", "examples"])
  cpSync(cli(`dist/${folder}`), at(`dist/${folder}`), { recursive: true });
for (const name of ["sxp.js", "diagnostics.md"])
  if (existsSync(cli(`dist/${name}`))) copyFileSync(cli(`dist/${name}`), at(`dist/${name}`));
for (const name of readdirSync(cli("dist/chunks")))
  if (name.endsWith(".js")) copyFileSync(cli(`dist/chunks/${name}`), at(`dist/chunks/${name}`));
mkdirSync(at("bin"), { recursive: true });
copyFileSync(cli("bin/sxp.js"), at("bin/sxp.js"));
cpSync(at("../../skills"), at("skills"), { recursive: true });

const names = namesOfModules();
for (const folder of ["dist/lib", "dist/lib/chunks", "dist/chunks", "dist/studio"])
  for (const name of readdirSync(at(folder)).filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(at(`${folder}/${name}`), "utf8");
    if (text.includes("@semantic-xpath/")) writeFileSync(at(`${folder}/${name}`), publishedText(text, names));
  }
writeDeclarations(names);
