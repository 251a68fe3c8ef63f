import { copyFileSync, createReadStream, existsSync, mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * `node build.mjs` writes both pages to dist/, the one with Monaco if that is installed; `node build.mjs --serve` shows them.
 */

const own = (path) => fileURLToPath(new URL(path, import.meta.url));

export const hasMonaco = existsSync(own("node_modules/monaco-editor/package.json"));

/** Bundles the pages into a folder. `conditions` choose how packages are resolved. */
export async function buildSite(folder, conditions = []) {
  mkdirSync(folder, { recursive: true });
  const monaco = { monaco: own("monaco.ts"), "editor.worker": "monaco-editor/editor/editor.worker" };
  await build({
    absWorkingDir: own("."),
    entryPoints: {
      codemirror: own("codemirror.ts"),
      worker: "@semantic-xpath/lsp/browser",
      ...(hasMonaco ? monaco : {}),
    },
    outdir: folder,
    bundle: true,
    minify: true,
    platform: "browser",
    format: "esm",
    target: "es2022",
    logLevel: "warning",
    loader: { ".ttf": "file" },
    conditions: [...conditions, "module"],
  });
  const pages = ["index.html", "page.css", ...(hasMonaco ? ["monaco.html"] : [])];
  const data = ["itinerary.schema.json", "itinerary.xml"].map((name) => `../itinerary/${name}`);
  for (const path of [...pages, ...data]) copyFileSync(own(path), join(folder, path.split("/").at(-1)));
}

const TYPES = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".ttf": "font/ttf" };

/** Serves the files of a folder on this machine alone; port 0 is any that is free. */
export function serveSite(folder, port) {
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const path = join(folder, pathname === "/" ? "index.html" : pathname);
    if (!existsSync(path)) return response.writeHead(404).end();
    response.setHeader("Content-Type", TYPES[extname(path)] ?? "text/plain");
    createReadStream(path).pipe(response);
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = own("dist");
  await buildSite(folder);
  if (process.argv.includes("--serve")) {
    await serveSite(folder, 8080);
    console.log("http://127.0.0.1:8080/");
  }
}
