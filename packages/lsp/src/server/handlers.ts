import {
  type CancellationToken,
  type CompletionItem,
  type Connection,
  type DefinitionLink,
  ErrorCodes,
  type Location,
  LSPErrorCodes,
  MessageType,
  type Position,
  ResponseError,
  ShowMessageNotification,
  type TextDocumentIdentifier,
  type TextDocumentPositionParams,
  type TextDocuments,
  WorkDoneProgress,
  type WorkDoneProgressParams,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { LanguageService } from "../features/languageService.js";
import type { FileParams, ProgressCounts, RunParams, ViewParams } from "../features/run/requests.js";
import type { LensCommand, QueryReference } from "../features/structure/codeLens.js";
import { executeLens } from "./executeLens.js";
import type { Files } from "./files.js";
import { ReportHistory, TokenHistory } from "./histories.js";
import { REQUESTS } from "./requests.js";

/** What the client can do; everything is false until it has said so. */
export interface Client {
  readonly insertReplace?: boolean | undefined;
  readonly definitionLinks?: boolean | undefined;
  readonly configures?: boolean | undefined;
  readonly changesFolders?: boolean | undefined;
  readonly refreshesHints?: boolean | undefined;
  readonly refreshesLenses?: boolean | undefined;
  readonly refreshesDiagnostics?: boolean | undefined;
  readonly watchesFiles?: boolean | undefined;
  /** Requests diagnostics instead of being sent them. */
  readonly pulls?: boolean;
  /** Has commands of its own for the lenses. */
  readonly hasCommands?: boolean;
}

interface OfDocument {
  readonly textDocument: TextDocumentIdentifier;
}

const NO_TOKENS = { data: [] };
/** A debugger is the client's. */
const DEBUG: LensCommand = "sxp.debug";

/** Answers every request from the service. A document that is not open has no answer. */
export function registerHandlers(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  service: LanguageService,
  files: Pick<Files, "known" | "settled">,
  client: () => Client,
): void {
  const on =
    <P extends OfDocument, T>(answer: (document: TextDocument, params: P) => T) =>
    (params: P): T | null => {
      const document = documents.get(params.textDocument.uri);
      return document === undefined ? null : answer(document, params);
    };
  const at = <T>(answer: (document: TextDocument, position: Position) => T) =>
    on((document, { position }: TextDocumentPositionParams) => answer(document, position));
  /** The same for what takes time: cancelled with the request, and when the document changes before the answer is there. */
  const later =
    <P extends OfDocument, T>(
      answer: (document: TextDocument, params: P, signal: AbortSignal) => Promise<T | ResponseError<void>>,
    ) =>
    (params: P, token: CancellationToken): Promise<T | ResponseError<void>> | null =>
      on((document) => {
        const { uri, version } = document;
        return cancellable(token, async (signal) => {
          const result = await answer(document, params, signal);
          if (documents.get(uri)?.version === version) return result;
          return new ResponseError<void>(LSPErrorCodes.ContentModified, "The document has changed.");
        });
      })(params);

  connection.onCompletion(
    later(async (d, { position, context }) => {
      const complete = () => service.complete(d, position, context?.triggerCharacter ?? null);
      let list = complete();
      if (list.isIncomplete && list.items.length === 0) {
        // The folder of an import that is being typed was not read yet.
        await files.settled();
        list = complete();
      }
      return client().insertReplace ? list : { ...list, items: list.items.map(withPlainEdit) };
    }),
  );
  connection.onCompletionResolve(service.resolveCompletion);
  connection.onHover(later((d, { position }, signal) => service.hover(d, position, signal)));
  connection.onSignatureHelp(at(service.signatureHelp));
  connection.onDefinition(
    at((d, position): DefinitionLink[] | Location[] => {
      const links = service.definition(d, position);
      if (client().definitionLinks) return links;
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
  connection.onDocumentHighlight(at(service.highlights));
  connection.onDocumentSymbol(on(service.documentSymbols));
  connection.onWorkspaceSymbol(async ({ query }) => {
    await files.settled();
    return service.workspaceSymbols(query);
  });
  connection.onCodeAction(on((d, { range, context }) => service.codeActions(d, range, context.only ?? null)));
  connection.onCodeLens(
    on((d) => {
      const lenses = service.codeLenses(d);
      return client().hasCommands ? lenses : lenses.filter(({ command }) => command?.command !== DEBUG);
    }),
  );
  connection.onDocumentLinks(on(service.documentLinks));
  connection.onDocumentFormatting(on(service.format));
  connection.onDocumentRangeFormatting(on((d, { range }) => service.formatRange(d, range)));
  connection.onDocumentOnTypeFormatting(on((d, { position, ch }) => service.formatOnType(d, position, ch)));
  connection.onPrepareRename(at(service.prepareRename));
  connection.onRenameRequest(
    later(async (d, { position, newName }) => {
      await files.settled();
      const renaming = service.rename(d, position, newName);
      if (renaming?.problem === undefined) return renaming;
      return new ResponseError<void>(LSPErrorCodes.RequestFailed, renaming.problem);
    }),
  );
  connection.onFoldingRanges(on(service.foldingRanges));
  connection.onSelectionRanges(on((d, { positions }) => service.selectionRanges(d, positions)));
  connection.languages.onLinkedEditingRange(at(service.linkedEditing));
  connection.languages.inlayHint.on(later((d, { range }, signal) => service.inlayHints(d, range, signal)));
  const reports = new ReportHistory();
  // Waits for what the document imports, since a later answer would have to be requested again.
  connection.languages.diagnostics.on(async (params) => {
    const { textDocument, previousResultId } = params;
    const found = on((d) => service.diagnostics(d));
    found(params);
    await files.settled();
    const items = found(params);
    return items === null ? { kind: "full", items: [] } : reports.report(textDocument.uri, items, previousResultId);
  });
  connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }) => {
    await files.settled();
    const previous = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
    service.documents().forEach(service.diagnostics);
    await files.settled();
    const items = service.documents().map((document) => {
      const { uri } = document;
      const report = reports.report(uri, service.diagnostics(document), previous.get(uri));
      return { ...report, uri, version: documents.get(uri)?.version ?? null };
    });
    return { items };
  });
  const tokens = new TokenHistory();
  documents.onDidClose(({ document: { uri } }) => {
    tokens.forget(uri);
    reports.forget(uri);
  });
  const { semanticTokens } = connection.languages;
  semanticTokens.on((params) => on((d) => tokens.full(d.uri, service.semanticTokens(d)))(params) ?? NO_TOKENS);
  semanticTokens.onDelta((params) => {
    const { previousResultId } = params;
    return on((d) => tokens.delta(d.uri, previousResultId, service.semanticTokens(d)))(params) ?? NO_TOKENS;
  });
  semanticTokens.onRange((params) => ({ data: on((d) => service.semanticTokens(d, params.range))(params) ?? [] }));
  registerRequests(connection, service, files);
  connection.onExecuteCommand(({ command, arguments: given = [] }, token) =>
    cancellable(token, async (signal) => {
      const [reference] = given as readonly (QueryReference | undefined)[];
      if (typeof reference?.uri !== "string") return new ResponseError<void>(ErrorCodes.InvalidParams, "Which query?");
      await files.known(reference.uri);
      const answer = await executeLens(service, command, reference, signal);
      if (answer === null)
        return new ResponseError<void>(ErrorCodes.InvalidParams, `There is no command "${command}".`);
      await connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Info,
        message: answer.shown,
      });
      return answer.result;
    }),
  );
}

type Request = keyof typeof REQUESTS;
type Report = (done: number, of: number, message: string) => void;
/** Answers a request beyond the protocol. */
type Answer = (params: never, signal: AbortSignal, report: Report) => unknown;

const answersOf = (service: LanguageService): Readonly<Record<Request, Answer>> => ({
  compile: service.compile,
  explain: service.explain,
  run: (params: RunParams, signal, report) =>
    service.run(params, { signal, onProgress: ({ pairs, wanted }) => report(pairs, wanted, `${pairs} of ${wanted}`) }),
  trace: service.trace,
  test: service.test,
  view: (params: ViewParams, signal, report) =>
    service.view(params, { signal, onProgress: ({ tried, of }) => report(tried, of, `${tried} of at most ${of}`) }),
  source: service.source,
  compare: service.compare,
  export: service.exportRun,
  forget: service.forgetRun,
  runs: service.runs,
  inferSchema: service.inferSchema,
  types: service.types,
  nodeAt: service.nodeAt,
});

/** What the requests that report progress are doing. */
const TITLES: { readonly [R in Request]?: string } = { run: "Running the query", view: "Trying changes" };

/** All requests beyond the protocol are cancellable. Their parameters come from outside, unchecked. */
function registerRequests(connection: Connection, service: LanguageService, files: Pick<Files, "known">): void {
  for (const [request, answer] of Object.entries(answersOf(service)) as [Request, Answer][]) {
    connection.onRequest(REQUESTS[request], (...given: readonly unknown[]) => {
      // A request without parameters is called with the token alone, or with null before it.
      const [first, token] = (given.length > 1 ? given : [null, ...given]) as [object | null, CancellationToken];
      const params = first ?? {};
      const { uri, workDoneToken } = params as Partial<FileParams & WorkDoneProgressParams>;
      const title = TITLES[request];
      const progress =
        title === undefined || workDoneToken === undefined
          ? null
          : connection.window.attachWorkDoneProgress(workDoneToken);
      progress?.begin(title ?? "", 0, undefined, true);
      const report: Report = (done, of, message) => {
        if (progress === null || workDoneToken === undefined) return;
        const percentage = of === 0 ? 0 : Math.floor((100 * done) / of);
        const counts: ProgressCounts = { done, of };
        // Its counts are fields, too: no client has to read them out of the message.
        const value = { kind: "report", percentage, message, ...counts } as const;
        void connection.sendProgress(WorkDoneProgress.type, workDoneToken, value);
      };
      return cancellable(token, async (signal) => {
        // A file that no editor has open is read first.
        if (uri !== undefined) await files.known(uri);
        return answer(params as never, signal, report);
      }).finally(() => progress?.done());
    });
  }
}

/** A cancelled request is answered at once, as the protocol wants it; what can't be stopped is no longer waited for. */
async function cancellable<T>(
  token: CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | ResponseError<void>> {
  const controller = new AbortController();
  const cancelled = new Promise<ResponseError<void>>((resolve) => {
    const error = new ResponseError<void>(LSPErrorCodes.RequestCancelled, "The request was cancelled.");
    controller.signal.addEventListener("abort", () => resolve(error));
  });
  const subscription = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) controller.abort();
  try {
    return await Promise.race([cancelled, work(controller.signal)]);
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
