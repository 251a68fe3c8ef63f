import { startServer } from "@semantic-xpath/lsp/server";

/**
 * The language server as a process of its own. The extension loads the same file for what it needs of the engine itself, which so is
 * packed once; then no process has asked for a server, and none is started.
 */
export { createDebugSession } from "@semantic-xpath/dap";
export { dataReading } from "@semantic-xpath/lsp/files";
export { nodeScorers } from "@semantic-xpath/lsp/scorers";

if (process.argv.includes("--node-ipc")) startServer();
