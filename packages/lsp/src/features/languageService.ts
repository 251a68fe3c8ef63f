import type { SearchOptions } from "@semantic-xpath/inspect";
import type {
  CodeAction,
  CodeActionKind,
  CodeLens,
  CompletionItem,
  CompletionList,
  Diagnostic,
  DocumentHighlight,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InlayHint,
  LinkedEditingRanges,
  Location,
  LocationLink,
  Position,
  Range,
  SelectionRange,
  SignatureHelp,
  TextEdit,
  WorkspaceEdit,
  WorkspaceSymbol,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { codeActions } from "./actions/codeActions.js";
import { complete } from "./completion/complete.js";
import { resolveCompletion } from "./completion/resolve.js";
import { queryDiagnostics } from "./diagnostics/diagnostics.js";
import { isSchemaDocument, schemaDiagnostics } from "./diagnostics/schemaDiagnostics.js";
import { fileKind } from "./embedded/regions.js";
import type { LanguageHost, Settings } from "./host.js";
import { hover } from "./hover/hover.js";
import { definition, highlights, references } from "./navigate/definition.js";
import { linkedEditing, prepareRename, rename } from "./navigate/rename.js";
import type { Watching } from "./run/execute.js";
import { inlayHints } from "./run/inlayHints.js";
import { compareKept, exportRun, forgetRun, listRuns, sourceInRun, viewRun } from "./run/keptRuns.js";
import type {
  CompareParams,
  CompareResult,
  CompileResult,
  ExplainResult,
  ExportParams,
  FileParams,
  ForgetResult,
  InferSchemaParams,
  OfRun,
  QueryParams,
  RunOutcome,
  RunParams,
  RunsResult,
  SourceParams,
  SourceResult,
  TestResult,
  TextResult,
  TraceResult,
  ViewParams,
  ViewResult,
} from "./run/requests.js";
import { compileFile, explainQuery, NO_SOURCE, noRun, runQuery, testOfQuery, traceQuery } from "./run/run.js";
import { RunStore } from "./run/runStore.js";
import { inferSchemaOf, typesOfSchema } from "./run/schemaText.js";
import { codeLenses } from "./structure/codeLens.js";
import { foldingRanges } from "./structure/folding.js";
import { formatDocument, formatOnType, formatRange } from "./structure/formatting.js";
import { documentLinks } from "./structure/links.js";
import { selectionRanges } from "./structure/selection.js";
import { semanticTokens } from "./structure/semanticTokens.js";
import { signatureHelp } from "./structure/signature.js";
import { documentSymbols, workspaceSymbols } from "./structure/symbols.js";
import { placeAt } from "./workspace/locate.js";
import { Workspace } from "./workspace/workspace.js";

const FAILED = "This failed inside of the language service.";

/**
 * Everything that an editor can ask about query files, scripts with queries in them, and schema files. Answers are plain objects of
 * the protocol. No method throws: what fails inside is told to `host.onPanic`, and the answer is nothing. Methods with a signal
 * reject when it aborts, and only then.
 *
 * @example
 * const service = createLanguageService(host);
 * service.complete(document, { line: 0, character: 5 }).items[0].label // "POI"
 */
export function createLanguageService(host: LanguageHost) {
  const workspace = new Workspace(host);
  const runs = new RunStore();
  const panic = (feature: string, error: unknown): void => host.onPanic?.(feature, error);
  const safely = <T>(feature: string, fallback: T, answer: () => T): T => {
    try {
      return answer();
    } catch (error) {
      panic(feature, error);
      return fallback;
    }
  };
  const settle = async <T>(
    feature: string,
    fallback: T,
    signal: AbortSignal | undefined,
    answer: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await answer();
    } catch (error) {
      if (signal?.aborted) throw error;
      panic(feature, error);
      return fallback;
    }
  };
  const atPlace = <T>(
    d: TextDocument,
    p: Position,
    answer: (place: NonNullable<ReturnType<typeof placeAt>>) => T,
  ): T | null => {
    const place = placeAt(workspace, d, p);
    return place === null ? null : answer(place);
  };

  return {
    configure: (settings: Partial<Settings>): void => {
      workspace.settings = { ...workspace.settings, ...settings };
      // What was run in trust is not shown without it.
      if (!workspace.settings.trusted) runs.clear();
    },
    settings: (): Settings => workspace.settings,
    /** Gives up what is kept of a file that was closed or deleted. */
    forget: (uri: string): void => workspace.forget(uri),

    complete: (d: TextDocument, p: Position, trigger: string | null = null): CompletionList =>
      safely(
        "completion",
        { isIncomplete: false, items: [] },
        () => atPlace(d, p, (place) => complete(workspace, place, trigger)) ?? { isIncomplete: false, items: [] },
      ),
    resolveCompletion: (item: CompletionItem): Promise<CompletionItem> =>
      settle("completion", item, undefined, () => resolveCompletion(workspace, item)),
    diagnostics: (d: TextDocument): Diagnostic[] =>
      safely("diagnostics", [], () => {
        if (fileKind(d) !== "schema") return queryDiagnostics(workspace, d);
        return isSchemaDocument(workspace, d) ? schemaDiagnostics(workspace, d) : [];
      }),
    codeActions: (d: TextDocument, r: Range, only: readonly CodeActionKind[] | null = null): CodeAction[] =>
      safely("code actions", [], () => codeActions(workspace, d, r, only)),
    hover: (d: TextDocument, p: Position, signal?: AbortSignal): Promise<Hover | null> =>
      settle(
        "hover",
        null,
        signal,
        async () =>
          (await atPlace(d, p, (place) => hover(place, workspace.settingsOf(d.uri).hoverMatches, signal))) ?? null,
      ),
    inlayHints: (d: TextDocument, r: Range, signal?: AbortSignal): Promise<InlayHint[]> =>
      settle("inlay hints", [], signal, () => inlayHints(workspace, d, r, signal)),
    signatureHelp: (d: TextDocument, p: Position): SignatureHelp | null =>
      safely("signature help", null, () => atPlace(d, p, signatureHelp)),

    semanticTokens: (d: TextDocument, r: Range | null = null): number[] =>
      safely("semantic tokens", [], () => semanticTokens(workspace, d, r)),
    format: (d: TextDocument): TextEdit[] => safely("formatting", [], () => formatDocument(workspace, d)),
    formatRange: (d: TextDocument, r: Range): TextEdit[] =>
      safely("formatting", [], () => formatRange(workspace, d, r)),
    formatOnType: (d: TextDocument, p: Position, character: string): TextEdit[] =>
      safely("formatting", [], () => formatOnType(workspace, d, p, character)),
    documentSymbols: (d: TextDocument): DocumentSymbol[] => safely("symbols", [], () => documentSymbols(workspace, d)),
    workspaceSymbols: (query: string): WorkspaceSymbol[] =>
      safely("symbols", [], () => workspaceSymbols(workspace, query)),
    foldingRanges: (d: TextDocument): FoldingRange[] => safely("folding", [], () => foldingRanges(workspace, d)),
    selectionRanges: (d: TextDocument, ps: readonly Position[]): SelectionRange[] =>
      safely(
        "selection",
        ps.map((p) => ({ range: { start: p, end: p } })),
        () => selectionRanges(workspace, d, ps),
      ),
    codeLenses: (d: TextDocument): CodeLens[] => safely("code lens", [], () => codeLenses(workspace, d)),
    documentLinks: (d: TextDocument): DocumentLink[] => safely("links", [], () => documentLinks(workspace, d)),

    definition: (d: TextDocument, p: Position): LocationLink[] =>
      safely("definition", [], () => definition(workspace, d, p)),
    references: (d: TextDocument, p: Position, declarations: boolean): Location[] =>
      safely("references", [], () => references(workspace, d, p, declarations)),
    highlights: (d: TextDocument, p: Position): DocumentHighlight[] =>
      safely("highlights", [], () => highlights(workspace, d, p)),
    prepareRename: (d: TextDocument, p: Position): { readonly range: Range; readonly placeholder: string } | null =>
      safely("rename", null, () => prepareRename(workspace, d, p)),
    rename: (d: TextDocument, p: Position, name: string): WorkspaceEdit | null =>
      safely("rename", null, () => rename(workspace, d, p, name)),
    linkedEditing: (d: TextDocument, p: Position): LinkedEditingRanges | null =>
      safely("linked editing", null, () => linkedEditing(workspace, d, p)),

    compile: (params: QueryParams): CompileResult =>
      safely("compile", { queries: [], diagnostics: [], schema: NO_SOURCE, data: NO_SOURCE }, () =>
        compileFile(workspace, params),
      ),
    explain: (params: QueryParams): ExplainResult =>
      safely("explain", { problem: FAILED, text: "", mermaid: "", operators: [] }, () =>
        explainQuery(workspace, params),
      ),
    /** Runs a query and keeps the run: the methods below ask about it. */
    run: (params: RunParams, watching: Watching = {}): Promise<RunOutcome> =>
      settle("run", noRun(FAILED), watching.signal, () => runQuery(workspace, runs, params, watching)),
    runs: (): RunsResult => safely("runs", { runs: [] }, () => listRuns(runs)),
    view: (params: ViewParams, options: SearchOptions = {}): Promise<ViewResult> =>
      settle("view", { problem: FAILED, answer: null }, options.signal, () => viewRun(runs, params, options)),
    source: (params: SourceParams): Promise<SourceResult> =>
      settle("source", { problem: FAILED, source: null, isOld: false }, undefined, () =>
        sourceInRun(workspace, runs, params),
      ),
    compare: (params: CompareParams): CompareResult =>
      safely("compare", { problem: FAILED, comparison: null }, () => compareKept(runs, params)),
    exportRun: (params: ExportParams): Promise<TextResult> =>
      settle("export", { problem: FAILED, text: "" }, undefined, () => exportRun(runs, params)),
    forgetRun: (params: OfRun): ForgetResult => safely("forget", { forgotten: false }, () => forgetRun(runs, params)),
    inferSchema: (params: InferSchemaParams): Promise<TextResult> =>
      settle("infer schema", { problem: FAILED, text: "" }, undefined, () => inferSchemaOf(workspace, params)),
    types: (params: FileParams): Promise<TextResult> =>
      settle("types", { problem: FAILED, text: "" }, undefined, () => typesOfSchema(workspace, params)),
    trace: (params: RunParams, signal?: AbortSignal): Promise<TraceResult> =>
      settle("trace", { problem: FAILED, trace: null }, signal, () => traceQuery(workspace, params, signal)),
    test: (params: RunParams, signal?: AbortSignal): Promise<TestResult> =>
      settle("test", { problem: FAILED, text: "" }, signal, () => testOfQuery(workspace, params, signal)),
  };
}

export type LanguageService = ReturnType<typeof createLanguageService>;
