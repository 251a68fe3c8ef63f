import { readdir } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { shippedSchemaName } from "@semantic-xpath/readers";
import { readRegularFile, textOf } from "@semantic-xpath/readers/node";
import { notebookCells } from "@semantic-xpath/readers/notebook";
import { type DataReading, SemanticXPathError } from "@semantic-xpath/runtime";
import { DATA_LIMIT } from "../features/host.js";
import { encodeSegment } from "../features/workspace/uris.js";
import { type FileSystem, MAX_FILES, QUERY_FILE, SKIPPED } from "./fileSystem.js";
import { pathOf } from "./pathOf.js";

/** The files of this machine. Only `file:` URIs are read: nothing is fetched. */
export const nodeFiles: FileSystem = {
  async read(uri) {
    const path = pathOf(uri);
    try {
      return path === null ? null : textOf(await readRegularFile(path, DATA_LIMIT));
    } catch (error) {
      // Not absent, but a text that is too long to be read.
      return (error as NodeJS.ErrnoException).code === "EFBIG" ? " ".repeat(DATA_LIMIT + 1) : null;
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

  dataReading,
  notebookCells,

  // The reader of suites is loaded on first use.
  suites: {
    check: async (suite) => (await import("./nodeSuites.js")).checkSuite(suite),
    complete: async (document, position) => (await import("./suiteHints.js")).completeSuite(document, position),
    hover: async (document, position) => (await import("./suiteHints.js")).hoverSuite(document, position),
  },

  async find(folder) {
    const found: string[] = [];
    const folders = [folder.replace(/\/$/, "")];
    for (let uri = folders.shift(); uri !== undefined && found.length < MAX_FILES; uri = folders.shift()) {
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

/** Settings of the folder's configuration for reading a data file, with URIs. The reader of configurations is loaded on first use. */
export async function dataReading(uri: string): Promise<DataReading | null> {
  const path = pathOf(uri);
  if (path === null) return null;
  try {
    const node = await import("@semantic-xpath/runtime/node");
    const reading = await node.dataReading(path);
    const named = reading?.schema ?? null;
    const schema = named === null || shippedSchemaName(named) !== null ? named : pathToFileURL(named).href;
    return reading && { ...reading, schema, sources: reading.sources.map((source) => pathToFileURL(source).href) };
  } catch (error) {
    const problem = error instanceof SemanticXPathError ? error.diagnostic.message : (error as Error).message;
    return { mapping: null, schema: null, sources: [], problem: `sxp.config.json: ${problem}` };
  }
}
