import { startServer } from "@semantic-xpath/lsp/server";
import type { LSP_OPTIONS } from "../options/lspCommand.js";
import type { Command } from "../spec/spec.js";
import { EXIT } from "../stop.js";

/** `sxp lsp`: serves until the editor closes the stream; its "exit" ends the process. */
export const lsp: Command<typeof LSP_OPTIONS> = async () => {
  startServer();
  await new Promise((resolve) => process.stdin.once("close", resolve));
  return EXIT.fine;
};
