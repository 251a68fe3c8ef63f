import { command } from "../spec/spec.js";

export const lsp = command({
  name: "lsp",
  summary: "serve an editor: completion, diagnostics, hover, and more",
  description:
    "Runs the language server over standard input and output, for any editor that speaks the Language Server Protocol. It ends when the " +
    "editor closes it. It reads what documents import and fetches nothing.",
  operands: [],
  options: [{ name: "stdio", summary: "speak over standard input and output, as without it" }],
  examples: [
    { line: "lsp", says: "What an editor starts." },
    { line: "lsp --stdio", says: "The same, for editors that say how they speak." },
    { line: "emit --target json-schema", says: "For tools that build queries without an editor." },
  ],
  /** Serves until the editor closes the stream; its "exit" ends the process. */
  async run() {
    const { startServer } = await import("@semantic-xpath/lsp/server");
    startServer();
    await new Promise((resolve) => process.stdin.once("close", resolve));
    return undefined;
  },
});
