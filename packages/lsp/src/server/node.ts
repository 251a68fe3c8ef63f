import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { type Connection, createConnection } from "vscode-languageserver/node";
import { byScheme, clientFiles } from "./clientFiles.js";
import { onlyMessages } from "./messages.js";
import { nodeFiles } from "./nodeFiles.js";
import { nodeMemories } from "./nodeMemories.js";
import { nodeScorers } from "./nodeScorers.js";
import { type Extension, serve } from "./server.js";
import { StreamReader } from "./streamReader.js";
import { StreamWriter } from "./streamWriter.js";

export type { Extension };

/** Serves over standard input and output, or over the channel of the command line (`--stdio`, `--node-ipc`, `--socket=…`, `--pipe=…`). */
export function startServer(extend?: Extension): void {
  compileSooner();
  const isChosen = process.argv.some((argument) => /^--(?:node-ipc|socket|pipe)\b/.test(argument));
  const connection = isChosen ? createConnection() : stdio();
  serve(
    connection,
    byScheme(nodeFiles, clientFiles(connection)),
    documentationFolder(),
    nodeScorers,
    nodeMemories,
    extend,
  );
}

/**
 * Tells V8 to compile the code of a key within some hundred keys and not some thousand, and to allocate tokens and trees among young objects: they
 * live until the next key. Measured over stdio after 400 keys: files of 10 lines take half of the time, a query of 200 lines .65.
 */
function compileSooner(): void {
  setFlagsFromString("--interrupt-budget=5000");
  setFlagsFromString("--no-allocation-site-pretenuring");
}

function stdio(): Connection {
  const { stdin, stdout } = process;
  const reader = new StreamReader(stdin);
  reader.onError(({ message }) => console.error(`The language server ends: ${message}`));
  const writer = new StreamWriter(stdout);
  const connection = createConnection(onlyMessages(reader, writer), writer);
  let code = 1;
  connection.onShutdown(() => {
    code = 0;
  });
  reader.onClose(() => process.exit(code));
  // Nothing but messages may be written to standard output.
  console.log = console.error;
  return connection;
}

/** The folder above this file that has the documentation, as a URI; null if it was installed without. */
function documentationFolder(): string | null {
  for (let folder = new URL("./", import.meta.url); ; folder = new URL("../", folder)) {
    if (existsSync(new URL("docs/reference/diagnostics.md", folder))) return folder.href;
    if (folder.pathname === "/" || new URL("../", folder).href === folder.href) return null;
  }
}
