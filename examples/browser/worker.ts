/** The language server as a worker: importing it starts it. */
import "@semantic-xpath/lsp/browser";
