/** The language service of Semantic XPath: plain functions from documents to the objects of the protocol, for any host. */

export { type Embedded, findEmbedded } from "./features/embedded/findEmbedded.js";
export {
  DEFAULT_SETTINGS,
  type LanguageHost,
  type OpenedScorer,
  type ScorerProvider,
  type Settings,
} from "./features/host.js";
export { createLanguageService, type LanguageService } from "./features/languageService.js";
export type {
  AskParams,
  AskReading,
  AskResult,
  CompareParams,
  CompareResult,
  CompiledEntry,
  CompileResult,
  ExplainResult,
  ExportParams,
  FileParams,
  ForgetResult,
  InferSchemaParams,
  MatchEntry,
  NodeAtParams,
  NodeAtResult,
  OfRun,
  ProblemKind,
  ProgressCounts,
  QueryParams,
  QuestionMatch,
  QuestionParams,
  QuestionResult,
  RunEntry,
  RunOutcome,
  RunParams,
  RunProgress,
  RunsResult,
  SourceEntry,
  SourceParams,
  SourceResult,
  TestResult,
  TextResult,
  TraceResult,
  UpdateCandidate,
  UpdateEntry,
  UpdateOutcome,
  UpdateParams,
  ViewParams,
  ViewResult,
} from "./features/run/requests.js";
export { LENS_COMMANDS, type QueryReference, UPDATE_LENS_COMMANDS } from "./features/structure/codeLens.js";
export { TOKEN_LEGEND, TOKEN_TYPES } from "./features/structure/semanticTokens.js";
export { REQUESTS } from "./server/requests.js";
