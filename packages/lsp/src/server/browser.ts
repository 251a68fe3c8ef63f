import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import type { FileSystem } from "./fileSystem.js";
import { serve } from "./server.js";

/** The scope of a worker, as far as a connection needs it. */
type WorkerScope = ConstructorParameters<typeof BrowserMessageReader>[0];

/** Requests that a client in a browser answers, since the worker has no files. */
export const FILE_REQUESTS = { read: "sxp/readFile", list: "sxp/listFolder", find: "sxp/findFiles" } as const;

/** Serves the client that made this worker. Files are asked of the client; one that does not answer has none. */
export function startBrowserServer(scope: WorkerScope): void {
  const connection = createConnection(new BrowserMessageReader(scope), new BrowserMessageWriter(scope));
  const ask = async <T>(method: string, uri: string, fallback: T): Promise<T> => {
    try {
      return (await connection.sendRequest<T | null>(method, { uri })) ?? fallback;
    } catch {
      return fallback;
    }
  };
  const files: FileSystem = {
    read: (uri) => ask<string | null>(FILE_REQUESTS.read, uri, null),
    list: (uri) => ask<readonly string[]>(FILE_REQUESTS.list, uri, []),
    find: (uri) => ask<readonly string[]>(FILE_REQUESTS.find, uri, []),
  };
  serve(connection, files);
}

const scope: unknown = globalThis;
const isWorker = typeof (globalThis as { importScripts?: unknown }).importScripts === "function";
if (isWorker) startBrowserServer(scope as WorkerScope);
