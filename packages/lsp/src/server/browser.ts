import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { browserScorers } from "./browserScorers.js";
import { clientFiles } from "./clientFiles.js";
import { onlyMessages } from "./messages.js";
import { serve } from "./server.js";

/** The scope of a worker, as far as a connection needs it. */
type WorkerScope = ConstructorParameters<typeof BrowserMessageReader>[0];

export { FILE_REQUESTS } from "./clientFiles.js";

/** Serves the client that made this worker. Files are requested from the client; one that does not answer has none. */
export function startBrowserServer(scope: WorkerScope): void {
  const writer = new BrowserMessageWriter(scope);
  const connection = createConnection(onlyMessages(new BrowserMessageReader(scope), writer), writer);
  const files = clientFiles(connection);
  serve(connection, files, null, (folders) => browserScorers(files, folders));
}

const scope: unknown = globalThis;
const isWorker = typeof (globalThis as { importScripts?: unknown }).importScripts === "function";
if (isWorker) startBrowserServer(scope as WorkerScope);
