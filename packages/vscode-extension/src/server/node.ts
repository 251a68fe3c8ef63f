import { startServer } from "@semantic-xpath/lsp/server";

/** The language server as a process of its own. */
startServer();
