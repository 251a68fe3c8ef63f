import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { DATA_LIMIT } from "../features/host.js";
import { encodeSegment } from "../features/workspace/uris.js";
import { type FileSystem, MOST_FILES, QUERY_FILE, SKIPPED } from "./fileSystem.js";

/** The files of this machine. Only `file:` URIs are read: nothing is fetched. */
export const nodeFiles: FileSystem = {
  async read(uri) {
    const path = pathOf(uri);
    // A pipe without a writer would be waited for.
    const file = path === null ? null : await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
    try {
      if (!(await file?.stat())?.isFile()) return null;
      let text = "";
      for await (const piece of file!.createReadStream({ encoding: "utf8", autoClose: false })) {
        text += piece as string;
        // Not absent, but a text that is too long for anybody to look into.
        if (text.length > DATA_LIMIT) return text;
      }
      // A mark at the start is of the file, not of the text: editors leave it out too.
      return text.startsWith("\ufeff") ? text.slice(1) : text;
    } catch {
      return null;
    } finally {
      await file?.close();
    }
  },

  async list(folder) {
    const path = pathOf(folder);
    try {
      const entries = path === null ? [] : await readdir(path, { withFileTypes: true });
      return entries
        .filter(({ name }) => !name.startsWith("."))
        .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    } catch {
      return [];
    }
  },

  async find(folder) {
    const found: string[] = [];
    const folders = [folder.replace(/\/$/, "")];
    for (let uri = folders.shift(); uri !== undefined && found.length < MOST_FILES; uri = folders.shift()) {
      const path = pathOf(uri);
      const entries = path === null ? [] : await readdir(path, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const below = `${uri}/${encodeSegment(entry.name)}`;
        if (entry.isDirectory() && !SKIPPED.has(entry.name) && !entry.name.startsWith(".")) folders.push(below);
        else if (entry.isFile() && QUERY_FILE.test(entry.name) && !entry.name.endsWith(".d.ts")) found.push(below);
      }
    }
    return found;
  },
};

/** The path of a `file:` URI, null for any other. */
export function pathOf(uri: string): string | null {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : null;
  } catch {
    return null;
  }
}
