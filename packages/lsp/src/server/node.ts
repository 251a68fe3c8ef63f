import { createConnection } from "vscode-languageserver/node";
import { nodeFiles } from "./nodeFiles.js";
import { serve } from "./server.js";

/**
 * Serves over standard input and output, or over what the command line says (`--stdio`, `--node-ipc`, `--socket=…`, `--pipe=…`).
 */
export function startServer(): void {
  const isChosen = process.argv.some((argument) => /^--(?:stdio|node-ipc|socket|pipe)\b/.test(argument));
  serve(isChosen ? createConnection() : createConnection(process.stdin, process.stdout), nodeFiles);
}
