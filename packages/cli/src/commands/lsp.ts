import { command, option } from "../spec/spec.js";

export const lsp = command({
  name: "lsp",
  summary: "serve an editor: completion, diagnostics, hover, and more",
  description:
    "Runs the language server over standard input and output, for any editor that speaks the Language Server Protocol. It ends when the " +
    "editor closes it. It reads what documents import and fetches nothing.",
  options: [option("--stdio", "use standard input and output, which is the default")],
  examples: {
    "What an editor starts.": "lsp",
    "The same, for editors that pass the transport.": "lsp --stdio",
    "For tools that build queries without an editor.": "emit --target json-schema",
  },
  /** Serves until the editor closes the stream; its "exit" ends the process. */
  async run() {
    const { startServer } = await import("@semantic-xpath/lsp/server");
    startServer();
    await new Promise((resolve) => process.stdin.once("close", resolve));
    return undefined;
  },
});
