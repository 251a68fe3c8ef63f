import {
  type Connection,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  TextDocuments,
  type WorkspaceFoldersChangeEvent,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { DEFAULT_SETTINGS, type ScorerProvider, type Settings } from "../features/host.js";
import { createLanguageService } from "../features/languageService.js";
import { resolveUri, withSlash } from "../features/workspace/uris.js";
import { CAPABILITIES, LENS_CAPABILITIES, PULL_CAPABILITIES } from "./capabilities.js";
import { type FileSystem, QUERY_FILE } from "./fileSystem.js";
import { Files } from "./files.js";
import { type Client, registerHandlers } from "./handlers.js";

/** The scorers of a host, for a workspace with these folders (as URIs). */
export type ScorersIn = (folders: () => readonly string[]) => ScorerProvider;

/** Options that a client sends with `initialize`, all optional; later changes of settings come as the configuration section `sxp`. */
export interface InitializationOptions extends Partial<Settings> {
  /**
   * How diagnostics reach the client: sent after each change, or asked for by `textDocument/diagnostic`. Default "push"; with both,
   * clients would show them twice.
   */
  readonly diagnostics?: "push" | "pull";
  /** Who has the commands of the lenses. Default "server": they are done by `workspace/executeCommand`. */
  readonly lensCommands?: "server" | "client";
}

/**
 * Serves one connection. Diagnostics are computed and sent as soon as no further change waits, without a delay and with the version of
 * the text, so that none can be older than it.
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
    dataFile: (uri) => files.dataFile(uri),
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
  const waiting = new Set<string>();
  let isPlanned = false;
  let isQuiet = false;
  let refreshes = false;

  const validate = ({ uri }: Pick<TextDocument, "uri">): void => {
    waiting.add(uri);
    isQuiet = false;
    if (isPlanned) return;
    isPlanned = true;
    nextTurn(publish);
  };
  const publish = (): void => {
    if (!isQuiet) {
      // A change that waits comes before the next turn, and then this one need not be reported.
      isQuiet = true;
      nextTurn(publish);
      return;
    }
    isPlanned = false;
    for (const uri of client.pulls ? [] : waiting) {
      const document = documents.get(uri);
      if (document === undefined) continue;
      const diagnostics = service.diagnostics(document);
      void connection.sendDiagnostics({ uri, version: document.version, diagnostics });
    }
    waiting.clear();
    if (!refreshes) return;
    refreshes = false;
    if (client.pulls && client.refreshesDiagnostics)
      void connection.languages.diagnostics.refresh().catch(() => undefined);
    if (client.refreshesHints) void connection.languages.inlayHint.refresh().catch(() => undefined);
  };
  /** Something that several documents may depend on is there or has changed. */
  const validateAll = (): void => {
    refreshes = true;
    for (const document of documents.all()) validate(document);
  };
  const fileRead = (uri: string): void => {
    if (!QUERY_FILE.test(uri)) validateAll();
  };
  const configure = (settings: Partial<Settings> | null | undefined): void => {
    if (settings !== null && settings !== undefined) service.configure(readSettings(settings, folders, warn));
    // What may be run depends on whether the workspace is trusted.
    if (client.refreshesLenses) void connection.sendRequest("workspace/codeLens/refresh").catch(() => undefined);
    validateAll();
  };
  const warn = (words: string): void => connection.console.warn(words);
  const readConfiguration = (): void => {
    void connection.workspace.getConfiguration("sxp").then(configure, () => undefined);
  };

  connection.onInitialize(({ capabilities, initializationOptions, workspaceFolders, rootUri }) => {
    const { textDocument, workspace } = capabilities;
    const { diagnostics, lensCommands, ...settings } =
      (initializationOptions as InitializationOptions | null | undefined) ?? {};
    client = {
      insertReplace: textDocument?.completion?.completionItem?.insertReplaceSupport,
      definitionLinks: textDocument?.definition?.linkSupport,
      configures: workspace?.configuration,
      changesFolders: workspace?.workspaceFolders,
      refreshesHints: workspace?.inlayHint?.refreshSupport,
      refreshesLenses: workspace?.codeLens?.refreshSupport,
      refreshesDiagnostics: workspace?.diagnostics?.refreshSupport,
      watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration,
      pulls: diagnostics === "pull",
      hasCommands: lensCommands === "client",
    };
    folders = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    service.configure(readSettings(settings, folders, warn));
    const own = {
      ...CAPABILITIES,
      ...(client.pulls && PULL_CAPABILITIES),
      ...(!client.hasCommands && LENS_CAPABILITIES),
    };
    return { capabilities: own, serverInfo: { name: "semantic-xpath" } };
  });
  connection.onInitialized(() => {
    for (const folder of folders) files.addFolder(folder);
    if (client.configures) readConfiguration();
    if (client.watchesFiles) {
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: WATCHED }] });
    }
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

/** What queries are in, and what they are about. */
const WATCHED = "**/*.{sxp,json,xml,js,jsx,ts,tsx,mjs,cjs,mts,cts}";

const nextTurn = (next: () => void): unknown =>
  typeof setImmediate === "function" ? setImmediate(next) : setTimeout(next, 0);

/** What may be null, for none. */
const NULLABLE: readonly string[] = ["schema", "data", "scorer", "limit"] satisfies readonly (keyof Settings)[];

/**
 * Settings that a client does not send keep their value, as do those of a wrong type; paths are relative to the first folder, those of
 * a folder to itself.
 */
function readSettings(
  settings: Partial<Settings>,
  [first]: readonly string[],
  warn: (words: string) => void,
): Partial<Settings> {
  const ofFolders = Object.entries(settings.folders ?? {}).map(([folder, own]) => [
    folder,
    readPaths(own, folder, warn),
  ]);
  return {
    ...readPaths(settings, first, warn),
    ...("folders" in settings && { folders: Object.fromEntries(ofFolders) as Settings["folders"] }),
  };
}

function readPaths<T extends Partial<Settings>>(
  settings: T,
  folder: string | undefined,
  warn: (words: string) => void,
): Partial<T> {
  const given = Object.entries(settings).filter(([name, value]) => {
    if (value === undefined || value === null) return value === null && NULLABLE.includes(name);
    const wanted = typeof (DEFAULT_SETTINGS[name as keyof Settings] ?? "");
    if (typeof value === wanted) return true;
    if (name in DEFAULT_SETTINGS) warn(`The setting "sxp.${name}" must be a ${wanted}, not ${JSON.stringify(value)}.`);
    return false;
  });
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
