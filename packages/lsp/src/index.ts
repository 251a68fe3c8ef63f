/** The language service of Semantic XPath: plain functions from documents to the objects of the protocol, for any host. */

export { type Embedded, findEmbedded } from "./features/embedded/findEmbedded.js";
export { DEFAULT_SETTINGS, type LanguageHost, type Settings } from "./features/host.js";
export { createLanguageService, type LanguageService } from "./features/languageService.js";
export type {
  CompiledEntry,
  CompileResult,
  ExplainResult,
  MatchEntry,
  QueryParams,
  RunOutcome,
  RunParams,
  RunProgress,
  TestResult,
  TraceResult,
} from "./features/run/requests.js";
export { LENS_COMMANDS, type QueryReference } from "./features/structure/codeLens.js";
export { TOKEN_LEGEND } from "./features/structure/semanticTokens.js";
export { REQUESTS } from "./server/requests.js";
