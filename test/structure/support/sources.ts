import { readdirSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const SKIPPED = new Set(["node_modules", "dist", "coverage", ".git"]);

/** All files below a folder of the repository, as paths from its root. */
export function filesBelow(folder: string): string[] {
  return readdirSync(resolve(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (SKIPPED.has(entry.name)) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

export const textOf = (path: string): string => readFileSync(resolve(ROOT, path), "utf8");

/** An import (or re-export) of a source file. */
export interface ImportOf {
  readonly from: string;
  /** The module as written. */
  readonly module: string;
  /** For a relative import, the file it means, as a path from the root. */
  readonly file: string | null;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;"']*?from\s*["']([^"']+)["']|(?:^|\n)\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;

export function importsOf(path: string): ImportOf[] {
  return [...textOf(path).matchAll(IMPORT)].map(([, named, bare, dynamic]) => {
    const module = (named ?? bare ?? dynamic)!;
    const file = module.startsWith(".")
      ? relative(ROOT, resolve(ROOT, dirname(path), module)).replace(/\.js$/, ".ts")
      : null;
    return { from: path, module, file };
  });
}

export const sourcesOf = (packageName: string): string[] =>
  filesBelow(`packages/${packageName}/src`).filter((path) => /\.tsx?$/.test(path));

/** Which of our packages each one may import. Arrows point one way, as the architecture lists them. */
const BEFORE = {
  values: "",
  english: "values",
  parser: "values",
  planner: "values parser",
  emitters: "values parser planner",
  migrate: "parser planner",
  tree: "values parser",
  readers: "values parser planner tree",
  writers: "parser tree readers",
  // The configuration is JSON and reports its mistakes as the reader of JSON does.
  scorers: "values english parser tree readers",
  runtime: "values parser planner tree readers scorers",
  inspect: "values parser planner tree scorers runtime",
  memory: "values parser planner tree readers writers scorers runtime",
  postgres: "scorers memory",
  // The registry of messages, so that `sxp help` explains those of models too; how a server is asked; how tokens are estimated.
  llm: "parser emitters tree scorers",
  conversation: "values english parser planner tree readers scorers runtime memory llm",
  chat: "values english parser planner emitters tree readers scorers runtime inspect memory llm conversation",
  agents: "values parser planner emitters tree readers runtime inspect memory conversation llm chat",
  lsp: "parser planner emitters migrate readers runtime inspect writers memory conversation chat eval",
  views: "values parser runtime inspect conversation",
  eval: "values parser planner emitters tree readers scorers runtime inspect memory llm conversation chat views",
  studio: "parser planner tree readers scorers runtime inspect memory conversation agents llm chat lsp values views",
  dap: "parser planner readers runtime inspect",
  cli: "values parser planner emitters migrate tree readers writers scorers runtime inspect lsp views eval dap memory postgres agents llm conversation chat studio",
  "vscode-extension": "parser planner readers runtime inspect memory agents lsp views eval dap",
};

export const PACKAGES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(BEFORE).map(([name, packages]) => [name, packages.split(" ")]),
);

const NAMES = Object.keys(PACKAGES);

/** The packages that a page may have whole: those before the one that keeps things. */
export const BROWSER_SAFE: readonly string[] = NAMES.slice(0, NAMES.indexOf("memory"));
