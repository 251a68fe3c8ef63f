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

/** The packages that a page may have whole. */
export const BROWSER_SAFE = [
  "values",
  "parser",
  "planner",
  "emitters",
  "migrate",
  "tree",
  "readers",
  "writers",
  "scorers",
  "runtime",
  "inspect",
] as const;
