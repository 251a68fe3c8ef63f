import type { ClientCapabilities, ServerCapabilities } from "vscode-languageserver";
import type { Settings } from "../features/host.js";
import { ACTION } from "../features/kinds.js";
import { LENS_COMMANDS, UPDATE_LENS_COMMANDS } from "../features/structure/codeLens.js";
import { TOKEN_LEGEND } from "../features/structure/semanticTokens.js";
import { NOTEBOOK_TYPE } from "./requests.js";

/** Options that a client sends with `initialize`, all optional; later changes of settings come as the configuration section `sxp`. */
export interface InitializationOptions extends Partial<Settings> {
  /**
   * Delivery of diagnostics: sent after each change, or requested by `textDocument/diagnostic`. Default "push"; with both,
   * clients would show them twice.
   */
  readonly diagnostics?: "push" | "pull";
  /** Owner of the commands of the lenses. Default "server": they are done by `workspace/executeCommand`. */
  readonly lensCommands?: "server" | "client";
  /**
   * Owner of completion and hover in suites of `sxp eval`, by their JSON Schema. Default "server"; a client with a JSON service of its own declares
   * "client".
   */
  readonly suiteCompletion?: "server" | "client";
}

/** Capabilities of the client; all false until it has declared them. */
export type Client = Partial<ReturnType<typeof clientOf>>;

export const clientOf = (
  { textDocument, workspace }: ClientCapabilities,
  { diagnostics, lensCommands, suiteCompletion }: InitializationOptions,
) => ({
  insertReplace: textDocument?.completion?.completionItem?.insertReplaceSupport,
  definitionLinks: textDocument?.definition?.linkSupport,
  configures: workspace?.configuration,
  changesFolders: workspace?.workspaceFolders,
  refreshesHints: workspace?.inlayHint?.refreshSupport,
  refreshesLenses: workspace?.codeLens?.refreshSupport,
  refreshesDiagnostics: workspace?.diagnostics?.refreshSupport,
  watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration,
  /** Requests diagnostics instead of being sent them. */
  pulls: diagnostics === "pull",
  /** Has commands of its own for the lenses. */
  hasCommands: lensCommands === "client",
  completesSuites: suiteCompletion === "client",
});

/** Capabilities of the server for such a client. */
export const capabilitiesFor = ({ pulls, hasCommands }: Client): ServerCapabilities => ({
  textDocumentSync: { openClose: true, change: 2 },
  notebookDocumentSync: {
    notebookSelector: [
      { notebook: { notebookType: NOTEBOOK_TYPE }, cells: [{ language: "sxp" }, { language: "yaml" }] },
    ],
  },
  completionProvider: {
    triggerCharacters: ["/", "[", "@", '"', "'", "~", "(", ",", "|", "$", ":", "=", " "],
    resolveProvider: true,
  },
  hoverProvider: true,
  signatureHelpProvider: { triggerCharacters: ["(", ",", "{"] },
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
  ...(pulls && {
    diagnosticProvider: { identifier: "sxp", interFileDependencies: true, workspaceDiagnostics: true },
  }),
  ...(!hasCommands && {
    executeCommandProvider: { commands: [...LENS_COMMANDS, ...UPDATE_LENS_COMMANDS].map(({ command }) => command) },
  }),
});
