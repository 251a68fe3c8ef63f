import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { fullText, llmsText, readPages } from "./pages.mjs";

/**
 * Builds the site into `docs/site/dist/site`, static files for any server. `SITE_BASE=/name/` is the sub-path that it is served from. Needs no
 * network once its packages are installed: `npm ci --prefix docs/site`.
 */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const STAGE = at("dist/pages");
const PLAYGROUND = join(ROOT, "packages/studio/dist/web/playground");
const BASE = process.env.SITE_BASE ?? "/";
const EXAMPLES = ["itinerary", "todo", "mealplan"];

if (!existsSync(at("node_modules/vitepress")))
  execFileSync("npm", ["ci", "--prefer-offline", "--prefix", at(".")], { stdio: "inherit" });

rmSync(STAGE, { recursive: true, force: true });
const { pages, assets } = readPages();
const hasPlayground = existsSync(join(PLAYGROUND, "index.html"));
const playable = hasPlayground ? await playableQueries() : () => null;
for (const { path, text } of pages) {
  write(path, withPlayground(text, playable));
  write(`public/${path}`, text);
}
for (const [path, file] of assets) {
  mkdirSync(dirname(join(STAGE, path)), { recursive: true });
  copyFileSync(ROOT + file, join(STAGE, path));
}
write("public/llms.txt", llmsText(pages));
write("public/llms-full.txt", fullText(pages));
if (hasPlayground) cpSync(PLAYGROUND, join(STAGE, "public/playground"), { recursive: true });

execFileSync(process.execPath, [at("node_modules/vitepress/bin/vitepress.js"), "build", at(".")], {
  stdio: "inherit",
  env: { ...process.env, SITE_PLAYGROUND: String(hasPlayground) },
});

function write(path, text) {
  mkdirSync(dirname(join(STAGE, path)), { recursive: true });
  writeFileSync(join(STAGE, path), text);
}

/** By query the address of the playground that runs it; null for queries that fit no example. */
async function playableQueries() {
  const { compile } = await import("../../packages/runtime/dist/index.js");
  const { parseSchema } = await import("../../packages/planner/dist/index.js");
  const schemas = EXAMPLES.map((task) => {
    const text = readFileSync(join(ROOT, `examples/${task}/${task}.schema.json`), "utf8");
    return { task, schema: parseSchema(text).schema };
  });
  return (query) => {
    const { query: compiled } = compile(query);
    if (compiled === undefined || compiled.parameters?.length > 0) return null;
    const fitting = schemas.find(({ schema }) => compile(query, { schema }).diagnostics.length === 0);
    if (fitting === undefined) return null;
    const state = JSON.stringify({ v: 1, task: fitting.task, query });
    return `${BASE}playground/index.html#s=${deflateRawSync(state).toString("base64url")}`;
  };
}

/** A link after each block of a query that runs over an example. */
function withPlayground(text, playable) {
  return text.replace(/^```sxp\n([\s\S]*?)\n```$/gm, (block, query) => {
    const address = playable(query);
    return address === null
      ? block
      : `${block}\n\n[Open in the playground](${address}){target="_self" class="playground"}`;
  });
}
