import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { studioError } from "../session/studioError.js";

/** A file of the page. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".woff2": "font/woff2",
};

/**
 * The files of the page by their paths, `/` for the first one: read once, so that no address can name another file. Throws a `StudioError` (SXP5170)
 * without a page.
 */
export function pageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  let names: readonly string[];
  try {
    names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  } catch {
    names = [];
  }
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type !== undefined) files.set(`/${name}`, { type, bytes: readFileSync(join(folder, name)) });
  }
  const first = files.get("/index.html");
  if (first === undefined) throw studioError("SXP5170", { folder });
  files.delete("/index.html");
  return files.set("/", first);
}
