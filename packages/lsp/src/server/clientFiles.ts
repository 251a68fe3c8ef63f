import { unknownMapping } from "@semantic-xpath/readers";
import { mappingNamed } from "@semantic-xpath/runtime";
import type { Connection } from "vscode-languageserver";
import { DATA_LIMIT } from "../features/host.js";
import type { FileSystem } from "./fileSystem.js";

/** Requests that a client answers if the server can't read a file by itself. */
export const FILE_REQUESTS = {
  read: "sxp/readFile",
  list: "sxp/listFolder",
  find: "sxp/findFiles",
  reading: "sxp/dataReading",
} as const;

/** A client's answer: the name of a shipped mapping, and the URI of a schema. */
interface ClientReading {
  readonly mapping?: string | null;
  readonly schema?: string | null;
}

/** The files of the client: in a browser, or if they are not on the disk. One that does not answer has none. */
export function clientFiles(connection: Pick<Connection, "sendRequest">): FileSystem {
  const ask = async <T>(method: string, uri: string, fallback: T): Promise<T> => {
    try {
      return (await connection.sendRequest<T | null>(method, { uri })) ?? fallback;
    } catch {
      return fallback;
    }
  };
  return {
    async read(uri) {
      const text = await ask<string | number | null>(FILE_REQUESTS.read, uri, null);
      // A text of the length of a file that is too long to send: not absent, but never read.
      return typeof text === "number" ? " ".repeat(DATA_LIMIT + 1) : text;
    },
    list: (uri) => ask<readonly string[]>(FILE_REQUESTS.list, uri, []),
    find: (uri) => ask<readonly string[]>(FILE_REQUESTS.find, uri, []),
    async dataReading(uri) {
      const named = await ask<ClientReading | null>(FILE_REQUESTS.reading, uri, null);
      if (named === null) return null;
      const { mapping: name = null, schema = null } = named;
      const mapping = name === null ? null : ((await mappingNamed(name))?.mapping ?? null);
      const problem = name !== null && mapping === null ? unknownMapping(name).message : null;
      return { mapping, schema, sources: [], problem };
    },
  };
}

/** Files on the disk by `disk`, all others by `others`. */
export function byScheme(disk: FileSystem, others: FileSystem): FileSystem {
  const fileSystemOf = (uri: string): FileSystem => (uri.startsWith("file:") ? disk : others);
  return {
    read: (uri) => fileSystemOf(uri).read(uri),
    list: (uri) => fileSystemOf(uri).list(uri),
    find: (uri) => fileSystemOf(uri).find(uri),
    dataReading: async (uri) => (await fileSystemOf(uri).dataReading?.(uri)) ?? null,
    ...(disk.suites && { suites: disk.suites }),
    ...(disk.notebookCells && { notebookCells: disk.notebookCells }),
  };
}
