import {
  type Connection,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  NotebookDocuments,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { MemoryProvider, ScorerProvider, Settings } from "../features/host.js";
import { createLanguageService, type LanguageService } from "../features/languageService.js";
import { DATA_ENDINGS } from "../features/workspace/dataUris.js";
import { type Client, capabilitiesFor, clientOf, type InitializationOptions } from "./capabilities.js";
import { type FileSystem, QUERY_FILE } from "./fileSystem.js";
import { Files } from "./files.js";
import { registerHandlers } from "./handlers.js";
import { registerOwnHandlers } from "./ownHandlers.js";
import { publishDiagnostics } from "./publish.js";
import { readSettings } from "./settings.js";
import { withVersions } from "./versionFiles.js";

/** The scorers of a host, for a workspace with these folders (as URIs). */
type ScorersIn = (folders: () => readonly string[]) => ScorerProvider;

/** State shared by the handlers of one connection. */
export interface Serving {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly files: Files;
  readonly service: LanguageService;
  readonly client: Client;
}

/** Answers more requests in the process of the server. */
export type Extension = (serving: Serving & { readonly scorers: ScorerProvider | undefined }) => void;

/** Serves one connection. */
export function serve(
  connection: Connection,
  fileSystem: FileSystem,
  documentation: string | null = null,
  scorersIn: ScorersIn | null = null,
  memories: MemoryProvider | null = null,
  extend: Extension = () => undefined,
): void {
  const documents = new TextDocuments(TextDocument);
  const all = memories === null ? fileSystem : withVersions(fileSystem, memories, () => service.settings().trusted);
  const notebooks = new NotebookDocuments(documents);
  const onRead = (uri: string): void => {
    if (!QUERY_FILE.test(uri)) validateAll();
  };
  const files = new Files(all, documents, onRead, notebooks);
  const folders = new Set<string>();
  const own = {
    ...(scorersIn && { scorers: scorersIn(() => [...folders]) }),
    ...(memories && { memories }),
    onPanic: (feature: string, error: unknown) =>
      connection.console.error(`${feature}: ${error instanceof Error ? error.stack : String(error)}`),
  };
  const service = createLanguageService(Object.assign(files, own));
  const client: Client = {};
  const serving: Serving = { connection, documents, files, service, client };
  const validateAll = publishDiagnostics(serving);
  const warn = (words: string): void => connection.console.warn(words);
  const configure = (settings: Partial<Settings>): void => service.configure(readSettings(settings, folders, warn));

  connection.onInitialize(({ capabilities, initializationOptions, workspaceFolders, rootUri }) => {
    const options = (initializationOptions as InitializationOptions | null | undefined) ?? {};
    Object.assign(client, clientOf(capabilities, options));
    for (const { uri } of workspaceFolders ?? (rootUri ? [{ uri: rootUri }] : [])) folders.add(uri);
    configure({ documentation, ...options });
    return { capabilities: capabilitiesFor(client), serverInfo: { name: "semantic-xpath" } };
  });
  connection.onInitialized(() => {
    for (const folder of folders) files.addFolder(folder);
    if (client.configures) readConfiguration();
    if (client.watchesFiles) {
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: WATCHED }] });
    }
    if (client.changesFolders) followFolders(serving, folders, validateAll);
  });
  const readConfiguration = (): void => {
    void connection.workspace.getConfiguration("sxp").then(reconfigure, () => undefined);
  };
  const reconfigure = (settings: Partial<Settings> | null | undefined): void => {
    if (settings !== null && settings !== undefined) configure(settings);
    // Runs depend on the trust of the workspace.
    if (client.refreshesLenses) void connection.sendRequest("workspace/codeLens/refresh").catch(() => undefined);
    validateAll();
  };
  connection.onDidChangeConfiguration(({ settings }) => {
    if (client.configures) readConfiguration();
    else reconfigure((settings as { sxp?: Partial<Settings> } | null)?.sxp);
  });
  followFiles(serving, validateAll);
  registerHandlers(serving);
  registerOwnHandlers(serving);
  extend({ ...serving, scorers: own.scorers });
  followNotebooks(notebooks, validateAll);
  documents.listen(connection);
  notebooks.listen(connection);
  connection.listen();
}

function followFolders(
  { connection, documents, files, service }: Serving,
  folders: Set<string>,
  onChange: () => void,
): void {
  connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
    for (const { uri } of removed) {
      folders.delete(uri);
      for (const file of files.removeFolder(uri)) if (documents.get(file) === undefined) service.forget(file);
    }
    for (const { uri } of added) {
      folders.add(uri);
      files.addFolder(uri);
    }
    onChange();
  });
}

/** Cells depend on cells before them: on front matter and on imports. */
function followNotebooks(notebooks: NotebookDocuments<TextDocument>, onChange: () => void): void {
  const concernsOthers = (document: TextDocument | undefined): boolean =>
    document === undefined || document.languageId === "yaml" || /\bimport\b/.test(document.getText());
  notebooks.onDidOpen(onChange);
  notebooks.onDidChange(({ cells, metadata }) => {
    const { added = [], removed = [], changed = { data: [], textContent: [] } } = cells ?? {};
    const isNew = metadata !== undefined || added.length + removed.length + changed.data.length > 0;
    if (isNew || changed.textContent.some((cell) => concernsOthers(notebooks.getCellTextDocument(cell)))) onChange();
  });
}

/** Cached data of a file is stale when it changes outside of the editor, or is closed in it. */
function followFiles({ connection, documents, files, service }: Serving, onChange: () => void): void {
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri, type } of changes) {
      files.changed(uri, type === FileChangeType.Deleted);
      if (documents.get(uri) === undefined) service.forget(uri);
    }
    onChange();
  });
  documents.onDidClose(({ document: { uri } }) => {
    files.changed(uri, false);
    service.forget(uri);
  });
}

/** Files with queries, and with their data. */
const WATCHED = `**/*.{sxp,sxpnb,js,jsx,ts,tsx,mjs,cjs,mts,cts,${DATA_ENDINGS.map((ending) => ending.slice(1)).join(",")}}`;
