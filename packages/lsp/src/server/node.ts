import { existsSync } from "node:fs";
import { createConnection } from "vscode-languageserver/node";
import { byScheme, clientFiles } from "./clientFiles.js";
import { nodeFiles } from "./nodeFiles.js";
import { nodeScorers } from "./nodeScorers.js";
import { serve } from "./server.js";

/**
 * Serves over standard input and output, or over what the command line says (`--stdio`, `--node-ipc`, `--socket=…`, `--pipe=…`).
 */
export function startServer(): void {
  const isChosen = process.argv.some((argument) => /^--(?:stdio|node-ipc|socket|pipe)\b/.test(argument));
  const connection = isChosen ? createConnection() : createConnection(process.stdin, process.stdout);
  serve(connection, byScheme(nodeFiles, clientFiles(connection)), documentationFolder(), nodeScorers);
}

/** The folder above this file that has the documentation, as a URI; null if it was installed without. */
function documentationFolder(): string | null {
  for (let folder = new URL("./", import.meta.url); ; folder = new URL("../", folder)) {
    if (existsSync(new URL("docs/diagnostics.md", folder))) return folder.href;
    if (folder.pathname === "/" || new URL("../", folder).href === folder.href) return null;
  }
}
