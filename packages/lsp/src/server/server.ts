import {
  type Connection,
  FileChangeType,
  TextDocuments,
  type WorkspaceFoldersChangeEvent,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { ScorerProvider, Settings } from "../features/host.js";
import { createLanguageService } from "../features/languageService.js";
import { resolveUri, withSlash } from "../features/workspace/uris.js";
import { CAPABILITIES, PULL_CAPABILITIES } from "./capabilities.js";
import { type FileSystem, QUERY_FILE } from "./fileSystem.js";
import { Files } from "./files.js";
import { type Client, registerHandlers } from "./handlers.js";

/** The scorers of a host, for a workspace with these folders (as URIs). */
export type ScorersIn = (folders: () => readonly string[]) => ScorerProvider;

/** Options that a client sends with `initialize`, all optional; later changes of settings come as the configuration section `sxp`. */
export interface InitializationOptions extends Partial<Settings> {
  /**
   * How diagnostics reach the client: sent in the same turn as a change, or asked for by `textDocument/diagnostic`. Default "push"; with
   * both, clients would show them twice.
   */
  readonly diagnostics?: "push" | "pull";
}

/**
 * Serves one connection. Diagnostics are computed and sent in the same turn as the change that they are about, without waiting and
 * with its version, so that none can be older than the text.
 */
export function serve(
  connection: Connection,
  fileSystem: FileSystem,
  documentation: string | null = null,
  scorersIn: ScorersIn | null = null,
): void {
  const documents = new TextDocuments(TextDocument);
  const files = new Files(fileSystem, documents, (uri) => fileRead(uri));
  const service = createLanguageService({
    readText: (uri) => files.readText(uri),
    files: () => files.all(),
    list: (folder) => files.list(folder),
    settled: () => files.settled(),
    ...(scorersIn && { scorers: scorersIn(() => folders) }),
    onPanic: (feature, error) => {
      connection.console.error(
        `${feature}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    },
  });
  service.configure({ documentation });
  let client: Client = {};
  let folders: readonly string[] = [];
  let isPlanned = false;

  const validate = (document: TextDocument): void => {
    if (client.pulls) return;
    const diagnostics = service.diagnostics(document);
    void connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics });
  };
  /** Something that several documents may depend on is there or has changed; many such events in a row count once. */
  const validateAll = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      for (const document of documents.all()) validate(document);
      if (client.pulls && client.refreshesDiagnostics)
        void connection.languages.diagnostics.refresh().catch(() => undefined);
      if (client.refreshesHints) void connection.languages.inlayHint.refresh().catch(() => undefined);
    }, 0);
  };
  const fileRead = (uri: string): void => {
    if (!QUERY_FILE.test(uri)) validateAll();
  };
  const configure = (settings: Partial<Settings> | null | undefined): void => {
    if (settings !== null && settings !== undefined) service.configure(readSettings(settings, folders));
    // What may be run depends on whether the workspace is trusted.
    if (client.refreshesLenses) void connection.sendRequest("workspace/codeLens/refresh").catch(() => undefined);
    validateAll();
  };
  const readConfiguration = (): void => {
    void connection.workspace.getConfiguration("sxp").then(configure, () => undefined);
  };

  connection.onInitialize(({ capabilities: { textDocument, workspace }, initializationOptions, workspaceFolders }) => {
    const { diagnostics, ...settings } = (initializationOptions as InitializationOptions | undefined) ?? {};
    client = {
      insertReplace: textDocument?.completion?.completionItem?.insertReplaceSupport,
      definitionLinks: textDocument?.definition?.linkSupport,
      configures: workspace?.configuration,
      changesFolders: workspace?.workspaceFolders,
      refreshesHints: workspace?.inlayHint?.refreshSupport,
      refreshesLenses: workspace?.codeLens?.refreshSupport,
      refreshesDiagnostics: workspace?.diagnostics?.refreshSupport,
      pulls: diagnostics === "pull",
    };
    folders = (workspaceFolders ?? []).map(({ uri }) => uri);
    service.configure(readSettings(settings, folders));
    const capabilities = client.pulls ? { ...CAPABILITIES, ...PULL_CAPABILITIES } : CAPABILITIES;
    return { capabilities, serverInfo: { name: "semantic-xpath" } };
  });
  connection.onInitialized(() => {
    for (const folder of folders) files.addFolder(folder);
    if (client.configures) readConfiguration();
    if (client.changesFolders) connection.workspace.onDidChangeWorkspaceFolders(changeFolders);
  });
  const changeFolders = ({ added, removed }: WorkspaceFoldersChangeEvent): void => {
    const gone = new Set(removed.map(({ uri }) => uri));
    folders = [...folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
    for (const uri of gone) files.removeFolder(uri);
    for (const { uri } of added) files.addFolder(uri);
    validateAll();
  };
  connection.onDidChangeConfiguration(({ settings }) => {
    if (client.configures) readConfiguration();
    else configure((settings as { sxp?: Partial<Settings> } | null)?.sxp);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri, type } of changes) {
      files.changed(uri, type === FileChangeType.Deleted);
      if (documents.get(uri) === undefined) service.forget(uri);
    }
    validateAll();
  });
  documents.onDidChangeContent(({ document }) => {
    validate(document);
    if (document.uri.endsWith(".json") || document.uri.endsWith(".xml")) validateAll();
  });
  documents.onDidClose(({ document: { uri } }) => {
    files.changed(uri, false);
    service.forget(uri);
    if (!client.pulls) void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  registerHandlers(connection, documents, service, files, () => client);
  documents.listen(connection);
  connection.listen();
}

/** What may be null, for none. */
const NULLABLE: readonly string[] = ["schema", "data", "scorer", "limit"] satisfies readonly (keyof Settings)[];

/** Settings that a client does not send keep their value; paths are relative to the first folder, those of a folder to itself. */
function readSettings(settings: Partial<Settings>, [first]: readonly string[]): Partial<Settings> {
  const ofFolders = Object.entries(settings.folders ?? {}).map(([folder, own]) => [folder, readPaths(own, folder)]);
  return {
    ...readPaths(settings, first),
    ...("folders" in settings && { folders: Object.fromEntries(ofFolders) as Settings["folders"] }),
  };
}

function readPaths<T extends Partial<Settings>>(settings: T, folder: string | undefined): Partial<T> {
  const given = Object.entries(settings).filter(
    ([name, value]) => value !== undefined && (value !== null || NULLABLE.includes(name)),
  );
  const read = Object.fromEntries(given) as Partial<T>;
  const place = (path: string | null | undefined): string | null => {
    if (!path) return null;
    if (/^[a-z][a-z\d+.-]+:/i.test(path)) return path;
    return folder === undefined ? null : resolveUri(path, withSlash(folder));
  };
  return {
    ...read,
    ...("schema" in read && { schema: place(read.schema) }),
    ...("data" in read && { data: place(read.data) }),
    ...("scorer" in read && { scorer: read.scorer === "" ? null : read.scorer }),
  };
}
