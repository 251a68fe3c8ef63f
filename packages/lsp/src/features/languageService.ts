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
  WorkspaceSymbol,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { codeActions } from "./actions/codeActions.js";
import { complete } from "./completion/complete.js";
import { resolveCompletion } from "./completion/resolve.js";
import { completeSuite } from "./completion/suites.js";
import { diagnostics, type LeftBehind, leftBehind } from "./diagnostics/diagnostics.js";
import type { LanguageHost, Settings } from "./host.js";
import { hover } from "./hover/hover.js";
import {
  memoryBlame,
  memoryFile,
  memoryTasks,
  memoryVersions,
  noBlame,
  noFile,
  noTasks,
  noVersions,
} from "./memory/reading.js";
import type {
  MemoryBlameParams,
  MemoryBlameResult,
  MemoryFileParams,
  MemoryFileResult,
  MemoryParams,
  MemoryStepParams,
  MemoryStepResult,
  MemoryTasksResult,
  MemoryVersionsParams,
  MemoryVersionsResult,
} from "./memory/requests.js";
import { runAnywhere } from "./memory/runInMemory.js";
import { memoryStep, noStep } from "./memory/step.js";
import { definition, documentLinks, highlights, references } from "./navigate/definition.js";
import { linkedEditing, prepareRename, type Renaming, rename } from "./navigate/rename.js";
import { askInEnglish } from "./run/ask.js";
import type { Watching } from "./run/execute.js";
import { inlayHints } from "./run/inlayHints.js";
import { compareKept, exportRun, forgetRun, listRuns, sourceInRun, viewRun } from "./run/keptRuns.js";
import { answerQuestion, noAnswer } from "./run/question.js";
import type {
  AskParams,
  AskResult,
  CompareParams,
  CompareResult,
  CompileResult,
  ExplainResult,
  ExportParams,
  FileParams,
  ForgetResult,
  InferSchemaParams,
  NodeAtParams,
  NodeAtResult,
  OfRun,
  QueryParams,
  QuestionParams,
  QuestionResult,
  RunOutcome,
  RunParams,
  RunsResult,
  SourceParams,
  SourceResult,
  TestResult,
  TextResult,
  TraceResult,
  UpdateOutcome,
  UpdateParams,
  ViewParams,
  ViewResult,
} from "./run/requests.js";
import { compileFile, explainQuery, NOTHING_COMPILED, noRun, testOfQuery, traceQuery } from "./run/run.js";
import { inferSchemaOf, nodeAtPlace, typesOfSchema } from "./run/schemaText.js";
import { noUpdate, updateData } from "./run/update.js";
import { codeLenses } from "./structure/codeLens.js";
import { formatDocument, formatOnType, formatRange } from "./structure/formatting.js";
import { foldingRanges, selectionRanges } from "./structure/ranges.js";
import { semanticTokens } from "./structure/semanticTokens.js";
import { signatureHelp } from "./structure/signature.js";
import { documentSymbols, workspaceSymbols } from "./structure/symbols.js";
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

  /** All query and script files of the workspace, as they are now. */
  documents(): readonly TextDocument[];

  /** Completions at a place; `trigger` is the character that opened the list, null without one. */
  complete(document: TextDocument, position: Position, trigger?: string | null): CompletionList;
  /** Completions in a suite of `sxp eval`; null: the document is not a suite. */
  completeSuite(document: TextDocument, position: Position): Promise<CompletionList | null>;
  /** The documentation of an item, which may look into the data. */
  resolveCompletion(item: CompletionItem): Promise<CompletionItem>;
  diagnostics(document: TextDocument): Diagnostic[];
  /** Diagnostics of all files about names that their schema or data has lost. */
  leftBehind(): readonly LeftBehind[];
  /** Fixes and rewrites for a range; `only` restricts their kinds. */
  codeActions(document: TextDocument, range: Range, only?: readonly CodeActionKind[] | null): CodeAction[];
  hover(document: TextDocument, position: Position, signal?: AbortSignal): Promise<Hover | null>;
  /** Number of matches of each step in the data that the file imports. */
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
  /** The word that can be renamed at a place; null if there is none. */
  prepareRename(
    document: TextDocument,
    position: Position,
  ): { readonly range: Range; readonly placeholder: string } | null;
  /** The edits in all files, or why the name can't be given; null if nothing is named there. */
  rename(document: TextDocument, position: Position, name: string): Renaming | null;
  linkedEditing(document: TextDocument, position: Position): LinkedEditingRanges | null;

  compile(params: QueryParams): CompileResult;
  explain(params: QueryParams): ExplainResult;
  /** Runs a query and keeps the run: the methods that take a run are about it. */
  run(params: RunParams, watching?: Watching): Promise<RunOutcome>;
  /** Effect of an update on its data file, with its edits. */
  update(params: UpdateParams, signal?: AbortSignal): Promise<UpdateOutcome>;
  runs(): RunsResult;
  view(params: ViewParams, options?: SearchOptions): Promise<ViewResult>;
  source(params: SourceParams): Promise<SourceResult>;
  compare(params: CompareParams): CompareResult;
  exportRun(params: ExportParams): Promise<TextResult>;
  forgetRun(params: OfRun): ForgetResult;
  inferSchema(params: InferSchemaParams): Promise<TextResult>;
  /** TypeScript types of a schema file. */
  types(params: FileParams): Promise<TextResult>;
  /** A request in English as queries for a file. */
  ask(params: AskParams): Promise<AskResult>;
  /** The answer of a query or a request in English about a data file. */
  question(params: QuestionParams, signal?: AbortSignal): Promise<QuestionResult>;
  /** The node at a place of a data file. */
  nodeAt(params: NodeAtParams): Promise<NodeAtResult>;
  /** The tasks of a memory with their branches. */
  memoryTasks(params: MemoryParams): Promise<MemoryTasksResult>;
  /** The versions of a branch, page by page. */
  memoryVersions(params: MemoryVersionsParams): Promise<MemoryVersionsResult>;
  /** A version as a file. */
  memoryFile(params: MemoryFileParams): Promise<MemoryFileResult>;
  /** Blame of a node of a version. */
  memoryBlame(params: MemoryBlameParams): Promise<MemoryBlameResult>;
  /** A step of a task or its preview: a branch, a merge, an undo, going back. */
  memoryStep(params: MemoryStepParams): Promise<MemoryStepResult>;
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
  const { sync, async } = guards(workspace);

  return {
    configure: (settings) => {
      workspace.settings = { ...workspace.settings, ...settings };
      // Runs made in trust are hidden without it.
      if (!workspace.settings.trusted) workspace.runs.clear();
    },
    settings: () => workspace.settings,
    forget: (uri) => workspace.forget(uri),
    documents: sync("documents", [], (of) => of.allDocuments()),

    complete: sync("completion", { isIncomplete: false, items: [] }, complete),
    completeSuite: async("completion of a suite", null, completeSuite),
    resolveCompletion: (item) => async("completion", item, resolveCompletion)(item),
    diagnostics: sync("diagnostics", [], diagnostics),
    leftBehind: sync("left behind", [], leftBehind),
    codeActions: sync("code actions", [], codeActions),
    hover: async("hover", null, hover),
    inlayHints: async("inlay hints", [], inlayHints),
    signatureHelp: sync("signature help", null, signatureHelp),

    semanticTokens: sync("semantic tokens", [], semanticTokens),
    format: sync("formatting", [], formatDocument),
    formatRange: sync("formatting", [], formatRange),
    formatOnType: sync("formatting", [], formatOnType),
    documentSymbols: sync("symbols", [], documentSymbols),
    workspaceSymbols: sync("symbols", [], workspaceSymbols),
    foldingRanges: sync("folding", [], foldingRanges),
    selectionRanges: (document, positions) => {
      const cursors = positions.map((position) => ({ range: { start: position, end: position } }));
      return sync("selection", cursors, selectionRanges)(document, positions);
    },
    codeLenses: sync("code lens", [], codeLenses),
    documentLinks: sync("links", [], documentLinks),

    definition: sync("definition", [], definition),
    references: sync("references", [], references),
    highlights: sync("highlights", [], highlights),
    prepareRename: sync("rename", null, prepareRename),
    rename: sync("rename", null, rename),
    linkedEditing: sync("linked editing", null, linkedEditing),

    compile: sync("compile", NOTHING_COMPILED, compileFile),
    explain: sync("explain", { problem: FAILED, text: "", mermaid: "", operators: [] }, explainQuery),
    run: async("run", noRun({ problem: FAILED }), runAnywhere),
    update: async("update", noUpdate({ problem: FAILED }), updateData),
    runs: sync("runs", { runs: [] }, listRuns),
    view: async("view", { problem: FAILED, answer: null }, viewRun),
    source: async("source", { problem: FAILED, source: null, isOld: false }, sourceInRun),
    compare: sync("compare", { problem: FAILED, comparison: null }, compareKept),
    exportRun: async("export", NO_TEXT, exportRun),
    forgetRun: sync("forget", { forgotten: false }, forgetRun),
    inferSchema: async("infer schema", NO_TEXT, inferSchemaOf),
    types: async("types", NO_TEXT, typesOfSchema),
    ask: async("ask", { problem: FAILED, isClear: false, question: null, readings: [], at: null }, askInEnglish),
    question: async("question", noAnswer({ problem: FAILED }), answerQuestion),
    nodeAt: async("node at a place", { path: null }, nodeAtPlace),
    memoryTasks: async("tasks of a memory", noTasks(FAILED), memoryTasks),
    memoryVersions: async("versions of a memory", noVersions(FAILED), memoryVersions),
    memoryFile: async("file of a version", noFile(FAILED), memoryFile),
    memoryBlame: async("blame", noBlame(FAILED), memoryBlame),
    memoryStep: async("step of a memory", noStep(FAILED), memoryStep),
    trace: async("trace", { problem: FAILED, trace: null }, traceQuery),
    test: async("test", NO_TEXT, testOfQuery),
  };
}

const FAILED = "This failed inside of the language service.";
const NO_TEXT: TextResult = { problem: FAILED, text: "" };

/** Methods that never throw: what fails is reported to the host under the name of the feature, and the fallback is the answer. */
function guards(workspace: Workspace) {
  const failed = <T>(feature: string, error: unknown, fallback: T): T => {
    workspace.host.onPanic?.(feature, error);
    return fallback;
  };
  const sync =
    <A extends readonly unknown[], T>(feature: string, fallback: T, answer: (workspace: Workspace, ...given: A) => T) =>
    (...given: A): T => {
      try {
        return answer(workspace, ...given);
      } catch (error) {
        return failed(feature, error, fallback);
      }
    };
  const async =
    <A extends readonly unknown[], T>(
      feature: string,
      fallback: T,
      answer: (workspace: Workspace, ...given: A) => Promise<T>,
    ) =>
    (...given: A): Promise<T> =>
      answer(workspace, ...given).catch((error: unknown) => {
        // Cancelling is the one way to reject.
        if (given.some(isAborted)) throw error;
        return failed(feature, error, fallback);
      });
  return { sync, async };
}

/** Tests that an argument is an aborted signal, or contains one. */
const isAborted = (given: unknown): boolean =>
  given instanceof AbortSignal
    ? given.aborted
    : typeof given === "object" && given !== null && "signal" in given && isAborted(given.signal);
