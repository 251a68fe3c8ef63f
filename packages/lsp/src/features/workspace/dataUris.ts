import { FORMATS } from "@semantic-xpath/readers";
import picomatch from "picomatch";
import type { LanguageHost } from "../host.js";
import { isInFolder, uriBelow, withSlash } from "./uris.js";

/** Files of one collection that an editor looks into: the command reads all. */
const MAX_FILES = 500;
/** Folders within folders. */
const MAX_DEPTH = 32;
const SKIPPED = /^(?:node_modules|\..*)\/$/;
const MAGIC = /[*?[\]{}]|[!@+]\(/;

export const DATA_ENDINGS = Object.values(FORMATS).flatMap(({ endings }) => endings);

export function isDataName(name: string): boolean {
  const lower = name.toLowerCase();
  return DATA_ENDINGS.some((ending) => lower.endsWith(ending));
}

/**
 * The files that a pattern or a folder names, in order; null: none, or it leads out of `within`; undefined: a folder is not read yet. Nothing outside
 * of the workspace is looked at.
 */
export function dataUris(host: LanguageHost, uri: string, within: string): readonly string[] | null | undefined {
  const segments = normal(uri).replace(/\/$/, "").split("/");
  const first = segments.findIndex((segment) => MAGIC.test(decoded(segment)));
  const base = withSlash((first < 0 ? segments : segments.slice(0, first)).join("/"));
  if (base !== withSlash(within) && !isInFolder(base, within)) return null;
  const pattern = first < 0 ? null : segments.slice(first).map(decoded).join("/");
  const fits = pattern === null ? isDataName : picomatch(pattern, { nocase: true });
  const deepest = pattern === null || pattern.includes("**") ? MAX_DEPTH : pattern.split("/").length - 1;
  const paths: string[] = [];
  let isKnown = true;
  const folders: (readonly [path: string, depth: number])[] = [["", 0]];
  for (const [path, depth] of folders) {
    const names = host.list(uriBelow(path, base));
    if (names === undefined) isKnown = false;
    for (const name of names ?? []) {
      if (name.endsWith("/") && depth < deepest && !SKIPPED.test(name)) folders.push([path + name, depth + 1]);
      else if (!name.endsWith("/") && fits(path + name)) paths.push(path + name);
    }
    if (paths.length > MAX_FILES || folders.length > MAX_FILES) break;
  }
  if (!isKnown) return undefined;
  const files = paths.sort().slice(0, MAX_FILES);
  return files.length === 0 ? null : files.map((path) => uriBelow(path, base));
}

/** Tests that a URI is a pattern, rather than a file or folder. */
export const isPattern = (uri: string): boolean => uri.split("/").some((segment) => MAGIC.test(decoded(segment)));

/** Without `..`, which could lead anywhere. */
function normal(uri: string): string {
  try {
    return new URL(uri).href;
  } catch {
    return uri;
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
