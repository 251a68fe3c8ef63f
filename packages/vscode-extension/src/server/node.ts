import { startServer } from "@semantic-xpath/lsp/server";
import { answerSuites } from "../testing/suiteServer.js";

/**
 * The language server as a process of its own. The extension loads the same file for what it needs of the engine itself, which so is
 * packed once; then no process has asked for a server, and none is started. With `--mcp FOLDER` it serves a memory to an assistant.
 */
export { createDebugSession } from "@semantic-xpath/dap";
export { dataReading } from "@semantic-xpath/lsp/files";
export { nodeScorers } from "@semantic-xpath/lsp/scorers";
export { notebookCells, writeNotebook } from "./notebookText.js";

if (process.argv.includes("--node-ipc")) startServer(answerSuites);
else if (process.argv[2] === "--mcp")
  void import("./memoryServer.js")
    .then(({ serveMemory }) => serveMemory(process.argv.slice(3)))
    .catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    });
