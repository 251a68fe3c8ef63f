import type { ServerCapabilities } from "vscode-languageserver";
import { ACTION } from "../features/kinds.js";
import { LENS_COMMANDS } from "../features/structure/codeLens.js";
import { TOKEN_LEGEND } from "../features/structure/semanticTokens.js";

/** What the server can do, as it says so to the client. */
export const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: 2 },
  completionProvider: {
    triggerCharacters: ["/", "[", "@", '"', "'", "~", "(", ",", "|", "$", ":", "=", " "],
    resolveProvider: true,
  },
  hoverProvider: true,
  signatureHelpProvider: { triggerCharacters: ["(", ","] },
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  codeActionProvider: { codeActionKinds: Object.values(ACTION) },
  codeLensProvider: {},
  documentLinkProvider: {},
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  documentOnTypeFormattingProvider: { firstTriggerCharacter: ";" },
  renameProvider: { prepareProvider: true },
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  linkedEditingRangeProvider: true,
  inlayHintProvider: true,
  semanticTokensProvider: {
    legend: { tokenTypes: [...TOKEN_LEGEND.tokenTypes], tokenModifiers: [...TOKEN_LEGEND.tokenModifiers] },
    full: { delta: true },
    range: true,
  },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

/** What it offers to a client that has no commands of its own for the lenses. */
export const LENS_CAPABILITIES: ServerCapabilities = {
  executeCommandProvider: { commands: LENS_COMMANDS.map(({ command }) => command) },
};

/** What it offers in addition to a client that asks for diagnostics instead of being sent them. */
export const PULL_CAPABILITIES: ServerCapabilities = {
  diagnosticProvider: { identifier: "sxp", interFileDependencies: true, workspaceDiagnostics: true },
};
