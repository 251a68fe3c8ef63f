import {
  type CompletionItem,
  type DefinitionLink,
  type Location,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver";
import type { LensCommand } from "../features/structure/codeLens.js";
import { isSuite } from "../features/workspace/suiteFile.js";
import { answering } from "./answering.js";
import { ReportHistory, TokenHistory } from "./histories.js";
import type { Serving } from "./server.js";

const NO_TOKENS = { data: [] };
/** A debugger is the client's. */
const DEBUG: LensCommand = "sxp.debug";

/** Answers the requests of the protocol from the service. */
export function registerHandlers(serving: Serving): void {
  const shared = { ...serving, ...answering(serving) };
  const { connection, service, files, client, on, at, later } = shared;
  connection.onCompletion(
    later(async (d, { position, context }) => {
      if (!client.completesSuites) {
        const ofSuite = await service.completeSuite(d, position);
        if (ofSuite !== null) return ofSuite;
      }
      const complete = () => service.complete(d, position, context?.triggerCharacter ?? null);
      let list = complete();
      if (list.isIncomplete && list.items.length === 0) {
        // The folder of an import that is being typed was not read yet.
        await files.settled();
        list = complete();
      }
      return client.insertReplace ? list : { ...list, items: list.items.map(withPlainEdit) };
    }),
  );
  connection.onCompletionResolve(service.resolveCompletion);
  connection.onHover(
    later((d, { position }, signal) =>
      client.completesSuites && isSuite(d.uri, d.getText())
        ? Promise.resolve(null)
        : service.hover(d, position, signal),
    ),
  );
  connection.onSignatureHelp(at(service.signatureHelp));
  connection.onDocumentSymbol(on(service.documentSymbols));
  connection.onCodeAction(on((d, { range, context }) => service.codeActions(d, range, context.only ?? null)));
  connection.onCodeLens(
    on((d) => {
      const lenses = service.codeLenses(d);
      return client.hasCommands ? lenses : lenses.filter(({ command }) => command?.command !== DEBUG);
    }),
  );
  connection.onDocumentLinks(on(service.documentLinks));
  connection.onDocumentFormatting(on(service.format));
  connection.onDocumentRangeFormatting(on((d, { range }) => service.formatRange(d, range)));
  connection.onDocumentOnTypeFormatting(on((d, { position, ch }) => service.formatOnType(d, position, ch)));
  connection.onFoldingRanges(on(service.foldingRanges));
  connection.onSelectionRanges(on((d, { positions }) => service.selectionRanges(d, positions)));
  connection.languages.onLinkedEditingRange(at(service.linkedEditing));
  connection.languages.inlayHint.on(later((d, { range }, signal) => service.inlayHints(d, range, signal)));
  registerNavigation(shared);
  registerDiagnostics(shared);
  registerTokens(shared);
}

type Shared = Serving & ReturnType<typeof answering>;

/** From a name to where else it is. */
function registerNavigation({ connection, service, files, client, at, across }: Shared): void {
  connection.onDefinition(
    at((d, position): DefinitionLink[] | Location[] => {
      const links = service.definition(d, position);
      if (client.definitionLinks) return links;
      return links.map(({ targetUri, targetSelectionRange }) => ({ uri: targetUri, range: targetSelectionRange }));
    }),
  );
  connection.onReferences(
    across((d, { position, context }) => service.references(d, position, context.includeDeclaration)),
  );
  connection.onDocumentHighlight(at(service.highlights));
  connection.onWorkspaceSymbol(async ({ query }) => {
    await files.settled();
    return service.workspaceSymbols(query);
  });
  connection.onPrepareRename(at(service.prepareRename));
  connection.onRenameRequest(
    across((d, { position, newName }) => {
      const renaming = service.rename(d, position, newName);
      if (renaming?.problem === undefined) return renaming;
      return new ResponseError<void>(LSPErrorCodes.RequestFailed, renaming.problem);
    }),
  );
}

/** Waits for what documents import, since a later answer would have to be requested again. */
function registerDiagnostics({ connection, documents, service, files, on }: Shared): void {
  const { diagnostics } = connection.languages;
  const found = on((d) => service.diagnostics(d));
  const reports = new ReportHistory();
  diagnostics.on(async (params) => {
    const { textDocument, previousResultId } = params;
    let items = found(params);
    if (!files.isSettled) {
      await files.settled();
      items = found(params);
    }
    return items === null ? { kind: "full", items: [] } : reports.report(textDocument.uri, items, previousResultId);
  });
  diagnostics.onWorkspace(async ({ previousResultIds }) => {
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
  documents.onDidClose(({ document }) => reports.forget(document.uri));
}

function registerTokens({ connection, documents, service, on }: Shared): void {
  const { semanticTokens } = connection.languages;
  const tokens = new TokenHistory();
  semanticTokens.on((params) => on((d) => tokens.full(d.uri, service.semanticTokens(d)))(params) ?? NO_TOKENS);
  semanticTokens.onDelta((params) => {
    const { previousResultId } = params;
    return on((d) => tokens.delta(d.uri, previousResultId, service.semanticTokens(d)))(params) ?? NO_TOKENS;
  });
  semanticTokens.onRange((params) => ({ data: on((d) => service.semanticTokens(d, params.range))(params) ?? [] }));
  documents.onDidClose(({ document }) => tokens.forget(document.uri));
}

/** For clients that support one range only: the whole word is replaced. */
function withPlainEdit(item: CompletionItem): CompletionItem {
  const edit = item.textEdit;
  return edit === undefined || !("replace" in edit)
    ? item
    : { ...item, textEdit: { range: edit.replace, newText: edit.newText } };
}
