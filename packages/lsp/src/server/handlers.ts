import type { SearchProgress } from "@semantic-xpath/inspect";
import {
  type CancellationToken,
  type CompletionItem,
  type Connection,
  type DefinitionLink,
  type Diagnostic,
  LSPErrorCodes,
  type ProgressToken,
  ResponseError,
  type TextDocuments,
  WorkDoneProgress,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { LanguageService } from "../features/languageService.js";
import type {
  CompareParams,
  ExportParams,
  FileParams,
  InferSchemaParams,
  OfRun,
  ProgressCounts,
  QueryParams,
  RunParams,
  SourceParams,
  ViewParams,
} from "../features/run/requests.js";
import type { Files } from "./files.js";
import { REQUESTS } from "./requests.js";
import { TokenHistory } from "./tokenHistory.js";

/** What the client can take. */
export interface ClientAbilities {
  readonly insertReplace: boolean;
  readonly definitionLinks: boolean;
}

const NO_TOKENS = { data: [] };

/** Answers every request from the service. A document that is not open has no answer. */
export function registerHandlers(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  service: LanguageService,
  files: Pick<Files, "known" | "settled">,
  abilities: () => ClientAbilities,
): void {
  const on =
    <P extends { readonly textDocument: { readonly uri: string } }, T>(
      answer: (document: TextDocument, params: P) => T,
    ) =>
    (params: P): T | null => {
      const document = documents.get(params.textDocument.uri);
      return document === undefined ? null : answer(document, params);
    };
  /** The same for what takes time: cancelled with the request, and when the document changes before the answer is there. */
  const later =
    <P extends { readonly textDocument: { readonly uri: string } }, T>(
      answer: (document: TextDocument, params: P, signal: AbortSignal) => Promise<T>,
    ) =>
    async (params: P, token: CancellationToken): Promise<T | null | ResponseError<void>> => {
      const document = documents.get(params.textDocument.uri);
      if (document === undefined) return null;
      const { version } = document;
      return cancellable(token, async (signal) => {
        const result = await answer(document, params, signal);
        if (documents.get(document.uri)?.version === version) return result;
        return new ResponseError<void>(LSPErrorCodes.ContentModified, "The document has changed.");
      });
    };

  connection.onCompletion(
    on((d, { position, context }) => {
      const list = service.complete(d, position, context?.triggerCharacter ?? null);
      return abilities().insertReplace ? list : { ...list, items: list.items.map(withPlainEdit) };
    }),
  );
  connection.onCompletionResolve((item) => service.resolveCompletion(item));
  connection.onHover(later((d, { position }, signal) => service.hover(d, position, signal)));
  connection.onSignatureHelp(on((d, { position }) => service.signatureHelp(d, position)));
  connection.onDefinition(
    on((d, { position }): DefinitionLink[] | { uri: string; range: DefinitionLink["targetRange"] }[] => {
      const links = service.definition(d, position);
      if (abilities().definitionLinks) return links;
      return links.map(({ targetUri, targetSelectionRange }) => ({ uri: targetUri, range: targetSelectionRange }));
    }),
  );
  // What looks across files waits until all of them are read.
  connection.onReferences(
    later(async (d, { position, context }) => {
      await files.settled();
      return service.references(d, position, context.includeDeclaration);
    }),
  );
  connection.onDocumentHighlight(on((d, { position }) => service.highlights(d, position)));
  connection.onDocumentSymbol(on((d) => service.documentSymbols(d)));
  connection.onWorkspaceSymbol(async ({ query }) => {
    await files.settled();
    return service.workspaceSymbols(query);
  });
  connection.onCodeAction(on((d, { range, context }) => service.codeActions(d, range, context.only ?? null)));
  connection.onCodeLens(on((d) => service.codeLenses(d)));
  connection.onDocumentLinks(on((d) => service.documentLinks(d)));
  connection.onDocumentFormatting(on((d) => service.format(d)));
  connection.onDocumentRangeFormatting(on((d, { range }) => service.formatRange(d, range)));
  connection.onDocumentOnTypeFormatting(on((d, { position, ch }) => service.formatOnType(d, position, ch)));
  connection.onPrepareRename(on((d, { position }) => service.prepareRename(d, position)));
  connection.onRenameRequest(
    later(async (d, { position, newName }) => {
      await files.settled();
      return service.rename(d, position, newName);
    }),
  );
  connection.onFoldingRanges(on((d) => service.foldingRanges(d)));
  connection.onSelectionRanges(on((d, { positions }) => service.selectionRanges(d, positions)));
  connection.languages.onLinkedEditingRange(on((d, { position }) => service.linkedEditing(d, position)));
  connection.languages.inlayHint.on(later((d, { range }, signal) => service.inlayHints(d, range, signal)));
  // Waits for what the document imports, since a later answer would have to be asked for again.
  connection.languages.diagnostics.on(async ({ textDocument }) => {
    const found = (): Diagnostic[] => {
      const document = documents.get(textDocument.uri);
      return document === undefined ? [] : service.diagnostics(document);
    };
    found();
    await files.settled();
    return { kind: "full", items: found() };
  });
  const tokens = new TokenHistory();
  documents.onDidClose(({ document }) => tokens.forget(document.uri));
  connection.languages.semanticTokens.on(
    (params) => on((d) => tokens.full(d.uri, service.semanticTokens(d)))(params) ?? NO_TOKENS,
  );
  connection.languages.semanticTokens.onDelta(
    (params) =>
      on((d, { previousResultId }: typeof params) => tokens.delta(d.uri, previousResultId, service.semanticTokens(d)))(
        params,
      ) ?? NO_TOKENS,
  );
  connection.languages.semanticTokens.onRange((params) => ({
    data: on((d, { range }: typeof params) => service.semanticTokens(d, range))(params) ?? [],
  }));
  registerRequests(connection, service, files);
}

function registerRequests(connection: Connection, service: LanguageService, files: Pick<Files, "known">): void {
  /** A file that no editor has open is read first. */
  const whenKnown =
    <T>(answer: (params: QueryParams) => T) =>
    async (params: QueryParams): Promise<T> => {
      await files.known(params.uri);
      return answer(params);
    };
  connection.onRequest(REQUESTS.compile, whenKnown(service.compile));
  connection.onRequest(REQUESTS.explain, whenKnown(service.explain));
  connection.onRequest(
    REQUESTS.run,
    (params: RunParams & { workDoneToken?: string | number }, token: CancellationToken) => {
      const progress =
        params.workDoneToken === undefined ? null : connection.window.attachWorkDoneProgress(params.workDoneToken);
      progress?.begin("Running the query", 0, undefined, true);
      return cancellable(token, (signal) =>
        service.run(params, {
          signal,
          onProgress: ({ pairs, wanted }) =>
            reportCounts(connection, params.workDoneToken, { done: pairs, of: wanted }),
        }),
      ).finally(() => progress?.done());
    },
  );
  connection.onRequest(REQUESTS.trace, (params: RunParams, token: CancellationToken) =>
    cancellable(token, (signal) => service.trace(params, signal)),
  );
  connection.onRequest(REQUESTS.test, (params: RunParams, token: CancellationToken) =>
    cancellable(token, (signal) => service.test(params, signal)),
  );
  connection.onRequest(
    REQUESTS.view,
    (params: ViewParams & { workDoneToken?: string | number }, token: CancellationToken) => {
      const progress =
        params.workDoneToken === undefined ? null : connection.window.attachWorkDoneProgress(params.workDoneToken);
      progress?.begin("Trying changes", 0, undefined, true);
      const onProgress = ({ tried, of }: SearchProgress) =>
        reportCounts(connection, params.workDoneToken, { done: tried, of }, "at most ");
      return cancellable(token, (signal) => orAborted(service.view(params, { signal, onProgress }), signal)).finally(
        () => progress?.done(),
      );
    },
  );
  connection.onRequest(REQUESTS.export, (params: ExportParams, token: CancellationToken) =>
    cancellable(token, (signal) => orAborted(service.exportRun(params), signal)),
  );
  connection.onRequest(REQUESTS.source, (params: SourceParams) => service.source(params));
  connection.onRequest(REQUESTS.compare, (params: CompareParams) => service.compare(params));
  connection.onRequest(REQUESTS.forget, (params: OfRun) => service.forgetRun(params));
  connection.onRequest(REQUESTS.runs, () => service.runs());
  connection.onRequest(REQUESTS.inferSchema, (params: InferSchemaParams) => service.inferSchema(params));
  connection.onRequest(REQUESTS.types, (params: FileParams) => service.types(params));
}

/** A report of `$/progress` for any client, which has its counts as fields too: nobody has to read them out of the message. */
function reportCounts(
  connection: Connection,
  token: ProgressToken | undefined,
  counts: ProgressCounts,
  bound = "",
): void {
  if (token === undefined) return;
  const { done, of } = counts;
  const percentage = of === 0 ? 0 : Math.floor((100 * done) / of);
  const report = { kind: "report", percentage, message: `${done} of ${bound}${of}`, ...counts } as const;
  void connection.sendProgress(WorkDoneProgress.type, token, report);
}

/** What can't be stopped is no longer waited for. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
    work.then(resolve, reject);
  });
}

/** A cancelled request is answered at once, as the protocol wants it. */
async function cancellable<T>(
  token: CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | ResponseError<void>> {
  const controller = new AbortController();
  const subscription = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) controller.abort();
  try {
    return await work(controller.signal);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    return new ResponseError<void>(LSPErrorCodes.RequestCancelled, "The request was cancelled.");
  } finally {
    subscription.dispose();
  }
}

/** For clients that know one range only: all of the word is replaced. */
function withPlainEdit(item: CompletionItem): CompletionItem {
  const edit = item.textEdit;
  return edit === undefined || !("replace" in edit)
    ? item
    : { ...item, textEdit: { range: edit.replace, newText: edit.newText } };
}
