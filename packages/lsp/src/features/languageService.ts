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

/**
 * Everything that an editor can ask about query files, scripts with queries in them, and schema files. Answers are plain objects of
 * the protocol, positions UTF-16 units as it counts them. No method throws: what fails inside goes to `LanguageHost.onPanic`, and the
 * answer is an empty one. Methods with a signal reject when it aborts, and only then.
 */
export interface LanguageService {
  configure(settings: Partial<Settings>): void;
  settings(): Settings;
  /** Gives up what is kept of a file that was closed or deleted. */
  forget(uri: string): void;

  /** What may be written at a place; `trigger` is the character that opened the list, null where it was asked for. */
  complete(document: TextDocument, position: Position, trigger?: string | null): CompletionList;
  /** The documentation of an item, which may look into the data. */
  resolveCompletion(item: CompletionItem): Promise<CompletionItem>;
  diagnostics(document: TextDocument): Diagnostic[];
  /** Fixes and rewrites for a range; `only` restricts their kinds. */
  codeActions(document: TextDocument, range: Range, only?: readonly CodeActionKind[] | null): CodeAction[];
  hover(document: TextDocument, position: Position, signal?: AbortSignal): Promise<Hover | null>;
  /** How many nodes each step finds in the data that the file imports. */
  inlayHints(document: TextDocument, range: Range, signal?: AbortSignal): Promise<InlayHint[]>;
  signatureHelp(document: TextDocument, position: Position): SignatureHelp | null;

  /** Five numbers for each token, as the protocol encodes them; their types are in `TOKEN_LEGEND`. */
  semanticTokens(document: TextDocument, range?: Range | null): number[];
  format(document: TextDocument): TextEdit[];
  formatRange(document: TextDocument, range: Range): TextEdit[];
  formatOnType(document: TextDocument, position: Position, character: string): TextEdit[];
  documentSymbols(document: TextDocument): DocumentSymbol[];
  workspaceSymbols(query: string): WorkspaceSymbol[];
  foldingRanges(document: TextDocument): FoldingRange[];
  /** One chain of ranges for each position, from the inside out. */
  selectionRanges(document: TextDocument, positions: readonly Position[]): SelectionRange[];
  codeLenses(document: TextDocument): CodeLens[];
  documentLinks(document: TextDocument): DocumentLink[];

  definition(document: TextDocument, position: Position): LocationLink[];
  references(document: TextDocument, position: Position, includeDeclarations: boolean): Location[];
  highlights(document: TextDocument, position: Position): DocumentHighlight[];
  /** The word that can be renamed at a place; null where there is none. */
  prepareRename(
    document: TextDocument,
    position: Position,
  ): { readonly range: Range; readonly placeholder: string } | null;
  rename(document: TextDocument, position: Position, name: string): WorkspaceEdit | null;
  linkedEditing(document: TextDocument, position: Position): LinkedEditingRanges | null;

  compile(params: QueryParams): CompileResult;
  explain(params: QueryParams): ExplainResult;
  /** Runs a query and keeps the run: the methods that take a run ask about it. */
  run(params: RunParams, watching?: Watching): Promise<RunOutcome>;
  runs(): RunsResult;
  view(params: ViewParams, options?: SearchOptions): Promise<ViewResult>;
  source(params: SourceParams): Promise<SourceResult>;
  compare(params: CompareParams): CompareResult;
  exportRun(params: ExportParams): Promise<TextResult>;
  forgetRun(params: OfRun): ForgetResult;
  inferSchema(params: InferSchemaParams): Promise<TextResult>;
  /** TypeScript types of a schema file. */
  types(params: FileParams): Promise<TextResult>;
  trace(params: RunParams, signal?: AbortSignal): Promise<TraceResult>;
  /** A test file that expects what a query gives now. */
  test(params: RunParams, signal?: AbortSignal): Promise<TestResult>;
}

/**
 * @example
 * const service = createLanguageService(host);
 * service.complete(document, { line: 0, character: 5 }).items[0].label // "POI"
 */
export function createLanguageService(host: LanguageHost): LanguageService {
  const workspace = new Workspace(host);
  const runs = new RunStore();
  const { sync, async } = guards(host);
  const at = (document: TextDocument, position: Position): Place | null => placeAt(workspace, document, position);

  return {
    configure: (settings) => {
      workspace.settings = { ...workspace.settings, ...settings };
      // What was run in trust is not shown without it.
      if (!workspace.settings.trusted) runs.clear();
    },
    settings: () => workspace.settings,
    forget: (uri) => workspace.forget(uri),

    complete: sync("completion", NO_ITEMS, (document, position, trigger = null) => {
      const place = at(document, position);
      return place === null ? NO_ITEMS : complete(workspace, place, trigger);
    }),
    resolveCompletion: (item) => async("completion", item, () => resolveCompletion(workspace, item))(),
    diagnostics: sync("diagnostics", [], (document) => {
      if (fileKind(document) !== "schema") return queryDiagnostics(workspace, document);
      return isSchemaDocument(workspace, document) ? schemaDiagnostics(workspace, document) : [];
    }),
    codeActions: sync("code actions", [], (document, range, only = null) =>
      codeActions(workspace, document, range, only),
    ),
    hover: async("hover", null, async (document, position, signal) => {
      const place = at(document, position);
      return place === null ? null : hover(place, workspace.settingsOf(document.uri).hoverMatches, signal);
    }),
    inlayHints: async("inlay hints", [], (document, range, signal) => inlayHints(workspace, document, range, signal)),
    signatureHelp: sync("signature help", null, (document, position) => {
      const place = at(document, position);
      return place === null ? null : signatureHelp(place);
    }),

    semanticTokens: sync("semantic tokens", [], (document, range = null) => semanticTokens(workspace, document, range)),
    format: sync("formatting", [], (document) => formatDocument(workspace, document)),
    formatRange: sync("formatting", [], (document, range) => formatRange(workspace, document, range)),
    formatOnType: sync("formatting", [], (...typed) => formatOnType(workspace, ...typed)),
    documentSymbols: sync("symbols", [], (document) => documentSymbols(workspace, document)),
    workspaceSymbols: sync("symbols", [], (query) => workspaceSymbols(workspace, query)),
    foldingRanges: sync("folding", [], (document) => foldingRanges(workspace, document)),
    selectionRanges: (document, positions) => {
      const here = positions.map((position) => ({ range: { start: position, end: position } }));
      return sync("selection", here, () => selectionRanges(workspace, document, positions))();
    },
    codeLenses: sync("code lens", [], (document) => codeLenses(workspace, document)),
    documentLinks: sync("links", [], (document) => documentLinks(workspace, document)),

    definition: sync("definition", [], (document, position) => definition(workspace, document, position)),
    references: sync("references", [], (...asked) => references(workspace, ...asked)),
    highlights: sync("highlights", [], (document, position) => highlights(workspace, document, position)),
    prepareRename: sync("rename", null, (document, position) => prepareRename(workspace, document, position)),
    rename: sync("rename", null, (document, position, name) => rename(workspace, document, position, name)),
    linkedEditing: sync("linked editing", null, (document, position) => linkedEditing(workspace, document, position)),

    compile: sync("compile", { queries: [], diagnostics: [], schema: NO_SOURCE, data: NO_SOURCE }, (params) =>
      compileFile(workspace, params),
    ),
    explain: sync("explain", { problem: FAILED, text: "", mermaid: "", operators: [] }, (params) =>
      explainQuery(workspace, params),
    ),
    run: async("run", noRun(FAILED), (params, watching = {}) => runQuery(workspace, runs, params, watching)),
    runs: sync("runs", { runs: [] }, () => listRuns(runs)),
    view: async("view", { problem: FAILED, answer: null }, (params, options = {}) => viewRun(runs, params, options)),
    source: async("source", { problem: FAILED, source: null, isOld: false }, (params) =>
      sourceInRun(workspace, runs, params),
    ),
    compare: sync("compare", { problem: FAILED, comparison: null }, (params) => compareKept(runs, params)),
    exportRun: async("export", NO_TEXT, (params) => exportRun(runs, params)),
    forgetRun: sync("forget", { forgotten: false }, (params) => forgetRun(runs, params)),
    inferSchema: async("infer schema", NO_TEXT, (params) => inferSchemaOf(workspace, params)),
    types: async("types", NO_TEXT, (params) => typesOfSchema(workspace, params)),
    trace: async("trace", { problem: FAILED, trace: null }, (params, signal) => traceQuery(workspace, params, signal)),
    test: async("test", NO_TEXT, (params, signal) => testOfQuery(workspace, params, signal)),
  };
}

const FAILED = "This failed inside of the language service.";
const NO_ITEMS: CompletionList = { isIncomplete: false, items: [] };
const NO_TEXT = { problem: FAILED, text: "" };
type Place = NonNullable<ReturnType<typeof placeAt>>;

/** Methods that never throw: what fails is reported to the host under the name of the feature, and the fallback is the answer. */
function guards(host: LanguageHost) {
  const sync =
    <A extends readonly unknown[], T>(feature: string, fallback: T, answer: (...asked: A) => T) =>
    (...asked: A): T => {
      try {
        return answer(...asked);
      } catch (error) {
        host.onPanic?.(feature, error);
        return fallback;
      }
    };
  const async =
    <A extends readonly unknown[], T>(feature: string, fallback: T, answer: (...asked: A) => Promise<T>) =>
    async (...asked: A): Promise<T> => {
      try {
        return await answer(...asked);
      } catch (error) {
        // Cancelling is the one way to reject.
        if (asked.some(isAborted)) throw error;
        host.onPanic?.(feature, error);
        return fallback;
      }
    };
  return { sync, async };
}

/** Whether an argument is a signal that has aborted, or has such a signal in it. */
const isAborted = (asked: unknown): boolean =>
  asked instanceof AbortSignal
    ? asked.aborted
    : typeof asked === "object" && asked !== null && "signal" in asked && isAborted(asked.signal);
