/** One small interface to language models: text, JSON by schema, embeddings; budgets, retries, recordings. */

export { type BudgetedModel, budgeted, type ModelCall, type SpendingLimits, type Spent } from "./budgeted.js";
export { estimateUsage } from "./estimateUsage.js";
export type {
  CallOptions,
  LanguageModel,
  ModelAnswer,
  ModelMessage,
  ModelRequest,
  ModelSupport,
  ModelUsage,
} from "./languageModel.js";
export { ModelError, modelError } from "./modelError.js";
export { type Cassette, type RecordingModel, recordedModel, recordingModel } from "./recorded.js";
