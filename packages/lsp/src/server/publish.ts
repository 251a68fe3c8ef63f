import type { TextDocument } from "vscode-languageserver-textdocument";
import { isDataName } from "../features/workspace/dataUris.js";
import type { Serving } from "./server.js";

/**
 * Diagnostics are computed and sent as soon as no further change waits, without a delay and with the version of the text, so that none
 * can be older than it. Gives back what says that something is new which several documents may depend on.
 */
export function publishDiagnostics({ connection, documents, service, client }: Serving): () => void {
  const { diagnostics, inlayHint } = connection.languages;
  const waiting = new Set<string>();
  let isPlanned = false;
  let isQuiet = false;
  let refreshes = false;

  const validate = ({ uri }: TextDocument): void => {
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
    const { pulls, refreshesDiagnostics, refreshesHints } = client;
    for (const uri of pulls ? [] : waiting) {
      const document = documents.get(uri);
      if (document === undefined) continue;
      void connection.sendDiagnostics({ uri, version: document.version, diagnostics: service.diagnostics(document) });
    }
    waiting.clear();
    if (!refreshes) return;
    refreshes = false;
    if (pulls && refreshesDiagnostics) void diagnostics.refresh().catch(() => undefined);
    if (refreshesHints) void inlayHint.refresh().catch(() => undefined);
  };
  const validateAll = (): void => {
    refreshes = true;
    documents.all().forEach(validate);
  };
  documents.onDidChangeContent(({ document }) => {
    validate(document);
    if (isDataName(document.uri)) validateAll();
  });
  documents.onDidClose(({ document: { uri } }) => {
    if (!client.pulls) void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  return validateAll;
}

const nextTurn = (next: () => void): unknown =>
  typeof setImmediate === "function" ? setImmediate(next) : setTimeout(next, 0);
