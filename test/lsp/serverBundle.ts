import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { FOR_NODE } from "../support/bundle.js";
import { onceForAll } from "../support/once.js";

const at = (path: string): string => fileURLToPath(new URL(`../../packages/${path}`, import.meta.url));

/** The server as one file that node can run, made from the sources, once for all tests. */
export async function bundleServer(): Promise<string> {
  return join(await onceForAll("server", bundleInto), "server.mjs");
}

const bundleInto = (folder: string): Promise<unknown> =>
  build({
    ...FOR_NODE,
    stdin: {
      contents: 'import { startServer } from "./node.ts"; startServer();',
      resolveDir: at("lsp/src/server"),
      loader: "ts",
    },
    outfile: join(folder, "server.mjs"),
  });

/** Bundles an entry point for the browser; rejects where it needs anything of Node's. */
export async function bundleForBrowser(entry: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [at(`lsp/src/${entry}`)],
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    logLevel: "silent",
    conditions: ["@semantic-xpath/source", "module"],
    ...options,
  });
  return outputFiles![0]!.text;
}
