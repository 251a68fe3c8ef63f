import type { TextDocument } from "vscode-languageserver-textdocument";
import { isDataName } from "../features/workspace/dataUris.js";
import type { Serving } from "./server.js";

/**
 * Diagnostics are computed and sent as soon as no further change waits, without a delay and with the version of the text, so that none
 * can be older than it. Gives back what says that something is new which several documents may depend on.
 */
export function publishDiagnostics({ connection, documents, files, service, client }: Serving): () => void {
  const { diagnostics, inlayHint } = connection.languages;
  const waiting = new Set<string>();
  let isPlanned = false;
  let isQuiet = false;
  let refreshes = false;
  let behind: ReadonlySet<string> = new Set();

  const validate = ({ uri }: TextDocument): void => {
    waiting.add(uri);
    isQuiet = !isPlanned;
    if (isPlanned) return;
    isPlanned = true;
    // After this change, so that a message that waits is read before the next turn.
    queueMicrotask(() => nextTurn(publish));
  };
  const publish = (): void => {
    if (!isQuiet) {
      // Another one may wait.
      isQuiet = true;
      nextTurn(publish);
      return;
    }
    isPlanned = false;
    const { pulls, refreshesDiagnostics, refreshesHints } = client;
    for (const uri of pulls ? [] : waiting) {
      const document = documents.get(uri);
      if (document === undefined) continue;
      void connection.sendDiagnostics({ uri, version: document.version, diagnostics: service.diagnostics(document) });
    }
    waiting.clear();
    if (!refreshes) return;
    refreshes = false;
    if (!pulls) publishLeftBehind();
    if (pulls && refreshesDiagnostics) void diagnostics.refresh().catch(() => undefined);
    if (refreshesHints) void inlayHint.refresh().catch(() => undefined);
  };
  /** Files that are not open have only what a change of their schema or data has left behind. */
  const publishLeftBehind = (): void => {
    const closed = service.leftBehind().filter(({ uri }) => documents.get(uri) === undefined);
    for (const { uri, diagnostics } of closed) void connection.sendDiagnostics({ uri, diagnostics });
    const uris = new Set(closed.map(({ uri }) => uri));
    for (const uri of behind) if (!uris.has(uri)) clear(uri);
    behind = uris;
  };
  const clear = (uri: string): void => {
    if (documents.get(uri) === undefined) void connection.sendDiagnostics({ uri, diagnostics: [] });
  };
  const validateAll = (): void => {
    refreshes = true;
    documents.all().forEach(validate);
  };
  documents.onDidChangeContent(({ document }) => {
    if (!client.pulls) validate(document);
    if (isDataName(document.uri)) validateAll();
    else if (behind.has(document.uri)) refreshes = true;
  });
  documents.onDidClose(({ document: { uri } }) => {
    if (client.pulls) return;
    void connection.sendDiagnostics({ uri, diagnostics: [] });
    // From now on it is as on the disk, which is read in this turn.
    nextTurn(() => void files.known(uri).then(publishLeftBehind));
  });
  return validateAll;
}

const nextTurn = (next: () => void): unknown =>
  typeof setImmediate === "function" ? setImmediate(next) : setTimeout(next, 0);
